// Opens the page in Chromium without a screen and plays proof.txt in it, by Chromium's DevTools protocol.
// Usage: node --experimental-websocket tests/page/prove.mjs ADDRESS [SCRIPT]
//   SCRIPT  plays it rather than proof.txt; the server at ADDRESS needs neither, as Chromium gets it from here
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const address = process.argv[2];
const script = readFileSync(process.argv[3] ?? new URL('proof.txt', import.meta.url));
const mostSeconds = 300;
const pause = seconds => new Promise(resolve => setTimeout(resolve, 1000 * seconds));

async function until(found) {
  for (const end = Date.now() + 1000 * mostSeconds; Date.now() < end; await pause(0.1)) {
    const value = await found().catch(() => undefined);
    if (value) return value;
  }
  throw new Error(`nothing happened for ${mostSeconds} seconds`);
}

// Calls of methods; what Chromium asks for is given to `asked`.
async function connect(profile, asked) {
  const port = await until(async () => readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  const target = await until(async () => {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    return targets.find(target => target.type === 'page');
  });
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise(resolve => { socket.onopen = resolve; });
  const waiting = new Map();
  let calls = 0;
  const send = (method, params = {}) => new Promise(resolve => {
    waiting.set(++calls, resolve);
    socket.send(JSON.stringify({ id: calls, method, params }));
  });
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.id) waiting.get(message.id)(message.result);
    else asked(message, send);
  };
  return send;
}

const profile = mkdtempSync(join(tmpdir(), 'page-'));
const chromium = spawn('chromium', ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--window-size=1600,1000', '--remote-debugging-port=0',
  `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
const giveScript = (message, send) => message.method === 'Fetch.requestPaused' && send('Fetch.fulfillRequest',
  { requestId: message.params.requestId, responseCode: 200, body: script.toString('base64') });
try {
  const send = await connect(profile, giveScript);
  const value = async expression => (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  const start = Date.now();
  await send('Fetch.enable', { patterns: [{ urlPattern: '*/played.txt' }] });
  await send('Page.navigate', { url: `${address}?preset=reverse&script=played.txt` });
  const seen = await until(() => value('document.title.includes("–") || document.getElementById("status").dataset.code'));
  if (seen === true) console.log(`the first model after ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const code = Number(await until(() => value('document.getElementById("status").dataset.code')));
  console.log(code ? await value('document.getElementById("status").textContent') : 'the script has ended');
  process.exitCode = code;
} finally {
  chromium.kill();
  await new Promise(resolve => { chromium.once('exit', resolve); });
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
}
