// Offers as downloads what the program saved in its folder: a file as it is, a folder as a tar file.
'use strict';

function filesBelow(path) {
  const state = Module.FS.stat(path);
  if (!Module.FS.isDir(state.mode)) return [{ path, size: state.size, time: +state.mtime }];
  return Module.FS.readdir(path).filter(name => !name.startsWith('.')).flatMap(name => filesBelow(path + '/' + name));
}

// A header of the format ustar: 512 bytes.
function tarHeader(name, size, time) {
  const header = new Uint8Array(512), encoder = new TextEncoder(), bytes = encoder.encode(name);
  const put = (at, text) => header.set(encoder.encode(text), at);
  const octal = (number, digits) => Math.floor(number).toString(8).padStart(digits, '0') + '\0';
  const cut = bytes.length > 100 ? bytes.indexOf(47, bytes.length - 101) : -1;  // at a slash
  header.set(bytes.subarray(cut + 1, cut + 101), 0);
  if (cut > 0) header.set(bytes.subarray(0, Math.min(cut, 155)), 345);
  put(100, octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(time / 1000, 11));
  put(148, '        0');
  put(257, 'ustar\x0000');
  put(148, octal(header.reduce((sum, byte) => sum + byte, 0), 6));
  return header;
}

function tarOf(files) {
  const parts = files.flatMap(({ path, size, time }) => [
    tarHeader(path.slice(savedFolder.length + 1), size, time), Module.FS.readFile(path), new Uint8Array((512 - size % 512) % 512)]);
  return new Blob([...parts, new Uint8Array(1024)]);
}

function download(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

function offer(name) {
  const path = savedFolder + '/' + name, files = filesBelow(path);
  if (Module.FS.isDir(Module.FS.stat(path).mode)) download(name + '.tar', tarOf(files));
  else download(name, new Blob([Module.FS.readFile(path)]));
}

function namesToOffer() {
  return wholeNames(savedFolder).whole.filter(name => !name.startsWith('.') && filesBelow(savedFolder + '/' + name).length);
}

// What has changed is offered once nothing of it has changed for a second.
const seen = new Map();  // by name: { state, offered }
function offerSaved(already) {
  for (const name of namesToOffer()) {
    const state = JSON.stringify(filesBelow(savedFolder + '/' + name)), last = seen.get(name);
    if (already) seen.set(name, { state, offered: state });
    else if (!last || last.state !== state) seen.set(name, { state, offered: last?.offered });
    else if (last.offered !== state) {
      last.offered = state;
      offer(name);
    }
  }
}

// What lies there already was offered when it was saved.
function beginOffering() {
  offerSaved(true);
  setInterval(offerSaved, 1000, false);
}
