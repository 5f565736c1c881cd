// Chromium without a screen, by its DevTools protocol: calls, keys, pictures, downloads.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { begin, end } from './processes.mjs';

const mostSeconds = Number(process.env.PAGE_SECONDS ?? 300);
export const pause = seconds => new Promise(resolve => setTimeout(resolve, 1000 * seconds));

export async function until(found, what = 'what is waited for') {
  for (const end = Date.now() + 1000 * mostSeconds; Date.now() < end; await pause(0.1)) {
    const value = await found().catch(() => undefined);
    if (value) return value;
  }
  throw new Error(`for ${mostSeconds} seconds not seen: ${what}`);
}

// Calls of methods of a tab; what Chromium tells is given to `told`.
async function connect(target, told) {
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

async function tabOf(target, ask, told) {
  const send = await connect(target, told);
  const value = async expression =>
    (await send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true })).result.value;
  return {
    send,
    value,
    // Once the program has drawn so many pictures, however slow they are: by then it has done what it was told.
    drawn: (count = 12) => value(`new Promise(done => {
      let left = ${count};
      const look = () => left-- ? requestAnimationFrame(look) : done(true);
      look();
    })`),
    // Chromium sometimes never answers, where the page before was slow to go: then the page that is there tells.
    open: async address => {
      await value('window.isLeft = true');
      const there = until(async () => await value('!window.isLeft'), `a page other than the one before ${address}`);
      await Promise.race([send('Page.navigate', { url: address }), there]);
    },
    // Runs the script in each page of the tab before the page's own scripts.
    before: source => send('Page.enable').then(() => send('Page.addScriptToEvaluateOnNewDocument', { source })),
    reload: () => send('Page.reload'),
    close: () => void send('Page.close').catch(() => {}),  // as a user does: the page hears of it
    crash: () => void send('Page.crash').catch(() => {}),
    hasModel: () => value('document.title.includes("–")'),
    endsWith: () => value('document.getElementById("status").dataset.code'),
    message: () => value('document.getElementById("status").textContent'),
    picture: async file => writeFileSync(
        file, Buffer.from((await send('Page.captureScreenshot', { format: 'png' })).data, 'base64')),
  };
}

const drawsInSoftware = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];

// Runs `work(tab, newTab)` and ends the browser; `told` hears of the events that were asked for.
export async function withChromium(work, told = () => {}, flags = drawsInSoftware) {
  const profile = mkdtempSync(join(tmpdir(), 'page-'));
  const chromium = await begin('chromium', ['--headless=new', '--no-sandbox', ...flags, '--window-size=1600,1000',
    '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'], profile);
  try {
    const port = await until(async () => readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')[0]);
    const ask = async (what, method = 'GET') => (await fetch(`http://127.0.0.1:${port}/json/${what}`, { method })).text();
    const first = await until(async () => JSON.parse(await ask('list')).find(target => target.type === 'page'));
    const newTab = async () => tabOf(JSON.parse(await ask('new?about:blank', 'PUT')), ask, told);
    await work(await tabOf(first, ask, told), newTab);
  } finally {
    await end(chromium);
  }
}
