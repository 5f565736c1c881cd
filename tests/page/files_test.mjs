// The page's files with several pages of one browser, in Node.js without a browser: each page keeps its own session.
// Usage: node --test tests/page/files_test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser, Page, scripts, text, turns } from './fakes.mjs';

const home = '/home/web_user', sessions = home + '/.local/state/attention-lab/sessions';
const names = browser => new Set([...browser.files.keys()].filter(key => key.endsWith('/lock'))
  .map(key => key.split('/').at(-2)));
const steps = (browser, session) => browser.files.get(`${sessions}/${session}/run-1/steps`)?.contents.toString();

async function learning(browser, session, count, options) {
  const page = await new Page(browser, options).begin();
  page.learn(session, count);
  page.save(false);
  await page.tick();
  return page;
}

for (const hasLocks of [true, false]) {
  const how = hasLocks ? 'with Web Locks' : 'without Web Locks';
  const open = () => Object.assign(new Browser(), { hasLocks });

  test(`two pages keep their sessions, and neither sees the other's, ${how}`, async () => {
    const browser = open();
    const a = await learning(browser, 'open-a', 1), b = await learning(browser, 'open-b', 2);
    assert.ok(!b.sees('open-a'), 'a live page\'s session is not lost');
    for (let round = 3; round < 6; ++round) {
      for (const page of [a, b]) {
        page.learn(page.session, round);
        page.save(false);
        await page.tick();
      }
    }
    assert.deepEqual(names(browser), new Set(['open-a', 'open-b']));
    assert.equal(steps(browser, 'open-a'), '5');
    assert.equal(steps(browser, 'open-b'), '5');
  });

  test(`what a page left is there after a reload, ${how}`, async () => {
    const browser = open(), a = await new Page(browser, { search: '?preset=reverse' }).begin();
    a.learn('open-a', 7);  // not saved yet
    await a.leave();
    assert.equal(steps(browser, 'open-a'), '7');
    assert.ok(browser.files.has(sessions + '/open-a/left'));
    const again = await new Page(browser, { storage: a.storage, search: '?preset=reverse' }).begin();
    assert.equal(again.own, sessions + '/open-a');
    await again.tick();
    assert.ok(!browser.files.has(sessions + '/open-a/left'), 'it goes on');
  });

  test(`a page that was to be left, and stays, is open again, ${how}`, async () => {
    const browser = open(), a = await learning(browser, 'open-a', 1);
    a.tell('beforeunload');
    await turns();
    assert.ok(browser.files.has(sessions + '/open-a/left'));
    await a.stayed();
    assert.ok(!browser.files.has(sessions + '/open-a/left'));
  });

  test(`a duplicated tab begins a session of its own, ${how}`, async () => {
    const browser = open(), a = await learning(browser, 'open-a', 1);
    const copy = await new Page(browser, { storage: new Map(a.storage) }).begin();
    assert.equal(copy.own, '');
    assert.ok(!copy.sees('open-a'));
  });

  test(`another address begins anew, and is offered what was left, ${how}`, async () => {
    const browser = open(), a = await learning(browser, 'open-a', 1, { search: '?preset=reverse' });
    await a.leave();
    const other = await new Page(browser, { storage: a.storage, search: '?preset=copy' }).begin();
    assert.equal(other.own, '');
    assert.ok(other.sees('open-a'));
  });

  test(`the session of a page that crashed is offered to one page, ${how}`, async () => {
    const browser = open(), dead = await learning(browser, 'open-d', 1);
    await dead.crash();
    const [a, b] = await Promise.all([new Page(browser).begin(), new Page(browser).begin()]);
    assert.equal(a.sees('open-d') + b.sees('open-d'), 1);
    const guardian = a.sees('open-d') ? a : b;
    guardian.own = sessions + '/open-d';  // taken back
    guardian.learn('open-d', 9);
    guardian.save(false);
    await guardian.tick();
    assert.equal(steps(browser, 'open-d'), '9');
    assert.equal((await new Page(browser).begin()).sees('open-d'), false);
  });

  test(`a tab that comes back gets its session from the page that it was offered to, ${how}`, async () => {
    const browser = open(), dead = await learning(browser, 'open-d', 3);
    await dead.crash();
    const other = await new Page(browser).begin();
    assert.ok(other.sees('open-d'));
    const back = await new Page(browser, { storage: dead.storage }).begin();
    assert.equal(back.own, sessions + '/open-d');
    assert.ok(!other.sees('open-d'));
    await other.tick();
    assert.equal(steps(browser, 'open-d'), '3', 'it was given up, not deleted');
  });
}

