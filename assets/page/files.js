// The program's files that stay: settings, answers, saved runs. They lie in the browser's database, which all pages of
// this address share: a page writes there only what it changed itself, and reads no session that another page has open.
'use strict';

const home = '/home/web_user';  // the program's HOME
const sessionsFolder = home + '/.local/state/attention-lab/sessions';  // each page that learns has one folder in it
const savedFolder = home + '/saved';  // where the program runs, and what it saves without naming a folder
const database = { name: home, store: 'FILE_DATA', version: 21 };
const openSeconds = 60, patientSeconds = 10, saveSeconds = 10, hiddenSeconds = 60;
const stayedSeconds = 5;  // after which a page that was to be left has stayed

// While the program replaces NAME, there is NAME.tmp-NUMBER or NAME.old-NUMBER, and NAME is not whole.
const unfinished = /\.(tmp|old)-\d+$/;
function wholeNames(folder) {
  const names = Module.FS.readdir(folder).filter(name => name !== '.' && name !== '..');
  const busy = new Set(names.filter(name => unfinished.test(name)).map(name => name.replace(unfinished, '')));
  return { whole: names.filter(name => !unfinished.test(name) && !busy.has(name)), busy };
}

// The database.

let db = null;
function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(database.name, database.version);
    setTimeout(() => reject(new Error('the database does not open')), 1000 * openSeconds);
    request.onupgradeneeded = () => {
      if (!request.result.objectStoreNames.contains(database.store)) request.result.createObjectStore(database.store);
    };
    request.onsuccess = () => {
      db = request.result;
      db.onclose = () => { db = null; };
      resolve();
    };
    request.onerror = () => reject(request.error);
  });
}
const answerOf = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = event => {
    event.preventDefault();  // the transaction goes on
    reject(request.error);
  };
});
const below = folder => IDBKeyRange.bound(folder + '/', folder + '0', false, true);  // '0' comes after '/'

// The session of this page from before it was loaded again, at the same address.

const pageAddress = location.pathname + location.search;
function rememberedSession() {
  try {
    const { folder, address } = JSON.parse(sessionStorage.getItem('session') ?? '{}');
    return address === pageAddress ? folder : undefined;
  } catch {
    return undefined;  // a page may have no storage
  }
}
function rememberSession(folder) {
  try {
    sessionStorage.setItem('session', JSON.stringify({ folder, address: pageAddress }));
  } catch (error) {
    console.warn('the session is not found again after a reload: ' + error.message);
  }
}

// Reading.

function sessionOf(path) {
  const depth = sessionsFolder.split('/').length;
  return path.startsWith(sessionsFolder + '/') ? path.split('/', depth + 1).join('/') : undefined;
}
let entries = [];   // read, and not yet given to the program: { path, value }
let resumed = '';   // the session that the program is to continue
let notKept = '';   // why files do not stay, and what to do
let unread = [];    // paths of files that could not be read; they stay in the database

const readStore = () => db.transaction(database.store).objectStore(database.store);

// Closed sessions have no lock file, and are everyone's.
const isLock = path => path === sessionOf(path) + '/lock';

async function readFiles() {
  try {
    await openDatabase();
    const sessions = (await answerOf(readStore().getAllKeys())).filter(isLock).map(sessionOf);
    const own = rememberedSession();
    await Promise.all(sessions.map(folder => hold(folder, folder === own)));
    if (sessions.includes(own) && held.has(own)) resumed = own;
    const store = readStore();
    const all = await answerOf(store.getAllKeys()), locked = new Set(all.filter(isLock).map(sessionOf));
    const mine = all.filter(path => !locked.has(sessionOf(path)) || held.has(sessionOf(path)));
    const read = async path => ({ path, value: await answerOf(store.get(path)).catch(error => noteUnread(path, error)) });
    entries = (await Promise.all(mine.map(read))).filter(({ value }) => value);
  } catch (error) {
    console.warn('files are not kept: ' + error);
    notKept = 'This browser keeps no files for this page (some private windows do this): when you close the page, its runs and '
      + 'settings are lost. To keep a run, save it; the browser then downloads it.';
  }
}
const filesAreRead = readFiles();
function noteUnread(path, error) {
  console.warn(`${path} is left out: ${error}`);
  unread.push(path);
}
function tellWhatIsNotKept() {
  if (notKept) return showError(notKept);
  const others = unread.length > 1 ? ` and ${unread.length - 1} more of this page's files` : '';
  if (unread.length)
    showError(`The browser cannot read ${unread[0].replace(home + '/', '')}${others}: reload the page. If something is still missing, `
      + 'it is lost, so save it again.');
}

