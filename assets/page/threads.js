// Begins the program with threads where the page has them; else lets a service worker add the headers that the server
// does not send, and reloads the page once. Where that cannot be, begins the program that computes between two pictures.
'use strict';

const headersNeeded = 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

function begin(file) {
  const program = document.createElement('script');
  program.src = file;
  program.onerror = () => end(1, file + ', which should lie beside this page, could not be loaded.');
  document.body.append(program);
}

// Why no service worker can help, or else nothing.
function obstacle() {
  if (!self.isSecureContext) return 'a browser gives threads only to pages that are opened by https or from localhost.';
  if (!navigator.serviceWorker)
    return 'this browser allows the page no service worker that would add them, as is so in some private windows.';
  if (navigator.serviceWorker.controller || history.state?.reloaded)
    return 'the page was reloaded with those of its service worker, and still has no threads.';
}

// What history keeps of this visit survives the reload, as the address does.
function reloadOnce() {
  history.replaceState({ reloaded: true }, '');
  location.reload();
}

function beginWithoutThreads(why) {
  console.warn(`The program has no threads. The server does not send the headers ${headersNeeded}, and ${why}`);
  begin('attention-lab-without-threads.js');
}

async function addHeaders() {
  const why = obstacle();
  if (why) return beginWithoutThreads(why);
  try {
    await navigator.serviceWorker.register('headers.js');
    await navigator.serviceWorker.ready;
    reloadOnce();
  } catch (error) {
    beginWithoutThreads('the service worker that would add them could not be started: ' + error.message);
  }
}

if (given.get('threads') === 'no') {
  begin('attention-lab-without-threads.js');
} else if (self.crossOriginIsolated) {
  if (history.state?.reloaded) history.replaceState(null, '');
  begin('attention-lab.js');
} else {
  addHeaders();
}