test('a page that answers late gets back what another page took for lost, without Web Locks', async () => {
  const browser = Object.assign(new Browser(), { hasLocks: false }), a = await learning(browser, 'open-a', 1);
  let other;
  await a.whileBusy(async () => { other = await new Page(browser).begin(); });
  assert.ok(!other.sees('open-a'), 'given up');
  await other.tick();
  a.learn('open-a', 2);
  a.save(false);
  await a.tick();
  assert.equal(steps(browser, 'open-a'), '2');
});

test('of two pages that go on with one session one keeps it, and the other says so, without Web Locks', async () => {
  const browser = Object.assign(new Browser(), { hasLocks: false }), a = await learning(browser, 'open-a', 1);
  let other;
  await a.whileBusy(async () => {
    other = await new Page(browser).begin();
    other.own = a.own;  // taken back
  });
  const [first, second] = a.told.length ? [other, a] : [a, other];
  assert.deepEqual([first.told, second.told.length], [[], 1]);
  assert.match(second.told[0], /same runs open.*close this tab/);
  for (const [page, count] of [[first, 5], [second, 6]]) {
    page.learn('open-a', count);
    page.save(false);
    await page.tick();
  }
  assert.equal(steps(browser, 'open-a'), '5');
});

test('a page does not write into the folder of another', async () => {
  const browser = new Browser(), a = await learning(browser, 'open-a', 1), b = await learning(browser, 'open-a', 2);
  assert.match(b.told[0], /same runs open/);
  b.learn('open-a', 3);
  b.save(false);
  b.fs.writeFile(home + '/saved/of-b', '');
  await b.tick();
  assert.notEqual(steps(browser, 'open-a'), '3');
  assert.ok(browser.files.has(home + '/saved/of-b'));
  assert.deepEqual(a.told, []);
});

test('two pages that reopen one closed session each have a copy', async () => {
  const browser = new Browser(), closed = await learning(browser, 'closed-x', 1);
  browser.files.delete(`${sessions}/closed-x/lock`);
  await closed.crash();
  const pages = [await new Page(browser).begin(), await new Page(browser).begin()];
  for (const [i, page] of pages.entries()) {
    assert.ok(page.sees('closed-x'));
    page.own = `${sessions}/open-${i}`;
    page.fs.rename(sessions + '/closed-x', page.own);
    page.learn('open-' + i, i + 5);
    page.save(false);
    await page.tick();
  }
  assert.deepEqual(names(browser), new Set(['open-0', 'open-1']));
  assert.deepEqual([steps(browser, 'open-0'), steps(browser, 'open-1')], ['5', '6']);
  assert.deepEqual(pages.map(page => page.told), [[], []]);
});

test('no two scripts of the page define one name: the later would replace the earlier', () => {
  const all = scripts.flatMap(file => [...text(file).matchAll(/^(?:async )?(?:function\*?|var|let|const|class) (\w+)/gm)]
    .map(([, name]) => ({ name, file })));
  assert.ok(all.length > 100, 'they are found');
  assert.deepEqual(all.filter(({ name }, i) => all.findIndex(other => other.name === name) !== i), []);
});

test('a page deletes what it deleted itself, and nothing else', async () => {
  const browser = new Browser(), a = await new Page(browser).begin(), b = await new Page(browser).begin();
  a.fs.writeFile(home + '/saved/of-a', 'a');
  b.fs.writeFile(home + '/saved/of-b', 'b');
  await a.tick();
  await b.tick();
  b.fs.unlink(home + '/saved/of-b');
  b.fs.writeFile(home + '/saved/later', 'b');
  await b.tick();
  assert.deepEqual([...browser.files.keys()].filter(key => key.includes('/saved/')).sort(),
    [home + '/saved/later', home + '/saved/of-a']);
});

test('a folder that two pages save under one name is wholly of the last', async () => {
  const browser = new Browser(), a = await new Page(browser).begin(), b = await new Page(browser).begin();
  for (const [page, file] of [[a, 'one'], [b, 'two']]) {
    page.fs.mkdirTree(home + '/saved/run');
    page.fs.writeFile(home + '/saved/run/' + file, '');
    await page.tick();
  }
  assert.deepEqual([...browser.files.keys()].filter(key => key.includes('/run/')), [home + '/saved/run/two']);
});

