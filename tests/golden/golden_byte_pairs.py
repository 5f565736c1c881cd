#!/usr/bin/env python3
"""Byte-pair encoding for a golden file, written from the papers (Sennrich et al. 2016, Radford et al. 2019) with
nothing but the standard library: learn() and encode() are the implementation.

Tie rule: of equally frequent pairs the one whose left token is older, then the one whose right token is older.
"""
import collections
import json
import pathlib
import re

CHUNK = re.compile(r" ?\w+| ?[^\w\s]+|\s+(?= \S)|\s+")  # no pair crosses the end of a chunk


def merged(tokens, left, right, made):
    result = []
    for token in tokens:
        if result and (result[-1], token) == (left, right):
            result[-1] = made
        else:
            result.append(token)
    return result


def learn(text, count):
    """Merges [left, right, count] in order: the most frequent pair of the moment, while it occurs twice."""
    chunks, merges = [list(chunk.encode()) for chunk in CHUNK.findall(text)], []
    while len(merges) < count:
        pairs = collections.Counter(pair for chunk in chunks for pair in zip(chunk, chunk[1:]))
        (left, right), often = min(pairs.items(), key=lambda item: (-item[1], item[0]), default=((0, 0), 0))
        if often < 2:
            break
        chunks = [merged(chunk, left, right, 256 + len(merges)) for chunk in chunks]
        merges.append([left, right, often])
    return merges


def encode(text, merges):
    """The tokens of a text: every merge in the order learnt, over the whole text."""
    chunks = [list(chunk.encode()) for chunk in CHUNK.findall(text)]
    for made, (left, right, _) in enumerate(merges, 256):
        chunks = [merged(chunk, left, right, made) for chunk in chunks]
    return [token for chunk in chunks for token in chunk]


CORPORA = {
    "ties": "ba ba ab ab dc dc cd cd abab abab\nbcbc bcbc xyz zyx xyz zyx",
    "runs": "aaa aaaa aaaaa aaaaaaa\n\n\n\nb\n\n\n\nb    b    b",
    "prose": "Rosa asked the miller and the smith, the ducks on the pond and the old horse in the meadow. Everyone had "
             "an answer, and no two answers were the same.\n\n\"Now I know something,\" said Rosa, \"but I have three "
             "new questions.\"\n\nUne école, l'été: l'école était fermée.  Déjà l'été, déjà l'école!",
}
TEXTS = ["", " ", "the", "another question", "aaaaaaaaaa b", "abab dcdc xyzyx", "été à l'école", "zebra 日本 é\n\n x"]


def write_all():
    cases = []
    for name, corpus in CORPORA.items():
        merges = learn(corpus, 60)
        cases.append({"name": name, "corpus": corpus, "merges": merges,
                      "texts": [{"text": text, "tokens": encode(text, merges)} for text in TEXTS + [corpus]]})
    lines = ",\n".join(json.dumps(case) for case in cases)
    (pathlib.Path(__file__).parent / "byte_pairs.json").write_text(f"[{lines}]\n")


if __name__ == "__main__":
    write_all()
