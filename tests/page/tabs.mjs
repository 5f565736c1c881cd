// Several tabs in Chromium without a screen: each keeps its own session, a reload comes back to it, a tab that crashed is
// offered to the next one, and one that was closed is there to be reopened, also by two.
// Usage: node --experimental-websocket tests/page/tabs.mjs ADDRESS [FOLDER for pictures]
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pause, until, withChromium } from './chromium.mjs';

const [, , address, pictures] = process.argv;
const own = `Module.UTF8ToString(Module._attnlab_own_folder())`;
const written = `new Promise(done => { const look = () => writing ? setTimeout(look, 20) : done(true); look(); })`;
// The names of the sessions in the database that have a run in them.
const stored = `answerOf(readStore().getAllKeys()).then(keys =>
  [...new Set(keys.filter(key => key.endsWith('/run-1/training.json')).map(key => key.split('/').at(-3)))].sort())`;
const visible = `Module.FS.readdir(sessionsFolder).filter(name => !name.startsWith('.'))`;
const nameOf = folder => folder.split('/').at(-1);

// Has the tab save until the database has its run. Returns the name of its session.
const save = tab => until(async () => {
  await tab.value('saveAll(false)');  // what a busy machine does not get ready for it within two seconds stays out
  await tab.value(written);
  const session = nameOf(await tab.value(own));
  return (await tab.value(stored)).includes(session) && session;
}, 'a saved run');

// Opens the address, lets the model learn, and has the tab save. Returns the name of its session.
async function learn(tab, query) {
  await tab.open(address + query);
  await until(tab.hasModel, 'a model');
  await pause(3);
  return save(tab);
}

const hasRun = folder => `Module.FS.analyzePath('${folder}/run-1').exists`;

// Finds the command by Ctrl+K, in a tab that is in front: a hidden one draws nothing.
async function reopen(tab) {
  const key = (type, key, code, number, modifiers = 0) =>
    tab.send('Input.dispatchKeyEvent', { type, key, code, windowsVirtualKeyCode: number, modifiers });
  await tab.send('Page.bringToFront');
  await tab.drawn();
  await key('keyDown', 'Control', 'ControlLeft', 17, 2);  // held, as GLFW has it of its own keys
  await key('keyDown', 'k', 'KeyK', 75, 2);
  await key('keyUp', 'k', 'KeyK', 75, 2);
  await key('keyUp', 'Control', 'ControlLeft', 17);
  await tab.drawn();
  if (pictures) await tab.picture(join(pictures, 'commands.png'));
  for (const letter of 'session.reopen') await tab.send('Input.dispatchKeyEvent', { type: 'char', text: letter });
  await tab.drawn();
  if (pictures) await tab.picture(join(pictures, 'command.png'));
  await key('keyDown', 'Enter', 'Enter', 13);
  await key('keyUp', 'Enter', 'Enter', 13);
}

await withChromium(async (tab, newTab) => {
  // The first tab is reloaded a few seconds after its model is there, and then has the run.
  await tab.open(address + '?preset=reverse');
  await until(tab.hasModel, 'a model');
  await pause(3);
  await tab.reload();
  await pause(1);
  await until(tab.hasModel, 'a model after the reload');
  const first = nameOf(await until(() => tab.value(own), 'the session after the reload'));
  assert.deepEqual(await tab.value(stored), [first]);
  await pause(2);
  if (pictures) await tab.picture(join(pictures, 'reloaded.png'));
  console.log('a reload within seconds comes back to the session');

  const two = await newTab();
  const second = await learn(two, '?preset=copy');
  assert.notEqual(second, first);
  assert.deepEqual(await two.value(visible), [second], 'the open tab is not lost');
  for (const each of [tab, two, tab]) {
    await each.value('saveAll(false)');
    await each.value(written);
    assert.deepEqual(await each.value(stored), [first, second].sort());
  }
  if (pictures) await two.picture(join(pictures, 'two.png'));
  console.log('two tabs keep their sessions');

  two.crash();
  await pause(3);
  const three = await newTab();
  await three.open(address + '?preset=sort');
  await until(three.hasModel, 'a model');
  assert.ok((await three.value(visible)).includes(second), 'the session of the tab that crashed');
  await pause(3);
  if (pictures) await three.picture(join(pictures, 'crashed.png'));
  console.log('the session of a tab that crashed is offered');

  await tab.close();
  await pause(3);
  const four = await newTab();
  await four.open(address + '?preset=sort');
  await until(four.hasModel, 'a model');
  await until(async () => (await four.value(visible)).includes(first.replace('open', 'closed')), 'the closed session');
  assert.ok(!(await four.value(visible)).includes(second), 'another tab offers that of the crash');
  await pause(3);
  if (pictures) await four.picture(join(pictures, 'closed.png'));
  console.log('the session of a tab that was closed is there to be reopened');

  // Both were begun before one of them reopened it.
  const five = await newTab();
  await five.open(address + '?preset=sort');
  await until(five.hasModel, 'a model');
  const reopened = [];
  for (const each of [four, five]) {
    const before = await each.value(own);
    await reopen(each);
    const folder = await until(async () => {
      const now = await each.value(own);
      return now && now !== before && await each.value(hasRun(now)) && now;
    }, 'the closed session');
    assert.equal(await save(each), nameOf(folder));
    reopened.push(nameOf(folder));
  }
  assert.notEqual(reopened[0], reopened[1]);
  const all = await five.value(stored);
  assert.ok(reopened.every(name => all.includes(name)), 'both are kept');
  if (pictures) await five.picture(join(pictures, 'reopened.png'));
  console.log('two tabs that reopen it each have a copy');
});
