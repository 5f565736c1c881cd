// Adds to families/lines.json the ids that another implementation gives the lines, for each folder with a tokenizer.json.
// Needs node and npm's @huggingface/tokenizers: in a folder where that is installed, node golden_tokenizer.mjs FAMILIES
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";

const { Tokenizer } = createRequire(process.cwd() + "/")("@huggingface/tokenizers");
const folder = process.argv[2];
const read = (name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8"));
const { lines } = read("lines.json");
const ids = {};
for (const name of ["gpt2", "gpt2_f16"]) {
  const tokenizer = new Tokenizer(read(`${name}/tokenizer.json`), {});
  ids[name] = lines.map((line) => tokenizer.encode(line, { add_special_tokens: false }).ids);
}
writeFileSync(`${folder}/lines.json`, JSON.stringify({ lines, ids }) + "\n");
