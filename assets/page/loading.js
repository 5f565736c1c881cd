// Downloads the program and begins it. Whatever goes wrong until it runs becomes one sentence that says what to do.
'use strict';

const stallSeconds = 20;  // without a byte, after which the page says so
const threadSeconds = 60; // in which the browser should have begun the program's threads
const reloadAdvice = 'reload the page';
const emptyCacheAdvice = 'reload the page without the browser\'s cache (Ctrl+Shift+R)';
const serverAdvice = 'reload the page, and if that does not help, contact the operator of this server';

function couldNotBegin(why) {
  const text = String(why?.message ?? why);
  if (why instanceof RangeError || /memory/i.test(text))
    return 'The browser has too little memory left for the program, which needs 256 MB to start: close other pages and '
      + 'programs, then reload the page.';
  return `The program could not start (${text}): ${emptyCacheAdvice}, or open it in another browser.`;
}
const fail = text => end(1, text);

// What the program needs of a browser.

// The smallest programs that return a vector, and that catch an exception.
const header = [0, 97, 115, 109, 1, 0, 0, 0];
const vectors = [...header, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];
const exceptions = [...header, 1, 4, 1, 96, 0, 0, 3, 2, 1, 0, 10, 8, 1, 6, 0, 6, 64, 25, 11, 11];
const understands = bytes => WebAssembly.validate(new Uint8Array(bytes));

function hasWebGL2() {
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();  // browsers give a page only so many
  return Boolean(context);
}

// Why this browser cannot run the program and what to do, or nothing.
function whatIsMissing() {
  if (location.protocol === 'file:')
    return 'A browser does not start a program that was opened as a file: put the folder of this page on a web server, for example '
      + 'by running "python3 -m http.server" in it, and open the address of the server.';
  if (!globalThis.WebAssembly || !understands(vectors) || !understands(exceptions))
    return 'This browser lacks parts of WebAssembly that the program needs (vectors and exceptions): update it, or open the '
      + 'page in another browser, such as Chrome 95, Firefox 100, Safari 16.4, or newer.';
  if (!hasWebGL2())
    return 'This browser has no WebGL 2, which the program needs to draw: switch on graphics acceleration in the browser\'s '
      + 'settings, update the browser, or open the page in another browser.';
}

// The download.

const megabytes = bytes => (bytes / 1e6).toFixed(1);

// The bytes of the file as they arrive; `received` hears of each part.
async function bytesOf(file, received) {
  const answer = await fetch(file).catch(error => {
    throw new Error(`${file} could not be downloaded (${error.message}): check the network, then ${reloadAdvice}.`);
  });
  if (!answer.ok)
    throw new Error(`${file}, which belongs to this page, could not be loaded; the server says ${answer.status} `
      + `${answer.statusText}`.trim() + `: ${serverAdvice}.`);
  // Of a compressed answer, the length is not that of the file.
  const whole = answer.headers.get('Content-Encoding') ? 0 : Number(answer.headers.get('Content-Length'));
  const reader = answer.body.getReader(), parts = [];
  let bytes = 0;
  const brokeOff = why =>
    new Error(`The download of ${file} broke off after ${megabytes(bytes)} MB (${why}): check the network, then ${reloadAdvice}.`);
  for (;;) {
    const { done, value } = await reader.read().catch(error => { throw brokeOff(error.message); });
    if (done) break;
    parts.push(value);
    bytes += value.length;
    received(bytes, whole);
  }
  if (bytes < whole) throw brokeOff(`of ${megabytes(whole)} MB`);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function showProgress() {
  let text = '', last = Date.now();
  const timer = setInterval(() => {
    const seconds = Math.round((Date.now() - last) / 1000);
    if (ended) return clearInterval(timer);
    if (seconds >= stallSeconds)
      show(`Loading Attention Lab, but nothing has arrived for ${seconds} s${text}: wait, check the network, or ${reloadAdvice}.`);
  }, 1000);
  return {
    received(bytes, whole) {
      last = Date.now();
      text = ` (${megabytes(bytes)}${whole >= bytes ? ' of ' + megabytes(whole) : ''} MB)`;
      show(`Loading Attention Lab … ${text}`);
    },
    end: () => clearInterval(timer),
  };
}

function check(bytes, file) {
  if (header.slice(0, 4).some((byte, i) => bytes[i] !== byte))
    throw new Error(`The server sends something else as ${file}, which should be the program: ${serverAdvice}.`);
}

function explain(error, file) {
  if (error instanceof WebAssembly.CompileError)
    return new Error(`${file} arrived damaged or incomplete: ${emptyCacheAdvice}.`);
  if (error instanceof WebAssembly.LinkError)
    return new Error(`${file} does not have the same version as this page: ${emptyCacheAdvice}.`);
  return new Error(couldNotBegin(error));
}

async function instantiate(file, imports, receive, progress) {
  try {
    const bytes = await bytesOf(file, progress.received);
    check(bytes, file);
    progress.end();
    show('Starting Attention Lab …');
    const { instance, module } = await WebAssembly.instantiate(bytes, imports).catch(error => { throw explain(error, file); });
    receive(instance, module);
    watchThreads();
  } catch (error) {
    progress.end();
    fail(error.message);
  }
}

// Threads that do not begin are reported to nobody.
function watchThreads() {
  setTimeout(() => {
    if (Module.calledRun || ended || document.visibilityState === 'hidden') return;
    const address = new URL(location.href);
    address.searchParams.set('threads', 'no');
    show(`For ${threadSeconds} s the browser has not begun the program's threads: wait, or open ${address} to do without.`);
  }, 1000 * threadSeconds);
}

// `name`: of the program, NAME.js and NAME.wasm.
function begin(name) {
  if (ended) return;  // a script of the page is missing: index.html
  const missing = whatIsMissing();
  if (missing) return fail(missing);
  const progress = showProgress();
  Module.instantiateWasm = (imports, receive) => {
    instantiate(name + '.wasm', imports, receive, progress);
    return {};
  };
  const program = document.createElement('script');
  program.src = name + '.js';
  document.body.append(program);
}

// All else that goes wrong before the program runs; scripts that do not arrive are told by index.html.
addEventListener('error', event => {
  if (!event.message) return;
  if (Module.calledRun) {
    if (event.error instanceof WebAssembly.RuntimeError) Module.onAbort(event.message);
    return;
  }
  fail(couldNotBegin(event.error ?? event.message));
});
addEventListener('unhandledrejection', event => { if (!Module.calledRun) fail(couldNotBegin(event.reason)); });
