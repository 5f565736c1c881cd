// Opens the page in Chromium without a screen and plays proof.txt in it.
// Usage: node --experimental-websocket tests/page/prove.mjs ADDRESS [SCRIPT]
//   ADDRESS  of the page; with ?threads=no the program has none
//   SCRIPT   plays it rather than proof.txt; the server at ADDRESS needs neither, as Chromium gets it from here
import { readFileSync } from 'node:fs';
import { until, withChromium } from './chromium.mjs';

const address = new URL(process.argv[2]);
address.searchParams.set('preset', 'reverse');
address.searchParams.set('script', 'played.txt');
const script = readFileSync(process.argv[3] ?? new URL('proof.txt', import.meta.url));
const giveScript = (message, send) => message.method === 'Fetch.requestPaused' && send('Fetch.fulfillRequest',
  { requestId: message.params.requestId, responseCode: 200, body: script.toString('base64') });

await withChromium(async browser => {
  const start = Date.now();
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/played.txt' }] });
  await browser.open(address.href);
  if (await until(async () => await browser.hasModel() || await browser.endsWith(), 'a model') === true)
    console.log(`the first model after ${((Date.now() - start) / 1000).toFixed(1)} s`);
  const code = Number(await until(browser.endsWith, 'the end of the script'));
  console.log(code ? await browser.message() : 'the script has ended');
  process.exitCode = code;
}, giveScript);
