// Chromium without a screen, by its DevTools protocol: calls, keys, pictures, downloads.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mostSeconds = 300;
export const pause = seconds => new Promise(resolve => setTimeout(resolve, 1000 * seconds));

export async function until(found, what = 'what is waited for') {
  for (const end = Date.now() + 1000 * mostSeconds; Date.now() < end; await pause(0.1)) {
    const value = await found().catch(() => undefined);
    if (value) return value;
  }
  throw new Error(`for ${mostSeconds} seconds not seen: ${what}`);
}

// Calls of methods; what Chromium tells is given to `told`.
async function connect(profile, told) {
  const port = await until(async () => readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
  const target = await until(async () => {
    const targets = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
    return targets.find(target => target.type === 'page');
  });
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  await new Promise(resolve => { socket.onopen = resolve; });
  const waiting = new Map();
  let calls = 0;
  const send = (method, params = {}) => new Promise((resolve, reject) => {
    waiting.set(++calls, answer => answer.error ? reject(new Error(`${method}: ${answer.error.message}`)) : resolve(answer.result));
    socket.send(JSON.stringify({ id: calls, method, params }));
  });
  socket.onmessage = event => {
    const message = JSON.parse(event.data);
    if (message.id) waiting.get(message.id)(message);
    else told(message, send);
  };
  return send;
}

// Runs `work(browser)` and ends the browser; `told` hears of the events that were asked for.
export async function withChromium(work, told = () => {}) {
  const profile = mkdtempSync(join(tmpdir(), 'page-'));
  const chromium = spawn('chromium', ['--headless=new', '--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader', '--window-size=1600,1000', '--remote-debugging-port=0',
    `--user-data-dir=${profile}`, 'about:blank'], { stdio: 'ignore', detached: true });
  try {
    const send = await connect(profile, told);
    const value = async expression =>
      (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value;
    await work({
      send,
      value,
      open: address => send('Page.navigate', { url: address }),
      hasModel: () => value('document.title.includes("–")'),
      endsWith: () => value('document.getElementById("status").dataset.code'),
      message: () => value('document.getElementById("status").textContent'),
      picture: async file => writeFileSync(
          file, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64')),
    });
  } finally {
    const ended = new Promise(resolve => { chromium.once('exit', resolve); });
    process.kill(-chromium.pid, 'SIGKILL');  // all its processes, which would go on writing to the profile
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
  }
}
