// Which page of this browser has a folder open: one page at most holds a folder.
'use strict';

// The Web Locks API releases what a page held however the page ends. Browsers have it for https and localhost alone;
// elsewhere the pages ask each other, and a page that does not answer has ended.
const answerSeconds = 1, settleSeconds = 0.3;
const unloadSeconds = 5;  // that a page may take to end
const thisPage = Math.random();
const held = new Map();     // by folder: releases it
const claimed = new Map(); // by folder that this page is asking the others for: whether it is its own
const answered = new Map(); // by folder: called when another page has it
const pages = globalThis.BroadcastChannel ? new BroadcastChannel('attention-lab') : null;

// Says whether this page gives up a folder that it holds but does not use. Set by files.js.
let givesUp = () => false;

function takeLock(folder, options) {
  return new Promise(resolve => {
    const keep = lock => lock && new Promise(release => {
      held.set(folder, release);
      resolve(true);
    });
    navigator.locks.request('attention-lab ' + folder, options, keep).then(() => resolve(false), () => resolve(false));
  });
}

// Whether another page says within the time that it has the folder.
function anotherHas(folder, wanted) {
  if (!pages) return Promise.resolve(false);
  return new Promise(resolve => {
    const end = value => {
      answered.delete(folder);
      claimed.delete(folder);
      resolve(value);
    };
    claimed.set(folder, wanted);
    answered.set(folder, () => end(true));
    pages.postMessage({ folder, wanted, by: thisPage });
    setTimeout(end, 1000 * answerSeconds, false);
  });
}

// Takes the folder if no other page has it. `wanted`: it is this page's own, so a page that only holds it gives it up.
async function hold(folder, wanted = false) {
  if (held.has(folder)) return true;
  if (!navigator.locks) {
    if (await anotherHas(folder, wanted)) return false;
    held.set(folder, () => {});
    return true;
  }
  if (await takeLock(folder, { ifAvailable: true })) return true;
  if (!wanted) return false;
  const waiting = new AbortController();
  anotherHas(folder, true).then(has => has ? waiting.abort() : setTimeout(() => waiting.abort(), 1000 * unloadSeconds));
  return takeLock(folder, { signal: waiting.signal });
}

// Keeps a folder that this page has just made, and no other page knows.
function holdNew(folder) {
  if (navigator.locks) hold(folder);
  else held.set(folder, () => {});
}

function release(folder) {
  const releases = held.get(folder);
  held.delete(folder);
  releases?.();
}

function answer({ folder, wanted, by }) {
  const mine = claimed.get(folder);
  if (mine !== undefined && (mine === wanted ? thisPage < by : mine)) return pages.postMessage({ has: folder });
  if (!held.has(folder) || (wanted && givesUp(folder))) return;
  // A page that is being left does not live to say it.
  setTimeout(() => held.has(folder) && pages.postMessage({ has: folder }), 1000 * settleSeconds);
}

if (pages) pages.onmessage = ({ data }) => data.has ? answered.get(data.has)?.() : answer(data);
