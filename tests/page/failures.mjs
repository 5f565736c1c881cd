// Opens the page in Chromium without a screen while something is missing, breaks off or is refused, and expects the page
// to say what happened and what to do.
// Usage: node --experimental-websocket tests/page/failures.mjs FOLDER [PART OF A CASE'S NAME]
//   FOLDER  of the page: build/web/page. It is served from here, with the faults.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pause, until, withChromium } from './chromium.mjs';

const folder = process.argv[2], chosen = process.argv[3] ?? '';
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const isolated = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

// `fault`: { plain: no headers, of: a file's name, does(bytes, response): answers otherwise and returns true }
async function serve(fault, work) {
  const server = createServer((request, response) => {
    const name = new URL(request.url, 'http://x').pathname.slice(1) || 'index.html';
    let bytes;
    try {
      bytes = readFileSync(join(folder, name));
    } catch {
      return response.writeHead(404).end();
    }
    if (!fault.plain) for (const [header, value] of Object.entries(isolated)) response.setHeader(header, value);
    response.setHeader('Content-Type', types[extname(name)] ?? 'application/octet-stream');
    if (fault.of === name && fault.does(bytes, response)) return;
    response.setHeader('Content-Length', bytes.length).end(bytes);
  });
  await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
  try {
    await work(`http://localhost:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const program = 'attention-lab', wasm = program + '.wasm', script = program + '.js';
const notFound = (_, response) => response.writeHead(404).end();
const half = bytes => bytes.subarray(0, bytes.length / 2);
const cut = (bytes, response) => {
  response.setHeader('Content-Length', bytes.length);
  response.write(half(bytes), () => response.destroy());
  return true;
};
const stop = (bytes, response) => response.setHeader('Content-Length', bytes.length).write(half(bytes)) || true;
const truncate = (bytes, response) => response.setHeader('Content-Length', half(bytes).length).end(half(bytes));
const page = (_, response) => response.setHeader('Content-Type', 'text/html').end('<!DOCTYPE html><p>Welcome</p>');
const wrongType = (_, response) => { response.setHeader('Content-Type', 'text/plain'); };

const runs = tab => until(async () => await tab.hasModel() || await tab.endsWith(), 'a model');
const runsWithout = async tab => {
  if (await runs(tab) !== true) throw new Error(await tab.message());
  if (!await tab.value(`document.querySelector('script[src="${program}-without-threads.js"]') !== null`))
    throw new Error('the program has threads');
};

// name: { says: what stands on the page, or sees(tab): what is seen instead; fault; before: a script; flags; address or query }
const cases = {
  'no file .wasm': { fault: { of: wasm, does: notFound }, says: /attention-lab\.wasm.*404.*: reload the page, and if/ },
  'the connection breaks off': { fault: { of: wasm, does: cut }, says: /broke off after [\d.]+ MB.*check the network/ },
  'a truncated file .wasm': { fault: { of: wasm, does: truncate }, says: /wasm arrived damaged or incomplete: reload/ },
  'a page in place of .wasm': { fault: { of: wasm, does: page }, says: /sends something else as attention-lab\.wasm.*: reload/ },
  'nothing arrives any more': { fault: { of: wasm, does: stop }, says: /nothing has arrived for \d+ s.*check the network/ },
  'a wrong type of .wasm': { fault: { of: wasm, does: wrongType }, sees: runs },
  'the file .js does not arrive': { fault: { of: script, does: stop }, says: /nothing has arrived for \d+ s.*check the network/ },
  'no file .js': { fault: { of: script, does: notFound }, says: /attention-lab\.js.*could not be loaded: check the network/ },
  'a truncated file .js': { fault: { of: script, does: truncate }, says: /attention-lab\.js arrived damaged or incomplete: reload/ },
  'a page in place of .js': { fault: { of: script, does: page }, says: /attention-lab\.js arrived damaged or incomplete: reload/ },
  ...Object.fromEntries(['page', 'locks', 'files', 'saved', 'keyboard', 'fingers', 'loading', 'threads'].map(name => [`no ${name}.js`,
    { fault: { of: name + '.js', does: notFound }, says: new RegExp(`^${name}\\.js, which.*could not be loaded: check the network`) }])),
  'a truncated page.js': { fault: { of: 'page.js', does: truncate }, says: /page\.js arrived damaged or incomplete: reload/ },
  'a page in place of loading.js': { fault: { of: 'loading.js', does: page }, says: /loading\.js arrived damaged or incomplete: reload/ },
  'page.js does not arrive': { fault: { of: 'page.js', does: stop }, says: /scripts have not arrived for 20 s: wait, check/ },
  'an unknown preset': { query: '?preset=nosuch', says: /nosuch(?!.*--help).*[:?] [cC]orrect the address, or open \/ without/ },
  'options that exclude each other': { query: '?preset=copy&state=x', says: /^(?!.*--help).*: correct the address, or open \/ without/ },
  'no memory': {
    before: `WebAssembly.Memory = class { constructor({ initial }) {
      if (initial > 1) throw new RangeError('WebAssembly.Memory(): could not allocate memory'); this.buffer = new SharedArrayBuffer(0); } };`,
    says: /too little memory.*: close other pages/,
  },
  'no WebGL 2': { flags: ['--disable-gpu', '--disable-3d-apis'], says: /no WebGL 2.*switch on graphics acceleration/ },
  'no WebAssembly': { before: 'delete self.WebAssembly;', says: /lacks parts of WebAssembly.*: update it/ },
  'opened as a file': { address: pathToFileURL(join(folder, 'index.html')).href, says: /opened as a file: put the folder/ },
  'isolated, without SharedArrayBuffer': { before: 'delete self.SharedArrayBuffer;', sees: runsWithout },
  'no headers': { fault: { plain: true }, sees: runs },
  'no headers, and no service worker': {
    fault: { plain: true }, sees: runsWithout,
    before: `Object.defineProperty(Navigator.prototype, 'serviceWorker', { get() { throw new DOMException('no', 'SecurityError'); } });`,
  },
  'no headers, and a service worker that does not come': {
    fault: { plain: true, of: 'headers.js', does: notFound }, sees: runsWithout,
  },
  'no database': {
    before: 'IDBFactory.prototype.open = () => { throw new DOMException("refused", "SecurityError"); };',
    sees: async tab => {
      await runs(tab);
      await until(() => tab.value('notKept.includes("save it") && isRunning()'), 'the program without a database');
    },
  },
  'the graphics are lost': {
    sees: async tab => {
      await runs(tab);
      await pause(2);
      await tab.value(`Module.canvas.getContext('webgl2').getExtension('WEBGL_lose_context').loseContext()`);
      await until(async () => /taken the graphics.*: reload the page/.test(await tab.message()), 'the message');
    },
  },
};

let failed = 0;
for (const [name, { fault = {}, before, flags, address, query = '?preset=reverse', says, sees }] of Object.entries(cases)) {
  if (!name.includes(chosen)) continue;
  try {
    await serve(fault, served => withChromium(async tab => {
      if (before) await tab.before(before);
      await tab.open(address ?? served + query);
      if (sees) await sees(tab);
      else await until(async () => says.test(await tab.message()), String(says)).catch(async error => {
        throw new Error(`${error.message}; the page says: ${await tab.message()}`);
      });
      console.log(`${name}: ${await tab.message() || 'runs'}`);
    }, undefined, flags));
  } catch (error) {
    ++failed;
    console.log(`${name}: FAILED: ${error.message}`);
  }
}
process.exitCode = failed ? 1 : 0;