let lost = '';  // the session of this page, once another page keeps it

// What the database has, as far as this page knows, by path: how the file or folder was recognized then.
let stored = new Map();
function signOf(path) {
  const { mode, ino, size, mtime } = Module.FS.stat(path);
  return Module.FS.isDir(mode) ? `folder ${ino}` : `${ino} ${size} ${+mtime}`;
}

function placeFile(path, { contents, mode, timestamp }) {
  if (!contents) return Module.FS.mkdirTree(path);
  Module.FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
  Module.FS.writeFile(path, contents, { canOwn: true });
  Module.FS.chmod(path, mode);
  Module.FS.utime(path, +timestamp, +timestamp);
}
function placeFiles() {
  Module.FS.mkdirTree(home);
  for (const { path, value } of entries) {
    try {
      placeFile(path, value);
      stored.set(path, '');
    } catch (error) {
      noteUnread(path, error);
    }
  }
  for (const path of stored.keys()) stored.set(path, signOf(path));
  entries = [];
  Module.FS.mkdirTree(savedFolder);
  Module.FS.chdir(savedFolder);
}

// Before the program begins.
async function keepFiles() {
  Module.addRunDependency('files');
  show('Waiting for the files that the browser keeps for this page …');
  const patience = setTimeout(show, 1000 * patientSeconds, 'Still waiting for the files that the browser keeps for this '
    + `page: close the other tabs of this page, or reload it; after ${openSeconds} s the program starts without them.`);
  await filesAreRead;
  clearTimeout(patience);
  placeFiles();
  if (resumed) programArguments.push('--resume', resumed);
  beginOffering();
  Module.removeRunDependency('files');
}

// Writing.

function changedFiles() {
  const changes = { puts: [], deletes: [], stored: new Map() };
  const busyFolders = [];
  if (lost) busyFolders.push(lost);
  const walk = folder => {
    const { whole, busy } = wholeNames(folder);
    for (const name of busy) busyFolders.push(folder + '/' + name);
    for (const name of whole) {
      const path = folder + '/' + name, sign = signOf(path);
      if (path === lost) continue;
      changes.stored.set(path, sign);
      if (stored.get(path) !== sign) changes.puts.push(path);
      if (sign.startsWith('folder')) walk(path);
    }
  };
  walk(home);
  const isBusy = path => busyFolders.some(busy => path === busy || path.startsWith(busy + '/'));
  for (const [path, sign] of stored) {
    if (changes.stored.has(path)) continue;
    if (isBusy(path)) changes.stored.set(path, sign);
    else changes.deletes.push(path);
  }
  return changes;
}

function putFile(store, path) {
  const { mode, mtime } = Module.FS.stat(path), timestamp = new Date(+mtime);
  // A folder that was saved under this name by another page goes as a whole.
  if (path.startsWith(savedFolder + '/')) store.delete(below(path));
  store.put(Module.FS.isDir(mode) ? { timestamp, mode } : { timestamp, mode, contents: Module.FS.readFile(path) }, path);
}

let saveFailed = false;
function saidOnce(error) {
  if (!saveFailed && Module.calledRun) {
    const full = error?.name === 'QuotaExceededError';
    showError(full
      ? 'The browser has no room left for this page, so the newest steps and files are not saved: save the run, which '
        + 'downloads it, then delete the data of other pages in the browser\'s settings.'
      : `The browser did not save this page's files (${error?.message ?? 'it gives no reason'}): save the run, which `
        + 'downloads it, then reload the page.');
  }
  saveFailed = true;
}

