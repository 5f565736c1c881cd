// The screen's keyboard and input methods type into a field that nobody sees. It tells what the field now holds, not which
// keys were pressed: what has changed at the end goes to the program as characters and backspaces. While a text is being
// composed, the program's own field shows it.
'use strict';

const keyboard = document.getElementById('keyboard'), filling = ' '.repeat(100), fewest = 10, most = 1000;
const backspace = 259, enter = 257;  // GLFW's codes
const unknownKey = 229;  // the browser's code of a key that it only knows the effect of
let before = filling, fromKeys = false, composes = false, takesText = false;

function fill() {
  keyboard.value = before = filling;
}
function pressKey(code) {
  Module._attnlab_key(code, 1);
  Module._attnlab_key(code, 0);
}
function typeChange() {
  const old = [...before], now = [...keyboard.value];
  let same = 0;
  while (same < old.length && old[same] === now[same]) ++same;
  for (let i = same; i < old.length; ++i) pressKey(backspace);
  for (const character of now.slice(same)) Module._attnlab_type(character.codePointAt(0));
}
function takeChange() {
  if (!fromKeys) typeChange();
  before = keyboard.value;
  if (before.length < fewest || before.length > most) fill();
}

// Real keys, of which GLFW hears, but for those that an input method takes. This listener comes before GLFW's own.
addEventListener('keydown', event => {
  fromKeys = event.keyCode !== unknownKey && !event.isComposing;
  if (!fromKeys) event.stopImmediatePropagation();
}, true);
keyboard.addEventListener('keyup', () => { fromKeys = false; });
keyboard.addEventListener('beforeinput', event => {
  if (event.inputType === 'insertLineBreak' && !fromKeys) pressKey(enter);
});
keyboard.addEventListener('input', () => { if (!composes) takeChange(); });

const showComposed = text => Module._attnlab_compose(Module.stringToNewUTF8(text));
keyboard.addEventListener('compositionstart', () => { composes = true; });
keyboard.addEventListener('compositionupdate', event => showComposed(event.data));
keyboard.addEventListener('compositionend', () => {
  composes = fromKeys = false;
  showComposed('');
  takeChange();
  fill();  // else some keyboards compose anew what is typed already
});

// The program calls these when a field of its own begins or ends to take text, and where its caret is. A screen that is
// touched shows its keyboard at the field that has the focus, wherever that is.
Module.wantsText = wanted => {
  takesText = wanted;
  fill();
  if (wanted) keyboard.focus();
  else Module.canvas.focus();
};
Module.placeCaret = (x, y, height) => {
  Object.assign(keyboard.style, { left: `${x}px`, top: `${y}px`, height: `${height}px` });
};
addEventListener('mouseup', () => { if (takesText) keyboard.focus(); });  // a click moves the focus
