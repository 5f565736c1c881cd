// Opens the page in WebKitGTK, which isolates a page but gives it no SharedArrayBuffer: it begins without threads, and a reload
// within seconds comes back to the run.
// Usage: xvfb-run -a node tests/page/webkit_session.mjs ADDRESS [PICTURE]
import assert from 'node:assert/strict';
import { pause, until } from './chromium.mjs';
import { withWebKit } from './webkit.mjs';

const [, , address, picture] = process.argv;
const own = `Module.UTF8ToString(Module._attnlab_own_folder())`;

await withWebKit(async tab => {
  await tab.open(address + '?preset=reverse');
  if (await until(async () => await tab.hasModel() || await tab.endsWith(), 'a model') !== true)
    throw new Error(await tab.message());
  assert.equal(await tab.value('typeof SharedArrayBuffer'), 'undefined', 'this engine has threads: prove.mjs');
  console.log('the program runs without threads');
  await pause(5);
  await tab.reload();
  await pause(1);
  await until(tab.hasModel, 'a model after the reload');
  const folder = await until(() => tab.value(own), 'the session after the reload');
  assert.ok(await tab.value(`Module.FS.analyzePath('${folder}/run-1').exists`), 'the run');
  await pause(3);
  if (picture) await tab.picture(picture);
  console.log('a reload within seconds comes back to the session');
});
