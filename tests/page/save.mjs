// Saves a run in Chromium without a screen, sees that it is downloaded, and goes on with it after a reload.
// Usage: node --experimental-websocket tests/page/save.mjs ADDRESS
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pause, until, withChromium } from './chromium.mjs';

const saving = 'motion off\nwait_idle\ntrain.reset\nwait_idle\ntrain.step 12\nwait_idle\nmodel.save kept\nwait_idle\n';
const goingOn = 'motion off\nwait_idle\nmodel.load kept\nwait_idle\nexpect step 12\ntrain.step 3\nwait_idle\nexpect step 15\n';
const files = ['config.json', 'model.safetensors', 'optimizer.safetensors', 'training.json', 'metrics.csv'];

// Names of the files in a tar file.
function namesIn(tar) {
  const names = [];
  for (let at = 0; tar[at]; at += 512 * (1 + Math.ceil(parseInt(tar.toString('latin1', at + 124, at + 135), 8) / 512)))
    names.push(tar.toString('utf8', at, tar.indexOf(0, at)));
  return names;
}

let script;
const giveScript = (message, send) => message.method === 'Fetch.requestPaused' && send('Fetch.fulfillRequest',
  { requestId: message.params.requestId, responseCode: 200, body: Buffer.from(script).toString('base64') });
const downloads = mkdtempSync(join(tmpdir(), 'downloads-')), tar = join(downloads, 'kept.tar');

await withChromium(async browser => {
  const play = async text => {
    script = text;
    await browser.open('about:blank');
    await browser.open(`${process.argv[2]}?preset=reverse&script=played.txt`);
    if (Number(await until(browser.endsWith, 'the end of the script'))) throw new Error(await browser.message());
  };
  await browser.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  await browser.send('Fetch.enable', { patterns: [{ urlPattern: '*/played.txt' }] });
  await play(saving);
  await until(async () => existsSync(tar), 'kept.tar');
  const missing = files.filter(name => !namesIn(readFileSync(tar)).includes('kept/' + name));
  if (missing.length) throw new Error(`the download lacks ${missing.join(', ')}`);
  console.log('the saved run was downloaded');
  await browser.value(`for (const path of ['half', 'half.tmp-7']) {
    Module.FS.mkdir(savedFolder + '/' + path);
    Module.FS.writeFile(savedFolder + '/' + path + '/config.json', '{}');
  }`);
  await pause(4);
  if (readdirSync(downloads).length > 1) throw new Error(`half a run was downloaded: ${readdirSync(downloads)}`);
  await browser.value('answerOf(readStore().getAllKeys())');  // once what the page writes is written
  await play(goingOn);
  console.log('after a reload the run went on');
}, giveScript).finally(() => rmSync(downloads, { recursive: true }));
