// Fingers on the screen are mouse and wheel. One finger is the left button, or the right one where it rests; two turn the
// wheel, or zoom where they part.
'use strict';

const stillPixels = 10, restSeconds = 0.6, pixelsOfLine = 80, pixelsOfZoom = 30;

function mouse(type, at, button = 0) {
  Module.canvas.dispatchEvent(
      new MouseEvent(type, { clientX: at.x, clientY: at.y, button, buttons: type === 'mouseup' ? 0 : 1, bubbles: true }));
}
const placeOf = touch => ({ x: touch.clientX, y: touch.clientY });
const apart = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);

// One finger. Its button is pressed once it moves or is lifted: until then, a second finger may come, or it may rest.
let finger = null;  // { at, drags, rests }

function press(touch) {
  const at = placeOf(touch);
  mouse('mousemove', at);
  finger = { at, drags: false, rests: setTimeout(() => { finger = null; click(at, 2); }, 1000 * restSeconds) };
}
// Where no finger is, nothing is pointed at.
function letGo(at, button = 0) {
  mouse('mouseup', at, button);
  mouse('mouseleave', at);
}
function click(at, button = 0) {
  mouse('mousedown', at, button);
  letGo(at, button);
}
function move(touch) {
  const at = placeOf(touch);
  if (!finger.drags && apart(at, finger.at) < stillPixels) return;
  if (!finger.drags) {
    clearTimeout(finger.rests);
    mouse('mousedown', finger.at);
  }
  finger = { at, drags: true };
  mouse('mousemove', at);
}
function lift() {
  if (!finger) return;
  clearTimeout(finger.rests);
  if (finger.drags) letGo(finger.at);
  else click(finger.at);
  finger = null;
  if (takesText) keyboard.focus();  // again, where it was hidden
}
function leave() {
  if (finger?.drags) letGo(finger.at);
  clearTimeout(finger?.rests);
  finger = null;
}

// Two fingers. What they do first, to move or to part, they do until one is lifted.
let pair = null;  // { middle, width, does }, does: '', 'scroll' or 'zoom'

function pairOf([a, b]) {
  const [p, q] = [placeOf(a), placeOf(b)];
  return { middle: { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 }, width: apart(p, q), does: '' };
}
function beginPair(touches) {
  leave();
  pair = pairOf(touches);
  mouse('mousemove', pair.middle);
}
function movePair(touches) {
  const now = pairOf(touches), parted = now.width - pair.width, moved = apart(now.middle, pair.middle);
  if (!pair.does) {
    if (Math.max(Math.abs(parted), moved) < stillPixels) return;
    pair = { ...now, does: Math.abs(parted) > moved ? 'zoom' : 'scroll' };
    return;
  }
  if (pair.does === 'scroll')
    Module._attnlab_wheel((now.middle.x - pair.middle.x) / pixelsOfLine, (now.middle.y - pair.middle.y) / pixelsOfLine);
  else if (Math.abs(parted) < stillPixels)
    return;  // each step takes the program a picture or two
  else
    Module._attnlab_zoom(parted / pixelsOfZoom);
  pair = { ...now, does: pair.does };
}

const fingersDo = {
  touchstart: event => event.touches.length === 1 ? press(event.touches[0]) : event.touches.length === 2 ? beginPair(event.touches) : leave(),
  touchmove: event => pair && event.touches.length === 2 ? movePair(event.touches) : finger && move(event.touches[0]),
  touchend: event => { pair = null; if (!event.touches.length) lift(); },
  touchcancel: () => { pair = null; leave(); },
};
let touched = false;  // a finger was the last to do something, not a mouse
for (const [type, does] of Object.entries(fingersDo)) {
  addEventListener(type, event => {
    if (event.target === keyboard) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    touched = true;
    if (Module.calledRun) does(event);
  }, { capture: true, passive: false });
}
addEventListener('pointerdown', event => { touched = event.pointerType !== 'mouse'; }, true);
