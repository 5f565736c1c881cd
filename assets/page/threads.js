// Begins the program with threads where the page has them; else lets a service worker add the headers that the server
// does not send, and reloads the page once. Where that cannot be, begins the program that computes between two pictures.
'use strict';

const withThreads = 'attention-lab', withoutThreads = 'attention-lab-without-threads';
const headersNeeded = 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';
const workerSeconds = 10;  // in which the service worker should be there

// Some browsers, such as WebKitGTK 2.50, give a page all that threads need but the memory that they share.
function sharesMemory() {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer instanceof SharedArrayBuffer;
  } catch {
    return false;
  }
}

// Where cookies are refused, or in a frame without rights, asking throws.
function serviceWorkers() {
  try {
    return navigator.serviceWorker;
  } catch {
    return undefined;
  }
}

// Why no service worker can help, or else nothing.
function obstacle() {
  if (!self.isSecureContext) return 'browsers allow threads only for pages opened by https or from localhost.';
  if (!serviceWorkers())
    return 'this browser does not allow a service worker to add them (some private windows do this).';
  if (serviceWorkers().controller || history.state?.reloaded)
    return 'the page was reloaded with the headers of its service worker, and still has no threads.';
}

// What history keeps of this visit survives the reload, as the address does.
function reloadOnce() {
  history.replaceState({ reloaded: true }, '');
  location.reload();
}

function beginWithoutThreads(why) {
  console.warn(`The program has no threads: ${why}`);
  begin(withoutThreads);
}

function lacksHeaders(why) {
  beginWithoutThreads(`the server does not send the headers ${headersNeeded}, and ${why}`);
}

async function addHeaders() {
  const why = obstacle();
  if (why) return lacksHeaders(why);
  const tooLate = new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`it was not there after ${workerSeconds} s`)), 1000 * workerSeconds));
  try {
    await Promise.race([navigator.serviceWorker.register('headers.js').then(() => navigator.serviceWorker.ready), tooLate]);
    reloadOnce();
  } catch (error) {
    lacksHeaders('the service worker that would add them could not be started: ' + error.message);
  }
}

if (given.get('threads') === 'no') {
  begin(withoutThreads);
} else if (!self.crossOriginIsolated) {
  addHeaders();
} else {
  if (history.state?.reloaded) history.replaceState(null, '');
  if (sharesMemory()) begin(withThreads);
  else beginWithoutThreads('this browser has no SharedArrayBuffer, the memory that threads share.');
}
