// Which page of this browser has a folder open: one page at most holds a folder.
'use strict';

// The Web Locks API releases what a page held however the page ends. Browsers have it for https and localhost alone;
// elsewhere the pages ask each other, and a page that does not answer in time has ended, or is heard of late.
const answerSeconds = 3, settleSeconds = 0.3;
const unloadSeconds = 5;  // that a page may take to end
const thisPage = Math.random();
const held = new Map();     // by folder: releases it
const claimed = new Map(); // by folder that this page is asking the others for: whether it is its own
const answered = new Map(); // by folder: called when another page has it
const pages = globalThis.BroadcastChannel ? new BroadcastChannel('attention-lab') : null;

// Set by files.js.
let givesUp = () => false;      // says whether this page gives up a folder that it holds but does not use
let lose = () => {};            // another page has the folder that this page uses
let isBeingLeft = () => false;  // this page may not live to say what it has

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

// Keeps a folder that this page has just made, and no other page should have.
async function holdNew(folder) {
  if (navigator.locks) return hold(folder);
  held.set(folder, () => {});
  return true;
}

function release(folder) {
  const releases = held.get(folder);
  held.delete(folder);
  releases?.();
}

const say = folder => pages.postMessage({ has: folder, holds: held.has(folder), by: thisPage });

function answer({ folder, wanted, by }) {
  const mine = claimed.get(folder);
  if (mine !== undefined && (mine === wanted ? thisPage < by : mine)) return say(folder);
  if (!held.has(folder) || (wanted && givesUp(folder))) return;
  if (isBeingLeft()) setTimeout(() => held.has(folder) && say(folder), 1000 * settleSeconds);
  else say(folder);
}

// Another page has the folder, which this page asks for, or has taken as that one was too busy to answer.
function hear({ has: folder, holds, by }) {
  if (answered.has(folder)) return answered.get(folder)();
  if (navigator.locks || !holds || !held.has(folder) || givesUp(folder)) return;
  if (thisPage < by) say(folder);
  else lose(folder);
}

if (pages) pages.onmessage = ({ data }) => data.has ? hear(data) : answer(data);
