#!/usr/bin/env python3
"""Tokenizers of other programs' kinds, each with a small vocabulary that is made here, and lines to cut by them.

Writes FOLDER/tokenizers: alphabet.json, of which the tests make the same lines; NAME.json, a tokenizer.json each;
NAME.model and NAME.bin, files of SentencePiece and of llama2.c; and sentence_piece.json, hashes of what SentencePiece
makes of the lines. Given a path, also writes the lines there, for golden_tokenizers.mjs. Needs Debian's
python3-sentencepiece.
"""
import collections
import contextlib
import io
import json
import math
import pathlib
import re
import struct
import sys
import tempfile

import sentencepiece

from golden_tokenizer_lines import ALPHABET, CORPUS, LINES, WORDS, hashes, id_bytes, line

FOLDER = pathlib.Path(__file__).parent
TOKENIZERS = FOLDER / "tokenizers"


def byte_letters():
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {byte: chr(256 + i) for i, byte in enumerate(others)}


def learn(words, count):
    """Merges of the symbols of words {tuple: count}: the most frequent pair of the moment, the first by name of equals."""
    words, merges = dict(words), []
    while len(merges) < count:
        pairs = collections.Counter()
        for word, often in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += often
        (left, right), often = min(pairs.items(), key=lambda item: (-item[1], item[0]), default=((0, 0), 0))
        if often < 2:
            break
        changed = {}
        for word, often in words.items():
            parts = []
            for symbol in word:
                if parts and (parts[-1], symbol) == (left, right):
                    parts[-1] = left + right
                else:
                    parts.append(symbol)
            changed[tuple(parts)] = changed.get(tuple(parts), 0) + often
        words, merges = changed, [*merges, (left, right)]
    return merges


SAMPLE = CORPUS[:5000] + "\n".join(line(-1 - i) for i in range(150))
SPECIAL = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": True}


def added(ids, **others):
    """Added tokens {text: id}; others[text] changes members."""
    return [{"id": i, "content": text, **SPECIAL, **others.get(text, {})} for text, i in ids.items()]


def numbered(entries):
    return {entry: i for i, entry in enumerate(dict.fromkeys(entries))}


def byte_level(count, first, pattern=r" ?\w+| ?[^\w\s]+|\s+(?!\S)|\s+"):
    """Entries and merges of byte pairs in letters."""
    letters = byte_letters()
    words = collections.Counter(tuple(letters[b] for b in word.encode()) for word in re.findall(pattern, SAMPLE))
    merges = learn(words, count)
    return numbered([*first, *letters.values(), *(left + right for left, right in merges)]), merges


def characters(count, first, ending="", mark=None):
    """Entries and merges of characters; words begin with `mark`, or their last character has `ending`."""
    words = collections.Counter()
    for word in SAMPLE.split():
        symbols = [mark, *word] if mark else [*word[:-1], word[-1] + ending]
        words[tuple(symbols)] += 1
    often = collections.Counter(symbol for word, n in words.items() for symbol in word for _ in range(n))
    known = {symbol for symbol, n in often.most_common(110)}
    kept = {word: n for word, n in words.items() if set(word) <= known}
    merges = learn(kept, count)
    return numbered([*first, *sorted(known), *(left + right for left, right in merges)]), merges


def word_pieces(first, lower):
    words = collections.Counter(re.findall(r"\w+|[^\w\s]", SAMPLE.lower() if lower else SAMPLE))
    letters = collections.Counter(c for word, n in words.items() for c in word for _ in range(n))
    kept = [c for c, _ in letters.most_common(90)]
    tails = collections.Counter(word[-k:] for word, n in words.items() for k in (2, 3) if len(word) > k for _ in range(n))
    return numbered([*first, *kept, *("##" + c for c in kept), *(w for w, _ in words.most_common(120)),
                     *("##" + t for t, _ in tails.most_common(60))])


