// Which characters the classes of another implementation's expressions match, of all code points: FOLDER/characters.json.
// Needs node and npm's tokenizers, whose Split has Oniguruma's expressions and whose Whitespace has Rust's: in a folder
// where that is installed, node golden_characters.mjs FOLDER
import { createRequire } from "node:module";
import { writeFileSync } from "node:fs";

const { Tokenizer } = createRequire(process.cwd() + "/")("tokenizers");
const isSurrogate = (value) => value >= 0xd800 && value < 0xe000;
const all = [...Array(0x110000).keys()].filter((value) => !isSurrogate(value));
const text = (values, between = "") => values.map((value) => String.fromCodePoint(value)).join(between);

function cutter(pre_tokenizer) {
  const model = { type: "WordLevel", vocab: { "[UNK]": 0 }, unk_token: "[UNK]" };
  const json = { version: "1.0", truncation: null, padding: null, added_tokens: [], normalizer: null, pre_tokenizer,
                 post_processor: null, decoder: null, model };
  const made = Tokenizer.fromString(JSON.stringify(json)).getPreTokenizer();
  return (line) => made.preTokenizeString(line).map(([piece]) => piece);
}

/// The pieces of `line` that the expression matches.
function matches(expression, line) {
  const pattern = { Regex: expression };
  return cutter({ type: "Split", pattern, behavior: "Removed", invert: true })(line);
}

const values = (pieces) => pieces.flatMap((piece) => [...piece]).map((letter) => letter.codePointAt(0));

/// How many code points are out, in, out, … of the set.
function runs(set) {
  const lengths = [];
  let end = 0;
  for (const value of set.sort((a, b) => a - b)) {
    if (value === end && lengths.length > 0) ++lengths[lengths.length - 1];
    else lengths.push(value - end, 1);
    end = value + 1;
  }
  return lengths;
}

const categories = "Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Co Cn".split(" ");
const classes = ["\\w", "\\W", "[\\w]", "[^\\w]", "[\\W]", "(?i:\\w)", "(?i:[\\w])", "\\d", "[\\D]", "\\s", "[^\\s]", "\\S", ".",
                 ...categories.map((name) => `\\p{${name}}`), "\\P{L}", "[^\\s\\p{L}\\p{N}]", "[\\p{M}\\P{C}]",
                 "(?i:\\p{Lu})", "(?i:[\\p{Lu}])", "(?i:[^\\p{Lu}])", "(?i:[a-z])", "(?i:[^a-z])", "(?i:[à-ÿ])"];
const sets = Object.fromEntries(classes.map((name) => [name, runs(values(matches(`(?:${name})+`, text(all))))]));

// A letter between two others is of their word, or the middle of three pieces.
const whitespace = cutter({ type: "Whitespace" });
const words = runs(all.filter((value) => whitespace(`a${text([value])}a`).length === 1));

const cased = all.filter((value) => /[\p{L}\p{Changes_When_Casemapped}\p{Changes_When_Casefolded}]/u.test(text([value])))
  .filter((value) => text([value]).toLowerCase() !== text([value]).toUpperCase());
const letters = new Set(cased.map((value) => text(values(matches(`(?i:${text([value])})`, text(cased, " "))))));
const several = [...letters].filter((letter) => [...letter].length > 1);
writeFileSync(`${process.argv[2]}/characters.json`, JSON.stringify({ sets, words, letters: several }) + "\n");
