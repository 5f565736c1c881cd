// What the page does around the program: arguments, clipboard, keys, messages.
'use strict';

const status = document.getElementById('status');
let ended = false;
const show = text => { if (!ended) status.textContent = text; };

// ?lesson=first-steps is --lesson first-steps; ?script=tour.txt plays a script that lies beside the page.
const given = new URLSearchParams(location.search);
const programArguments = ['lesson', 'preset', 'state'].flatMap(
    name => given.has(name) ? ['--' + name, given.get(name)] : []);
const script = given.has('script') ? '/' + given.get('script').replace(/[^\w.-]/g, '') : '';
if (script) programArguments.push('--script', script);
const hasOptions = programArguments.length > 0;

function fetchScript() {
  if (!script) return;
  Module.addRunDependency('script');
  fetch(script.slice(1))
      .then(answer => answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText)))
      .then(text => Module.FS.writeFile(script, text), error => console.warn(script.slice(1) + ': ' + error.message))
      .finally(() => Module.removeRunDependency('script'));
}

let said = '';  // the last line on standard error
let hasBegun = false;  // the program has its window
const isRunning = () => Module.calledRun && !ended;

// What is said first stays: it is the cause of what follows.
function end(code, text) {
  if (ended) return;
  show(text);
  ended = true;
  status.dataset.code = code;
}

// What the program said when it failed, for a page, which has no command line.
function forPage(text) {
  const what = text.replace(/^attention-lab: /, '').replace(/ \(see attention-lab[^)]*--help\)$/, '');
  if (/not enough memory|bad_alloc/.test(what)) return couldNotBegin('memory');
  const advice = hasOptions && !hasBegun
    ? `correct the address, or open ${location.pathname} without the part that begins with ?.` : `${reloadAdvice}.`;
  if (what.endsWith('?')) return `${what} ${advice[0].toUpperCase()}${advice.slice(1)}`;
  return `${what || 'The program has failed'}: ${advice}`;
}

// Shows an error in the running program.
function showError(text) {
  console.warn(text);
  if (isRunning()) Module._attnlab_show_error(Module.stringToNewUTF8(text));
}

var Module = {
  canvas: document.getElementById('canvas'),
  arguments: programArguments,
  preRun: [() => keepFiles(), fetchScript],
  postRun: [() => { hasBegun = true; }, () => tellWhatIsNotKept()],
  print: text => console.log(text),
  printErr: text => { console.warn(text); said = text; },
  onRuntimeInitialized: () => show(''),
  onAbort: why => {
    if (!Module.calledRun) return end(1, couldNotBegin(why));
    writeChanges(() => {});
    end(1, `Attention Lab has stopped (${why}): reload the page to continue from the last save.`);
  },
  onExit: code => {
    writeChanges(() => {});
    if (code) end(code, script ? said : forPage(said));
    else end(code, 'Attention Lab has ended. To start it again, reload the page.');
  },
  copyText: text => navigator.clipboard && navigator.clipboard.writeText(text).catch(() => {}),
};

// The browser may take the graphics away, for instance when their driver begins anew.
Module.canvas.addEventListener('webglcontextlost', () => {
  saveAll(false);
  end(1, 'The browser has taken the graphics from this page: reload the page to restore its runs.');
});

// The program sees Ctrl+V when it draws its next frame, after this.
addEventListener('paste', event => {
  if (Module.calledRun) Module._attnlab_paste(Module.stringToNewUTF8(event.clipboardData.getData('text/plain')));
});

// The letter of a shortcut. On a layout without Latin letters it is that of the key's place, as the program has it.
function letterOf({ key, code }) {
  if (/^[a-z]$/i.test(key)) return key;
  return (key.length === 1 && key > '\u036f' && /^Key(.)$/.exec(code)?.[1]) || '';
}

// Keys that the program has are not the browser's; the clipboard, reloading and the developer's tools are. What AltGr
// types is a character, though browsers on Windows report Ctrl and Alt with it.
addEventListener('keydown', event => {
  if (event.keyCode === unknownKey) return;  // of a keyboard on the screen, or an input method: keyboard.js
  const typed = event.getModifierState('AltGraph') && event.key.length === 1;
  const browsers = /^F1[12]$/.test(event.key) || ((event.ctrlKey || event.metaKey) && /^[cvxrntw]$/i.test(letterOf(event)));
  if (!typed && !browsers && (event.ctrlKey || event.altKey || event.key.length > 1)) event.preventDefault();
}, true);

// The program's shortcuts follow the letters of the keyboard's layout, which GLFW does not know here. This listener comes
// before GLFW's own.
function nameKey(code, key) {
  if (Module.calledRun) Module._attnlab_name_key(Module.stringToNewUTF8(code), Module.stringToNewUTF8(key));
}
for (const type of ['keydown', 'keyup'])
  addEventListener(type, event => nameKey(event.code, event.getModifierState('AltGraph') ? 'Dead' : event.key), true);
addEventListener('blur', () => nameKey('', ''), true);  // GLFW then releases the keys that are held

addEventListener('contextmenu', event => event.preventDefault());
