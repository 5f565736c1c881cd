// What a browser gives a page, in Node.js: one database, locks and channels for all pages, and a file system for each page.
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';

export const turns = async (n = 40) => { for (let i = 0; i < n; ++i) await new Promise(resolve => setImmediate(resolve)); };

class Folder extends Map {}
let inodes = 0;

// Emscripten's FS as far as the page uses it: absolute paths, files of bytes.
export class Files {
  root = this.#node(new Folder());
  #node(content) { return { content, ino: ++inodes, mode: content instanceof Folder ? 0o40777 : 0o100666, mtime: new Date(++Files.clock) }; }
  static clock = 1e12;
  #find(path) {
    return path.split('/').filter(Boolean).reduce((node, name) => node?.content instanceof Folder ? node.content.get(name) : undefined, this.root);
  }
  #at(path) {
    const node = this.#find(path);
    if (!node) throw new Error('no such file: ' + path);
    return node;
  }
  #parent(path) { return this.#at(path.slice(0, path.lastIndexOf('/'))).content; }
  #name(path) { return path.slice(path.lastIndexOf('/') + 1); }
  mkdirTree(path) {
    path.split('/').filter(Boolean).reduce((node, name) => {
      if (!node.content.has(name)) node.content.set(name, this.#node(new Folder()));
      return node.content.get(name);
    }, this.root);
  }
  writeFile(path, bytes) { this.#parent(path).set(this.#name(path), this.#node(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)); }
  readFile(path) { return this.#at(path).content; }
  readdir(path) { return ['.', '..', ...this.#at(path).content.keys()]; }
  isDir(mode) { return (mode & 0o170000) === 0o40000; }
  stat(path) {
    const { mode, ino, mtime, content } = this.#at(path);
    return { mode, ino, mtime, size: content.length ?? 4096 };
  }
  lstat(path) { return this.stat(path); }
  chmod() {}
  chdir() {}
  utime(path, _, time) { this.#at(path).mtime = new Date(time); }
  unlink(path) { this.#parent(path).delete(this.#name(path)); }
  rmdir(path) { this.unlink(path); }
  rename(from, to) {
    const node = this.#at(from);
    this.unlink(from);
    this.#parent(to).set(this.#name(to), node);
  }
  analyzePath(path) { return { exists: Boolean(this.#find(path)) }; }
  has(path) { return this.analyzePath(path).exists; }
}

// What all pages of one browser share.
export class Browser {
  files = new Map();   // the database's one store
  held = new Map();    // locks, by name: the page
  waiting = [];        // for locks: { name, page, take }
  pages = new Set();
  full = false;        // the database takes nothing more
  refused = false;     // the database does not open
  damaged = '';        // the path of a file that it does not give back
  hasLocks = true;
  freeLocks(page) {
    for (const [name, holder] of this.held) if (holder === page) this.held.delete(name);
    this.waiting = this.waiting.filter(one => one.page !== page);
    this.grant();
  }
  grant() {
    this.waiting = this.waiting.filter(({ name, take }) => this.held.has(name) || take());
  }
}

const later = work => setImmediate(work);

function request(give) {
  const made = {};
  later(() => {
    try {
      made.result = give();
      made.onsuccess?.();
    } catch (error) {
      made.error = error;
      made.onerror?.({ preventDefault() {} });
    }
  });
  return made;
}

function fakeDatabase(browser) {
  const inRange = (key, range) => typeof range === 'string' ? key === range : key >= range.lower && key < range.upper;
  const transaction = (_, mode) => {
    const done = [], made = { error: null };
    const store = {
      getAllKeys: () => request(() => [...browser.files.keys()].sort()),
      get: key => request(() => {
        if (key === browser.damaged) throw new Error('damaged');
        return browser.files.get(key);
      }),
      put: (value, key) => done.push(files => files.set(key, value)),
      delete: range => done.push(files => { for (const key of [...files.keys()]) if (inRange(key, range)) files.delete(key); }),
    };
    if (mode === 'readwrite') later(() => {
      if (made.aborted) return made.onabort?.();
      if (browser.full) {
        made.error = Object.assign(new Error('no room'), { name: 'QuotaExceededError' });
        return made.onabort?.();
      }
      for (const change of done) change(browser.files);
      made.oncomplete?.();
    });
    return Object.assign(made, { objectStore: () => store, commit() {}, abort() { made.aborted = true; } });
  };
  return { open: () => request(() => {
    if (browser.refused) throw new Error('refused');
    return { transaction, objectStoreNames: { contains: () => true } };
  }) };
}

function fakeLocks(browser, page) {
  return { request(name, { ifAvailable, signal }, use) {
    return new Promise((resolve, reject) => {
      const take = () => {
        if (signal?.aborted) return false;
        browser.held.set(name, page);
        Promise.resolve(use({ name })).then(value => {
          if (browser.held.get(name) === page) browser.held.delete(name);
          browser.grant();
          resolve(value);
        });
        return false;
      };
      if (!browser.held.has(name)) return take();
      if (ifAvailable) return resolve(use(null));
      browser.waiting.push({ name, page, take });
      signal.addEventListener('abort', () => {
        browser.waiting = browser.waiting.filter(one => one.take !== take);
        reject(new Error('aborted'));
      });
    });
  } };
}

// Of the page; tell() has its listeners hear an event.
function fakeElement() {
  const listeners = new Map();
  return { addEventListener: (type, does) => listeners.set(type, [...listeners.get(type) ?? [], does]),
    tell(type, event = {}) { for (const does of listeners.get(type) ?? []) does(event); },
    dispatchEvent() {}, focus() {}, append() {}, getContext: () => ({ getExtension() {} }), dataset: {}, style: {}, textContent: '' };
}

export const text = file => readFileSync(new URL('../../assets/page/' + file, import.meta.url), 'utf8');
// Those of the page, in their order.
export const scripts = [...text('index.html').matchAll(/<script src="([^"]+)">/g)].map(([, file]) => file);

// A page whose program writes its session when it is asked to. `storage`: of its tab, copied where the tab is duplicated.
export class Page {
  constructor(browser, { storage = new Map(), search = '' } = {}) {
    Object.assign(this, { browser, storage, told: [], intervals: [], own: '', fs: new Files(), listeners: new Map(), alive: true });
    const page = this;
    class Channel {
      constructor() { page.channel = this; }
      postMessage(data) {
        for (const other of browser.pages)
          if (other !== page) later(() => other.receive(data));
      }
    }
    const elements = new Map();
    const element = id => elements.get(id) ?? elements.set(id, fakeElement()).get(id);
    const listen = (type, does) => this.listeners.set(type, [...this.listeners.get(type) ?? [], does]);
    const context = this.context = createContext({
      document: { getElementById: element, visibilityState: 'visible', createElement: fakeElement, body: element('body'),
        addEventListener: listen },
      location: { pathname: '/', search, reload: () => { this.reloads = true; } },
      sessionStorage: { getItem: key => storage.get(key) ?? null, setItem: (key, value) => storage.set(key, value) },
      navigator: browser.hasLocks ? { locks: fakeLocks(browser, this) } : {},
      indexedDB: fakeDatabase(browser),
      IDBKeyRange: { bound: (lower, upper) => ({ lower, upper }) },
      BroadcastChannel: Channel, AbortController, URLSearchParams, URL, console: { warn: line => this.warned = line, log() {} },
      // Time is counted in turns of the event loop, so that a busy machine changes nothing.
      setTimeout: (work, ms, ...given) => {
        const timer = { ends: false };
        turns(ms / 20).then(() => { if (this.alive && !timer.ends) work(...given); });
        return timer;
      },
      clearTimeout: timer => { if (timer) timer.ends = true; },
      setInterval: work => this.intervals.push(work), clearInterval() {},
      addEventListener: listen, MouseEvent: class {}, history: { state: null }, WebAssembly,
    });
    context.globalThis = context.self = context;
    browser.pages.add(this);
    for (const file of scripts) runInContext(text(file), context, { filename: file });
  }
  receive(data) {
    if (this.unheard) this.unheard.push(data);
    else if (this.alive) this.channel.onmessage({ data });
  }
  // Hears nothing meanwhile, as a page that computes or is frozen.
  async whileBusy(work) {
    this.unheard = [];
    await work();
    const late = this.unheard;
    this.unheard = null;
    for (const data of late) this.receive(data);
    await turns();
  }
  value(expression) { return runInContext(expression, this.context); }

  // The program begins once the page has its files.
  async begin() {
    const module = this.value('Module');
    let ready;
    const begun = new Promise(resolve => { ready = resolve; });
    Object.assign(module, {
      FS: this.fs, addRunDependency() {}, removeRunDependency: ready,
      UTF8ToString: text => text, stringToNewUTF8: text => text,
      _attnlab_save: leaving => this.save(leaving), _attnlab_own_folder: () => this.own,
      _attnlab_show_error: text => this.told.push(text),
    });
    module.preRun[0]();
    await begun;
    const given = module.arguments;
    this.own = given.includes('--resume') ? given[given.indexOf('--resume') + 1] : '';
    if (this.own && this.fs.has(this.own + '/left')) this.fs.unlink(this.own + '/left');
    module.calledRun = true;
    return this;
  }

  // What the program does: it saves its session in a folder, and marks it when it is left.
  learn(session, steps) {
    this.session = session;
    this.steps = steps;
  }
  save(leaving) {
    if (this.steps) {
      this.own ||= this.value('sessionsFolder') + '/' + this.session;
      this.fs.mkdirTree(this.own + '/run-1');
      this.fs.writeFile(this.own + '/lock', '');
      this.fs.writeFile(this.own + '/run-1/steps', String(this.steps));
    }
    if (!this.own) return;
    if (leaving) this.fs.writeFile(this.own + '/left', '');
    else if (this.fs.has(this.own + '/left')) this.fs.unlink(this.own + '/left');
  }
  sees(session) { return this.fs.has(this.value('sessionsFolder') + '/' + session); }

  tell(type, event = {}) {
    for (const does of this.listeners.get(type) ?? []) does({ preventDefault: () => { this.asks = true; }, ...event });
  }
  async tick() {
    this.value('saveFiles()');
    await turns();
  }
  // Time passes for what the page does again and again.
  async interval() {
    for (const work of this.intervals) work();
    await turns();
  }
  // So long after it was to be left that it has stayed.
  async stayed() {
    this.value('leftAt = -Infinity; saveAll(false)');
    await turns();
  }
  // The browser ends it: as it leaves a page, or by a crash.
  async leave() {
    this.tell('beforeunload');
    this.tell('pagehide');
    this.value('document').visibilityState = 'hidden';
    this.tell('visibilitychange');
    await this.crash();
  }
  async crash() {
    this.alive = false;
    this.browser.pages.delete(this);
    await turns(3);
    this.browser.freeLocks(this);
    await turns();
  }
}
