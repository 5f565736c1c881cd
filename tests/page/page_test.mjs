// What the page does around the program, in Node.js without a browser: keys, and what is said of a failure.
// Usage: node --test tests/page/page_test.mjs
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Browser, Page } from './fakes.mjs';

const begun = options => new Page(new Browser(), options).begin();
// What the page then shows; the program has its window, or not.
const said = (page, text, window = false) => {
  page.value('Module').printErr(text);
  page.value(`hasBegun = ${window}; Module.onExit(2)`);
  return page.value('status.textContent');
};

const keys = {
  'of a Latin layout': [{ key: 'c', code: 'KeyC' }, false],
  'of a French layout, with Shift': [{ key: 'W', code: 'KeyZ' }, false],
  'of a Russian layout': [{ key: 'с', code: 'KeyC' }, false],
  'of a Greek layout': [{ key: 'ψ', code: 'KeyC' }, false],
  'of a Latin layout, elsewhere': [{ key: 'l', code: 'KeyC' }, true],
  'of a Russian layout, elsewhere': [{ key: 'д', code: 'KeyL' }, true],
  'a Latin letter with an accent': [{ key: 'ç', code: 'KeyC' }, true],
  'an arrow': [{ key: 'ArrowLeft', code: 'ArrowLeft' }, true],
};
for (const [name, [key, isPrograms]] of Object.entries(keys))
  test(`with Ctrl, ${name}: ${isPrograms ? 'the program\'s' : 'the browser\'s'}`, async () => {
    const page = await begun();
    page.value('Module')._attnlab_name_key = () => {};
    page.tell('keydown', { ...key, ctrlKey: true, getModifierState: () => false });
    assert.equal(Boolean(page.asks), isPrograms);
  });

test('when the page loses the keyboard, no key\'s event comes next', async () => {
  const page = await begun(), named = [];
  page.value('Module')._attnlab_name_key = (code, key) => named.push([code, key]);
  page.tell('keydown', { key: 's', code: 'KeyS', getModifierState: () => false });
  page.tell('blur');
  assert.deepEqual(named, [['KeyS', 's'], ['', '']]);
});

test('a failure at the start says what to do in a page', async () => {
  const address = { search: '?preset=nosuch' };
  assert.equal(said(await begun(address), 'attention-lab: there is no preset "nosuch"'),
    'there is no preset "nosuch": correct the address, or open / without what follows the ?.');
  assert.equal(said(await begun(address), 'attention-lab: there is no preset nosuch; did you mean copy, gru or length?'),
    'there is no preset nosuch; did you mean copy, gru or length? Correct the address, or open / without what follows the ?.');
  assert.equal(said(await begun(address), 'attention-lab: --preset excludes --state (see attention-lab --help)'),
    '--preset excludes --state: correct the address, or open / without what follows the ?.');
  assert.equal(said(await begun(), 'attention-lab: no fonts'), 'no fonts: reload the page.');
  assert.equal(said(await begun(address), 'attention-lab: no graphics', true), 'no graphics: reload the page.');
  assert.match(said(await begun(address), 'attention-lab: there is not enough memory for this'), /too little memory.*reload/);
  assert.equal(said(await begun({ search: '?script=tour.txt' }), 'tour.txt:3: not so'), 'tour.txt:3: not so');
});
