// Hashes of what another implementation makes of lines, into FOLDER/hashes.json, and of a second one in how many lines
// it differs from the first. Needs node and npm's tokenizers and @huggingface/tokenizers: in a folder where these are
// installed, node golden_tokenizers.mjs FOLDER LINES [NAME…], where golden_tokenizers.py wrote the files.
import { createRequire } from "node:module";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";

const require = createRequire(process.cwd() + "/");
const first = require("tokenizers").Tokenizer, second = require("@huggingface/tokenizers").Tokenizer;
const [folder, linesFile, ...names] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(linesFile, "utf8")), block = 100;
const notTokenizers = ["alphabet.json", "characters.json", "hashes.json", "sentence_piece.json"];

/// FNV-1a of each `block` values, as golden_tokenizers.py has it.
function hashes(values) {
  let text = "", state = 0n;
  values.forEach((value, i) => {
    if (i % block === 0) state = 0xcbf29ce484222325n;
    for (const byte of [...value, 0]) state = ((state ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
    if (i % block === block - 1) text += (state & 0xffffffn).toString(16).padStart(6, "0");
  });
  return text;
}

const idBytes = (ids) => new Uint8Array(Uint32Array.from(ids).buffer);

/// The ids of the second, or nothing where it does not know a stage.
function secondIds(text) {
  try {
    const tokenizer = new second(JSON.parse(text), {});
    return lines.map((line) => tokenizer.encode(line, { add_special_tokens: false }).ids);
  } catch (error) {
    console.log(error.message);
  }
}

async function hashesOf(name) {
  const text = readFileSync(`${folder}/${name}.json`, "utf8");
  const tokenizer = first.fromString(text);
  const ids = [], texts = [];
  for (const line of lines) {
    ids.push((await tokenizer.encode(line, null, { addSpecialTokens: false })).getIds());
    texts.push(await tokenizer.decode(ids.at(-1), false));
  }
  const others = secondIds(text);
  const differ = lines.filter((_, i) => others && JSON.stringify(others[i]) !== JSON.stringify(ids[i]));
  console.log(`${name}: the second differs in ${others ? differ.length : "all"} of ${lines.length} lines`, differ.slice(0, 3));
  const frame = (await tokenizer.encode("", null, { addSpecialTokens: true })).getIds();
  const bytes = texts.map((made) => new TextEncoder().encode(made));
  return { ids: hashes(ids.map(idBytes)), texts: hashes(bytes), frame };
}

const all = readdirSync(folder).filter((file) => file.endsWith(".json") && !notTokenizers.includes(file));
for (const name of names.length ? names : all.map((file) => file.slice(0, -5))) {
  const made = await hashesOf(name);
  const golden = existsSync(`${folder}/hashes.json`) ? JSON.parse(readFileSync(`${folder}/hashes.json`, "utf8")) : {};
  writeFileSync(`${folder}/hashes.json`, JSON.stringify({ ...golden, [name]: made }) + "\n");
}
