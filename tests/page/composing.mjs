// Composes a text in a field of the page, in Chromium without a screen, as an input method does: the field shows what is
// composed, and then has what the browser typed.
// Usage: node --experimental-websocket tests/page/composing.mjs ADDRESS [FOLDER for pictures]
import { join } from 'node:path';
import { until, withChromium } from './chromium.mjs';

const [, , address, pictures] = process.argv;
const script = `motion off
wait_idle
train.pause
wait_idle
text.source a b
wait_idle
click tokens.source
wait_frames 5
key Ctrl+A
wait_frames 5
hear desktop
wait_until composed ne
wait_until composed none
wait_until typed none
expect source né
`;
const giveScript = (message, send) => message.method === 'Fetch.requestPaused' && send('Fetch.fulfillRequest',
  { requestId: message.params.requestId, responseCode: 200, body: Buffer.from(script).toString('base64') });

await withChromium(async browser => {
  const { send, value } = browser;
  const key = type => send('Input.dispatchKeyEvent', { type, key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 });
  await send('Fetch.enable', { patterns: [{ urlPattern: '*/played.txt' }] });
  await browser.open(`${address}?preset=reverse&script=played.txt`);
  await until(() => value('document.activeElement.id === "keyboard"'), 'a field that takes text');
  await browser.drawn(60);  // the script then hears
  await send('Input.imeSetComposition', { text: 'ne', selectionStart: 2, selectionEnd: 2 });
  await browser.drawn(30);
  if (pictures) await browser.picture(join(pictures, 'composed.png'));
  await send('Input.insertText', { text: 'né' });
  await browser.drawn(30);
  await key('keyDown');
  await key('keyUp');
  if (Number(await until(browser.endsWith, 'the end of the script'))) throw new Error(await browser.message());
  console.log('what was composed was shown, and then typed');
}, giveScript);