def unigrams(first, marked):
    """[entry, score], scores of logarithms with six digits; words of `marked` begin with it."""
    pieces = collections.Counter()
    for word in SAMPLE.split():
        word = marked + word
        for begin in range(len(word)):
            for size in range(1, 6):
                if begin + size <= len(word):
                    pieces[word[begin:begin + size]] += 1 + (size > 1) * size
    single = [p for p, _ in pieces.most_common() if len(p) == 1][:100]
    longer = [p for p, _ in pieces.most_common() if len(p) > 1][:250]
    total = sum(pieces.values())
    return [[entry, 0.0] for entry in first] + [[p, round(math.log(pieces[p] / total), 6)] for p in [*single, *longer]]


def tokenizer(model, tokens=(), normalizer=None, cut=None, frame=None, decoder=None):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(tokens), "normalizer": normalizer,
            "pre_tokenizer": cut, "post_processor": frame, "decoder": decoder, "model": model}


def sequence(key, *stages):
    return {"type": "Sequence", key: list(stages)}


def byte_pairs(vocabulary, merges, **others):
    return {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None,
            "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False, "ignore_merges": False,
            "vocab": vocabulary, "merges": [list(merge) for merge in merges], **others}


def word_piece(vocabulary, unknown="[UNK]", **others):
    return {"type": "WordPiece", "unk_token": unknown, "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
            "vocab": vocabulary, **others}


def split(pattern, behavior="Isolated", invert=False, form="Regex"):
    return {"type": "Split", "pattern": {form: pattern}, "behavior": behavior, "invert": invert}


def template(before, ids, after=()):
    """The frame of `before` and `after`, whose ids are in `ids`."""
    part = lambda name: {"SpecialToken": {"id": name, "type_id": 0}}
    text = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
    return {"type": "TemplateProcessing", "single": [*map(part, before), text("A", 0), *map(part, after)],
            "pair": [*map(part, before), text("A", 0), *map(part, after), text("B", 1), *map(part, after)],
            "special_tokens": {name: {"id": name, "ids": [ids[name]], "tokens": [name]} for name in (*before, *after)}}


BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
BYTE_DECODER = {"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": True}
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|"
          r"\s+(?!\S)|\s+")
QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
GPT4O = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
         r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
         r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")
