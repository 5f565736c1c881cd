// Opens the page in Chromium without a screen and plays proof.txt in it, by Chromium's DevTools protocol.
// Usage: node --experimental-websocket tests/page/prove.mjs ADDRESS
// The server at ADDRESS has proof.txt beside the page.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const address = process.argv[2];
const port = 9333, mostSeconds = 120;
const pause = seconds => new Promise(resolve => setTimeout(resolve, 1000 * seconds));

async function until(found) {
  for (const end = Date.now() + 1000 * mostSeconds; Date.now() < end; await pause(0.1)) {
    const value = await found().catch(() => undefined);
    if (value) return value;
  }
  throw new Error('nothing happened for two minutes');
}

async function connect() {
  const target = await until(async () => {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    return targets.find(target => target.type === 'page');
  });
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise(resolve => { socket.onopen = resolve; });
  const waiting = new Map();
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    waiting.get(message.id)?.(message.result);
  };
  return (method, params = {}) => new Promise(resolve => {
    waiting.set(waiting.size + 1, resolve);
    socket.send(JSON.stringify({ id: waiting.size, method, params }));
  });
}

const profile = mkdtempSync(join(tmpdir(), 'page-'));
const chromium = spawn('chromium', ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader', '--window-size=1600,1000', `--remote-debugging-port=${port}`,
  `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore' });
try {
  const send = await connect();
  const value = async expression => (await send('Runtime.evaluate', { expression, returnByValue: true })).result.value;
  const took = await (async start => {
    await send('Page.navigate', { url: `${address}?preset=reverse&script=proof.txt` });
    await until(() => value('document.title.includes("–")'));
    return (Date.now() - start) / 1000;
  })(Date.now());
  console.log(`the first model after ${took.toFixed(1)} s`);
  const ended = await until(() => value('document.getElementById("status").textContent.includes("ended") ? "ended" : said'));
  console.log(ended);
  process.exitCode = ended === 'ended' ? 0 : 1;
} finally {
  chromium.kill();
  await new Promise(resolve => { chromium.once('exit', resolve); });
  rmSync(profile, { recursive: true, force: true });
}
