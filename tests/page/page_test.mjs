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

// A key that the browser's input method has taken, and what its field then holds.
function compose(page, key, text) {
  const field = page.value('keyboard');
  let heard = true;
  page.tell('keydown', { key: 'Process', code: key, keyCode: 229, getModifierState: () => false,
    stopImmediatePropagation: () => { heard = false; } });
  if (text.length === 1) field.tell('compositionstart');
  field.value = page.value('before') + text;
  field.tell('compositionupdate', { data: text });
  field.tell('input');
  return heard;
}

test('what is composed is shown, and typed once it is whole', async () => {
  const page = await begun(), shown = [], typed = [], field = page.value('keyboard');
  Object.assign(page.value('Module'), { _attnlab_name_key() {}, _attnlab_compose: text => shown.push(text),
    _attnlab_type: code => typed.push(String.fromCodePoint(code)), _attnlab_key: (code, down) => typed.push(down ? 'key ' + code : '') });
  page.value('Module.wantsText(true)');
  assert.equal(compose(page, 'KeyN', 'n'), false, 'the program must not hear the key');
  compose(page, 'KeyI', 'ni');
  assert.deepEqual([shown, typed], [['n', 'ni'], []]);
  field.value = page.value('before') + '你';
  field.tell('input');
  field.tell('compositionend', { data: '你' });
  assert.deepEqual([shown, typed], [['n', 'ni', ''], ['你']]);
});

test('a real key in the field of the page is not typed twice', async () => {
  const page = await begun(), typed = [], field = page.value('keyboard');
  Object.assign(page.value('Module'), { _attnlab_name_key() {}, _attnlab_type: code => typed.push(code), _attnlab_key: code => typed.push(code) });
  page.value('Module.wantsText(true)');
  page.tell('keydown', { key: 'n', code: 'KeyN', keyCode: 78, getModifierState: () => false });
  field.value = page.value('before') + 'n';
  field.tell('input');
  assert.deepEqual(typed, []);
});

test('a failure at the start says what to do in a page', async () => {
  const address = { search: '?preset=nosuch' };
  assert.equal(said(await begun(address), 'attention-lab: there is no preset "nosuch"'),
    'there is no preset "nosuch": correct the address, or open / without the part that begins with ?.');
  assert.equal(said(await begun(address), 'attention-lab: there is no preset nosuch; did you mean copy, gru or length?'),
    'there is no preset nosuch; did you mean copy, gru or length? Correct the address, or open / without the part that begins with ?.');
  assert.equal(said(await begun(address), 'attention-lab: --preset excludes --state (see attention-lab --help)'),
    '--preset excludes --state: correct the address, or open / without the part that begins with ?.');
  assert.equal(said(await begun(), 'attention-lab: no fonts'), 'no fonts: reload the page.');
  assert.equal(said(await begun(address), 'attention-lab: no graphics', true), 'no graphics: reload the page.');
  assert.match(said(await begun(address), 'attention-lab: there is not enough memory for this'), /too little memory.*reload/);
  assert.equal(said(await begun({ search: '?script=tour.txt' }), 'tour.txt:3: not so'), 'tour.txt:3: not so');
});