LLAMA_DECODER = sequence("decoders", {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
                         {"type": "ByteFallback"}, {"type": "Fuse"}, {"type": "Strip", "content": " ", "start": 1, "stop": 0})
BERT_TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def bert(lower):
    vocabulary = word_pieces(BERT_TOKENS, lower)
    special = {name: vocabulary[name] for name in BERT_TOKENS}
    frame = ({"type": "BertProcessing", "sep": ["[SEP]", 3], "cls": ["[CLS]", 2]} if lower
             else template(["[CLS]"], vocabulary, ["[SEP]"]))
    return tokenizer(word_piece(vocabulary), added(special),
                     {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
                      "lowercase": lower}, {"type": "BertPreTokenizer"}, frame,
                     {"type": "WordPiece", "prefix": "##", "cleanup": lower})


def llama2():
    vocabulary, merges = characters(220, ["<unk>", "<s>", "</s>", *BYTES], mark="▁")
    tokens = added({"<unk>": 0, "<s>": 1, "</s>": 2, "user": len(vocabulary)},
                   user={"normalized": True, "special": False, "lstrip": True, "single_word": True})
    return tokenizer(byte_pairs(vocabulary, merges, unk_token="<unk>", fuse_unk=True, byte_fallback=True), tokens,
                     sequence("normalizers", {"type": "Prepend", "prepend": "▁"},
                              {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}),
                     None, template(["<s>"], vocabulary), LLAMA_DECODER)


def llama3():
    vocabulary, merges = byte_level(250, [])
    del merges[::40]  # some entries are whole words that no merge makes
    made = {left + right for left, right in merges} | set(byte_letters().values())
    merges = [merge for merge in merges if set(merge) <= made]
    vocabulary["<s>"] = len(vocabulary)
    return tokenizer(byte_pairs({k: v for k, v in vocabulary.items() if k != "<s>"}, merges, ignore_merges=True),
                     added({"<s>": vocabulary["<s>"]}), None, sequence("pretokenizers", split(LLAMA3), BYTE_LEVEL),
                     sequence("processors", BYTE_DECODER, template(["<s>"], vocabulary)), BYTE_DECODER)


def qwen2():
    vocabulary, merges = byte_level(200, [])
    size = len(vocabulary)
    return tokenizer(byte_pairs(vocabulary, merges), added({"<|end|>": size, "<pad>": size + 1}), {"type": "NFC"},
                     sequence("pretokenizers", split(QWEN2), BYTE_LEVEL), BYTE_DECODER, BYTE_DECODER)


def gpt4o():
    vocabulary, merges = byte_level(150, ["<|end|>"])
    return tokenizer(byte_pairs(vocabulary, merges), added({"<|end|>": 0}), {"type": "NFKC"},
                     sequence("pretokenizers", split(GPT4O, "Removed", invert=True), BYTE_LEVEL), None, BYTE_DECODER)


def roberta():
    vocabulary, merges = byte_level(200, ["<s>", "<pad>", "</s>", "<unk>"])
    tokens = added({"<s>": 0, "<pad>": 1, "</s>": 2, "<mask>": len(vocabulary)}, **{"<mask>": {"lstrip": True}})
    cut = {**BYTE_LEVEL, "add_prefix_space": True, "use_regex": True}
    return tokenizer(byte_pairs(vocabulary, merges), tokens, None, cut,
                     {"type": "RobertaProcessing", "sep": ["</s>", 2], "cls": ["<s>", 0], "trim_offsets": True,
                      "add_prefix_space": True}, BYTE_DECODER)


def unigram(scheme, cuts, fallback):
    entries = unigrams(["<pad>", "</s>", "<unk>", *(BYTES if fallback else [])], "▁")
    tokens = added({"<pad>": 0, "</s>": 1, "<unk>": 2, "<mask>": len(entries)},
                   **{"<mask>": {"lstrip": True, "rstrip": True, "normalized": True}})
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": cuts}
    normalizer = None if fallback else sequence(
        "normalizers", {"type": "Strip", "strip_left": False, "strip_right": True}, {"type": "NFKC"},
        {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "})
    cut = space if fallback else sequence("pretokenizers", {"type": "WhitespaceSplit"}, space)
    decoder = sequence("decoders", {"type": "ByteFallback"}, space) if fallback else space
    return tokenizer({"type": "Unigram", "unk_id": 2, "vocab": entries, "byte_fallback": fallback}, tokens, normalizer, cut,
                     template([], {"</s>": 1}, ["</s>"]), decoder)


def suffixed():
    """Byte pairs of whole words with an ending, as the first of them had (Sennrich et al. 2016)."""
    vocabulary, merges = characters(200, ["<unk>"], ending="</w>")
    return tokenizer(byte_pairs(vocabulary, merges, unk_token="<unk>", fuse_unk=True, end_of_word_suffix="</w>"), (),
                     sequence("normalizers", {"type": "NFD"}, {"type": "Lowercase"}, {"type": "StripAccents"}),
                     {"type": "Whitespace"}, None, {"type": "BPEDecoder", "suffix": "</w>"})


def splits():
    """Every way to join what was found to what is beside it."""
    vocabulary = word_pieces(["[UNK]"], False)
    return tokenizer(word_piece(vocabulary, max_input_chars_per_word=6), (), {"type": "NFKD"},
                     sequence("pretokenizers", {"type": "CharDelimiterSplit", "delimiter": "|"},
                              split("e", "MergedWithPrevious", form="String"), split("(", "MergedWithNext", form="String"),
                              {"type": "Punctuation", "behavior": "Contiguous"},
                              {"type": "Digits", "individual_digits": True}, {"type": "WhitespaceSplit"},
                              split(r"[A-Z\u00c0-\u00de]+", "Removed"), split(r"(?:ab?|o+?)(?=\w)|[^\W\d]{4}", "Isolated")), None,
                     {"type": "WordPiece", "prefix": "##", "cleanup": False})


KINDS = {"bert_uncased": lambda: bert(True), "bert_cased": lambda: bert(False), "llama2": llama2, "llama3": llama3,
         "qwen2": qwen2, "gpt4o": gpt4o, "roberta": roberta, "unigram": lambda: unigram("always", True, False),
         "unigram_bytes": lambda: unigram("first", False, True), "suffixed": suffixed, "splits": splits}


def sentence_piece(kind, **options):
    """The bytes of a model of SentencePiece, learnt from lines."""
    model = io.BytesIO()
    sentences = [part for part in (CORPUS[:8000] + "\n" + " ".join(WORDS[:45])).split("\n") if part.strip()]
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(sentences), model_writer=model, model_type=kind,
                                             num_threads=1, minloglevel=2, self_test_sample_size=0, **options)
    return model.getvalue()


def write_rules(name):
    """A file of normalization rules: the longest of what is in the text is replaced."""
    pairs = [("ﬁ", "fi"), ("ABC", "x"), ("AB", "yy"), ("Ａ", "A"), ("e\u0301", "é"), ("\t", " "), ("\u3000", " "), ("—", "-"),
             ("…", "..."), ("½", "1/2"), ("th", "Th"), ("the", "The")]
    lines = [" ".join(f"{ord(c):X}" for c in source) + "\t" + " ".join(f"{ord(c):X}" for c in target) for source, target in pairs]
    pathlib.Path(name).write_text("\n".join(lines) + "\n")


def llama2c(processor):
    """The file of llama2.c for the pieces of a model of byte pairs."""
    pieces = []
    for i in range(processor.get_piece_size()):
        text = {1: "\n<s>\n", 2: "\n</s>\n"}.get(i, processor.id_to_piece(i)).replace("▁", " ")
        pieces.append(struct.pack("<fi", processor.get_score(i), len(text.encode())) + text.encode())
    return struct.pack("<i", max(len(piece) - 8 for piece in pieces)) + b"".join(pieces)


def trained_models():
    """Models by their names; the rules lie where SentencePiece finds them by a name that is in the model."""
    identity = {"normalization_rule_name": "identity", "character_coverage": 0.999}
    whole = {"user_defined_symbols": ["<sep>", "the", "th", "AB", "ﬁ", "▁▁", "▁a", "—", "12", "€", "user"]}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        write_rules("rules.tsv")
        return {"spm_unigram": sentence_piece("unigram", vocab_size=300, normalization_rule_tsv="rules.tsv",
                                              character_coverage=0.999),
                "spm_unigram_bytes": sentence_piece("unigram", vocab_size=520, byte_fallback=True, add_dummy_prefix=False,
                                                    remove_extra_whitespaces=False, **identity),
                "spm_bpe": sentence_piece("bpe", vocab_size=560, byte_fallback=True, remove_extra_whitespaces=False,
                                          allow_whitespace_only_pieces=True, **identity),
                "spm_bpe_unknown": sentence_piece("bpe", vocab_size=260, **identity),
                "spm_unigram_user": sentence_piece("unigram", vocab_size=300, normalization_rule_tsv="rules.tsv",
                                                   character_coverage=0.999, **whole),
                "spm_bpe_user": sentence_piece("bpe", vocab_size=280, **identity, **whole)}


def write_sentence_pieces(lines):
    golden = {}
    for name, model in trained_models().items():
        (TOKENIZERS / f"{name}.model").write_bytes(model)
        processor = sentencepiece.SentencePieceProcessor(model_proto=model)
        golden[name] = hashes([id_bytes(processor.encode(line)) for line in lines])
        if name == "spm_bpe":
            (TOKENIZERS / "llama2c.bin").write_bytes(llama2c(processor))
    write_json(TOKENIZERS / "sentence_piece.json", golden)


def write_json(path, value):
    path.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


def write_all():
    TOKENIZERS.mkdir(exist_ok=True)
    lines = [line(i) for i in range(LINES)]
    write_json(TOKENIZERS / "alphabet.json", ALPHABET)
    for name, make in KINDS.items():
        write_json(TOKENIZERS / f"{name}.json", make())
    write_sentence_pieces(lines)
    if len(sys.argv) > 1:
        write_json(pathlib.Path(sys.argv[1]), lines)


if __name__ == "__main__":
    write_all()