test('a file that is saved over another page\'s folder is there alone', async () => {
  const browser = new Browser(), a = await new Page(browser).begin(), b = await new Page(browser).begin();
  a.fs.mkdirTree(home + '/saved/x');
  a.fs.writeFile(home + '/saved/x/y', '');
  await a.tick();
  b.fs.writeFile(home + '/saved/x', 'b');
  await b.tick();
  assert.deepEqual([...browser.files.keys()].filter(key => key.startsWith(home + '/saved/')), [home + '/saved/x']);
});

test('what cannot be read or placed is left out, told, and stays', async () => {
  const browser = new Browser(), a = await new Page(browser).begin();
  for (const name of ['one', 'two', 'x']) a.fs.writeFile(`${home}/saved/${name}`, name);
  await a.tick();
  browser.damaged = home + '/saved/one';
  browser.files.set(home + '/saved/x/y', browser.files.get(home + '/saved/x'));
  const b = await new Page(browser).begin();
  assert.deepEqual(['one', 'two', 'x'].map(name => b.fs.has(`${home}/saved/${name}`)), [false, true, true]);
  b.value('tellWhatIsNotKept()');
  assert.match(b.told[0], /saved\/one and 1 more.*: reload the page/);
  await b.tick();
  assert.ok(browser.files.has(home + '/saved/one') && browser.files.has(home + '/saved/x/y'));
});

test('of changes that cannot all be written, none is, and all are the next time', async () => {
  const browser = new Browser(), a = await new Page(browser).begin();
  for (const name of ['one', 'two']) a.fs.writeFile(`${home}/saved/${name}`, name);
  const { readFile } = a.fs;
  a.fs.readFile = path => {
    if (path.endsWith('two')) throw new Error('no memory');
    return readFile.call(a.fs, path);
  };
  await a.tick();
  assert.equal(browser.files.size, 0);
  assert.match(a.told[0], /did not save this page's files \(no memory\): save the run/);
  a.fs.readFile = readFile;
  await a.tick();
  assert.ok(browser.files.has(home + '/saved/one') && browser.files.has(home + '/saved/two'));
});

test('a page that is hidden or frozen saves its newest steps, and goes on to once a minute', async () => {
  const browser = new Browser(), a = await learning(browser, 'open-a', 1);
  a.value('document').visibilityState = 'hidden';
  a.learn('open-a', 2);
  a.tell('visibilitychange');
  await turns();
  assert.equal(steps(browser, 'open-a'), '2');
  a.learn('open-a', 3);
  await a.interval();
  assert.equal(steps(browser, 'open-a'), '2', 'not yet');
  a.value('savedAt -= 1000 * hiddenSeconds');
  await a.interval();
  assert.equal(steps(browser, 'open-a'), '3');
  a.learn('open-a', 4);
  a.tell('freeze');
  await turns();
  assert.equal(steps(browser, 'open-a'), '4');
});

test('half a run is not stored, and the whole one before stays', async () => {
  const browser = new Browser(), a = await learning(browser, 'open-a', 1);
  const run = `${sessions}/open-a/run-1`;
  a.fs.mkdirTree(run + '.tmp-42');
  a.fs.writeFile(run + '.tmp-42/steps', '2');
  a.fs.rename(run, run + '.old-42');
  await a.tick();
  assert.equal(steps(browser, 'open-a'), '1');
  assert.ok(![...browser.files.keys()].some(key => /\.(tmp|old)-/.test(key)));
  a.fs.rename(run + '.tmp-42', run);
  a.fs.unlink(run + '.old-42/steps');
  a.fs.rmdir(run + '.old-42');
  await a.tick();
  assert.equal(steps(browser, 'open-a'), '2');
});

test('a full database is told once, loses nothing, and is filled when there is room', async () => {
  const browser = new Browser(), a = await learning(browser, 'open-a', 1);
  browser.full = true;
  for (const count of [2, 3]) {
    a.learn('open-a', count);
    a.save(false);
    await a.tick();
  }
  assert.equal(a.told.length, 1);
  assert.match(a.told[0], /no room left.*save the run/s);
  assert.equal(steps(browser, 'open-a'), '1');
  a.tell('beforeunload');
  assert.ok(a.asks, 'before it is left');
  browser.full = false;
  await a.tick();
  assert.equal(steps(browser, 'open-a'), '3');
});

test('a browser that keeps nothing is told of, and asks before the page is left', async () => {
  const browser = Object.assign(new Browser(), { refused: true }), a = await new Page(browser).begin();
  a.value('tellWhatIsNotKept()');
  assert.match(a.told[0], /keeps no files.*save it/s);
  a.tell('beforeunload');
  assert.ok(a.asks);
});
