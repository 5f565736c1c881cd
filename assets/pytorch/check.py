"""Compares this folder's model with the program that it is from: the logits of a stored pass, and the tokens of texts.

    python3 check.py
"""
import json
import os
import sys

import torch

from model import load, read_batch, read_safetensors
from tokenizer import read_tokenizers  #: tokenizer

TOLERANCE = 1e-5  # of the largest logit
IGNORED = -100
HERE = os.path.dirname(os.path.abspath(__file__))


def check_logits():
    tensors, _ = read_safetensors(os.path.join(HERE, "check.safetensors"))
    stored = tensors.pop("logits")
    batch = read_batch(tensors)
    model = load(os.path.join(HERE, "run")).eval()
    with torch.no_grad():
        logits = model(*[batch.get(part) for part in model.reads])
    if logits.shape != stored.shape:
        sys.exit(f"the logits are {list(logits.shape)}, but stored are {list(stored.shape)}")
    counts = batch["target"] != IGNORED
    counts = counts[:, None]  #: cells
    counts = counts[..., None]  #: !cells
    apart = ((logits - stored).abs() * counts).max().item()
    share = apart / (stored.abs() * counts).max().item()
    if not share <= TOLERANCE:
        sys.exit(f"the logits differ by {share:.1e} of the largest")
    print(f"ok  logits {list(logits.shape)}: no cell differs by more than {share:.1e} of the largest")


#:{ tokenizer
def check_tokens():
    with open(os.path.join(HERE, "check.json"), encoding="utf-8") as file:
        texts = json.load(file)
    tokenizers = read_tokenizers(os.path.join(HERE, "run"))
    for case in texts:
        tokens = tokenizers[case["side"]].encode(case["text"])
        if tokens != case["tokens"]:
            sys.exit(f"{case['text']!r} gives the tokens {tokens}, but the program {case['tokens']}")
        text = tokenizers[case["side"]].decode(tokens)
        if text != case["decoded"]:
            sys.exit(f"{tokens} is the text {text!r}, but for the program {case['decoded']!r}")
    print(f"ok  {len(texts)} texts have the same tokens")


#:}
check_logits()
check_tokens()  #: tokenizer