// Writes all that has changed in one transaction, which the browser ends even if the page is left meanwhile.
function writeChanges(whenWritten) {
  if (!db) return whenWritten();
  const before = stored, { puts, deletes, stored: after } = changedFiles();
  if (!puts.length && !deletes.length) return whenWritten();
  const forget = error => {
    for (const path of puts) stored.delete(path);
    for (const path of deletes) stored.set(path, before.get(path));
    saidOnce(error);
    whenWritten();
  };
  let transaction;
  try {
    transaction = db.transaction(database.store, 'readwrite');
    const store = transaction.objectStore(database.store);
    stored = after;
    for (const path of deletes) store.delete(path);
    for (const path of puts) putFile(store, path);
    transaction.oncomplete = () => {
      saveFailed = false;
      whenWritten();
    };
    transaction.onabort = () => forget(transaction.error);
    transaction.commit?.();
  } catch (error) {
    abandon(transaction);
    forget(error);
  }
}
function abandon(transaction) {
  if (!transaction) return;
  transaction.onabort = null;
  transaction.abort();
}

// The session that the program writes is this page's; what it has given up, another page may have.
function ownSession() {
  return Module.calledRun ? Module.UTF8ToString(Module._attnlab_own_folder()) : resumed;
}
let followed = '';
function followSession() {
  const own = ownSession();
  if (!own || own === lost) return;
  rememberSession(own);
  if (held.has(own) || own === followed) return;
  followed = own;
  holdNew(own).then(has => has || lose(own));
}
function releaseGoneSessions() {
  const own = ownSession();
  for (const folder of [...held.keys()])
    if (folder !== own && !Module.FS.analyzePath(folder).exists) release(folder);
}

lose = folder => {
  if (folder === lost) return;
  lost = folder;
  held.delete(folder);
  showError('Another tab has the same runs open and saves them, so this tab no longer does: close this tab, or save the run, '
    + 'which downloads it.');
};

let writing = 0;
function saveFiles() {
  if (notKept) return;
  if (!db) return void openDatabase().catch(saidOnce);
  followSession();
  ++writing;
  writeChanges(() => {
    --writing;
    releaseGoneSessions();
  });
}

// The program first saves what is open. `leaving`: this may be the last time, so its session is closed if it does not
// come back. A browser gives a page little time once it is left, so that what was just done is not done again.
let leftAt = -Infinity, savedAt = -Infinity;
isBeingLeft = () => Date.now() - leftAt < 1000 * stayedSeconds;
function saveAll(leaving) {
  if (!isRunning() || isBeingLeft()) return;
  savedAt = Date.now();
  if (leaving) leftAt = savedAt;
  Module._attnlab_save(leaving);
  saveFiles();
}

function removeTree(path) {
  if (!Module.FS.isDir(Module.FS.lstat(path).mode)) return Module.FS.unlink(path);
  for (const name of Module.FS.readdir(path)) if (name !== '.' && name !== '..') removeTree(path + '/' + name);
  Module.FS.rmdir(path);
}
// Another page's own session, which was offered here as a lost one. It stays in the database.
givesUp = folder => {
  if (folder === ownSession()) return false;
  const isIn = path => path === folder || path.startsWith(folder + '/');
  entries = entries.filter(({ path }) => !isIn(path));
  for (const path of [...stored.keys()]) if (isIn(path)) stored.delete(path);
  if (Module.FS?.analyzePath(folder).exists) removeTree(folder);
  release(folder);
  return true;
};

// A hidden page draws no pictures, after which the program would save by itself, but may learn on.
const isHidden = () => document.visibilityState === 'hidden';
setInterval(() => {
  if (!isRunning() || writing) return;
  if (isHidden() && Date.now() - savedAt >= 1000 * hiddenSeconds) saveAll(false);
  else saveFiles();
}, 1000 * saveSeconds);
addEventListener('visibilitychange', () => { if (isHidden()) saveAll(false); });
document.addEventListener('freeze', () => saveAll(false));  // the window does not hear of it
addEventListener('beforeunload', event => {
  saveAll(true);
  if (isRunning() && (notKept || saveFailed)) event.preventDefault();  // the browser asks
  setTimeout(saveAll, 1000 * stayedSeconds, false);  // the page is still there
});
addEventListener('pagehide', () => saveAll(true));
// A page that comes back from the browser's memory has let its session go.
addEventListener('pageshow', event => { if (event.persisted) location.reload(); });
