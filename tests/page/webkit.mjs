// WebKitGTK's MiniBrowser by WebDriver, of Debian's webkit2gtk-driver: opens pages and asks them for values. It needs a display.
import { writeFileSync } from 'node:fs';
import { until } from './chromium.mjs';
import { begin, end } from './processes.mjs';

const browser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

// Runs `work(tab)`, whose tab has what a tab of chromium.mjs has, as far as WebDriver can, and ends the browser.
export async function withWebKit(work, port = 4446) {
  const driver = await begin('WebKitWebDriver', ['--port=' + port]);
  const ask = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}/${path}`, { method, body: body && JSON.stringify(body) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(value.message || value.error);
    return value;
  };
  try {
    await until(() => ask('GET', 'status'), 'WebKitWebDriver');
    const options = { binary: browser, args: ['--automation'] };
    const { sessionId } = await ask('POST', 'session', { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } });
    const session = 'session/' + sessionId;
    const value = expression => ask('POST', session + '/execute/async',
      { script: `const done = arguments[0]; Promise.resolve(eval(${JSON.stringify(expression)})).then(done, () => done(null));`, args: [] });
    await work({
      value,
      open: address => ask('POST', session + '/url', { url: address }),
      reload: () => ask('POST', session + '/refresh', {}),
      hasModel: () => value('document.title.includes("–")'),
      endsWith: () => value('document.getElementById("status").dataset.code'),
      message: () => value('document.getElementById("status").textContent'),
      picture: async file => writeFileSync(file, Buffer.from(await ask('GET', session + '/screenshot'), 'base64')),
      newWindow: async () => ask('POST', session + '/window', { handle: (await ask('POST', session + '/window/new', { type: 'tab' })).handle }),
    });
    await ask('DELETE', session);
  } finally {
    await end(driver);
  }
}
