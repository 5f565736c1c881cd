// Lets a model learn in Chromium without a screen until the page has saved the session, reloads, and finds the run there.
// Usage: node --experimental-websocket tests/page/session.mjs ADDRESS
import { pause, until, withChromium } from './chromium.mjs';

const sessions = '/home/web_user/.local/state/attention-lab/sessions';

// Paths of all files below `sessions`, in the page.
const saved = `(function below(path) {
  const state = Module.FS.analyzePath(path);
  if (!state.exists) return [];
  if (!Module.FS.isDir(state.object.mode)) return [path];
  return Module.FS.readdir(path).filter(name => !/^\\.\\.?$/.test(name)).flatMap(name => below(path + '/' + name));
})('${sessions}')`;

const isRun = paths => paths.some(path => path.endsWith('/run-1/training.json')) && !paths.some(path => /\.tmp-/.test(path));

await withChromium(async browser => {
  await browser.open(`${process.argv[2]}?preset=reverse`);
  await until(browser.hasModel, 'a model');
  let begun;
  await until(async () => {
    const paths = await browser.value(saved);
    if (paths.some(path => path.includes('/run-1'))) begun ??= Date.now();
    return isRun(paths);
  }, 'a saved session');
  console.log(`the session was saved within ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  await browser.value('answerOf(readStore().getAllKeys())');  // once what the page writes is written
  await browser.open('about:blank');
  await browser.open(process.argv[2]);
  await until(browser.hasModel, 'a model after the reload');
  await pause(3);
  if (process.argv[3]) await browser.picture(process.argv[3]);
  const title = await browser.value('document.title');
  if (!title.startsWith('reverse ')) throw new Error(`the page came back with ${title}`);
  const run = (await browser.value(saved)).find(path => path.endsWith('/run-1/training.json'));
  if (!run) throw new Error('the session is gone after the reload');
  const { steps } = await browser.value(`JSON.parse(Module.FS.readFile('${run}', { encoding: 'utf8' }))`);
  if (!(steps > 0)) throw new Error(`the run came back at step ${steps}`);
  console.log(`after a reload the run was there, at step ${steps}`);
});
