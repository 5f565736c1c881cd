// Begins the program where the page has threads; else lets a service worker add the headers that the server does not
// send, and reloads the page once.
'use strict';

const headersNeeded = 'Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp';

function beginProgram() {
  const program = document.createElement('script');
  program.src = 'attention-lab.js';
  program.onerror = () => end(1, 'attention-lab.js, which should lie beside this page, could not be loaded.');
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

function needHeaders(why) {
  end(1, `This page needs threads. Its server does not send the headers ${headersNeeded}, and ${why}`);
}

async function addHeaders() {
  const why = obstacle();
  if (why) return needHeaders(why);
  try {
    await navigator.serviceWorker.register('headers.js');
    await navigator.serviceWorker.ready;
    reloadOnce();
  } catch (error) {
    needHeaders('the service worker that would add them could not be started: ' + error.message);
  }
}

if (self.crossOriginIsolated) {
  if (history.state?.reloaded) history.replaceState(null, '');
  beginProgram();
} else {
  addHeaders();
}
