#!/usr/bin/env python3
"""Losses that nanoGPT's recipe for a CPU reaches with Attention Lab and with PyTorch, over seeds.

Usage: recipe_seeds.py PATH/TO/attention-lab CORPUS.txt [--first SEED] [--seeds N] [--steps N] [--jobs N]

Needs PyTorch (Debian: python3-torch with libopenblas0-pthread). The PyTorch model is written from nanoGPT's README and
paper's formulas: weights from N(0, 0.02²), those that end a branch from N(0, (0.02/√(2L))²), AdamW that decays matrices
alone, a linear warm-up and a cosine. Both are measured by PyTorch on all windows of the last tenth of the text, which
neither has learnt. The table gives each seed as it ends, from --first on, then mean, standard
deviation, and the difference of the means in standard errors: below 2, seeds explain the difference.
"""
import argparse
import concurrent.futures
import json
import math
import pathlib
import statistics
import struct
import subprocess
import sys
import tempfile

import numpy
import torch
import torch.nn.functional as F

L, H, C, T, B = 4, 4, 128, 64, 12
WARMUP, RATE, LEAST_RATE = 100, 1e-3, 1e-4


def shapes(vocabulary):
    """Names and shapes as a saved run of the preset nanogpt-cpu has them."""
    out = {"target.embedding.weight": (vocabulary, C), "target.positions.weight": (T, C), "decoder.norm.gamma": (C,)}
    for i in range(L):
        layer = f"decoder.layers.{i}."
        out |= {f"{layer}{norm}.gamma": (C,) for norm in ("attention_norm", "feed_forward_norm")}
        out |= {f"{layer}self_attention.{part}.weight": (C, C) for part in ("query", "key", "value", "output")}
        out |= {f"{layer}feed_forward.expand.weight": (4 * C, C), f"{layer}feed_forward.contract.weight": (C, 4 * C)}
    return out


def loss_of(p, ids, targets):
    x = p["target.embedding.weight"][ids] + p["target.positions.weight"]
    for i in range(L):
        w = lambda name: p[f"decoder.layers.{i}.{name}"]
        y = F.layer_norm(x, (C,), w("attention_norm.gamma"))
        q, k, v = ((y @ w(f"self_attention.{part}.weight").T).unflatten(-1, (H, -1)).transpose(1, 2)
                   for part in ("query", "key", "value"))
        later = torch.ones(T, T, dtype=torch.bool).triu(1)
        weights = F.softmax((q @ k.transpose(-1, -2) / math.sqrt(C // H)).masked_fill(later, -math.inf), -1)
        x = x + (weights @ v).transpose(1, 2).flatten(-2) @ w("self_attention.output.weight").T
        y = F.layer_norm(x, (C,), w("feed_forward_norm.gamma"))
        x = x + F.gelu(y @ w("feed_forward.expand.weight").T) @ w("feed_forward.contract.weight").T
    logits = F.layer_norm(x, (C,), p["decoder.norm.gamma"]) @ p["target.embedding.weight"].T
    return F.cross_entropy(logits.flatten(0, 1), targets.flatten())


def started(vocabulary):
    p = {}
    for name, shape in shapes(vocabulary).items():
        ends_branch = name.endswith(("output.weight", "contract.weight"))
        deviation = 0.02 / math.sqrt(2 * L) if ends_branch else 0.02
        p[name] = torch.ones(shape) if len(shape) == 1 else torch.randn(shape) * deviation
        p[name].requires_grad_()
    return p


def rate_at(step, steps):
    if step < WARMUP:
        return RATE * (step + 1) / (WARMUP + 1)
    progress = (step - WARMUP) / max(1, steps - WARMUP)
    return LEAST_RATE + 0.5 * (1 + math.cos(math.pi * progress)) * (RATE - LEAST_RATE)


def windows(ids, starts):
    rows = torch.stack([ids[s:s + T + 1] for s in starts])
    return rows[:, :-1], rows[:, 1:]


def held_out_loss(p, ids, at_once=64):
    starts = list(range(0, len(ids) - T - 1, T))
    parts = [starts[i:i + at_once] for i in range(0, len(starts), at_once)]
    with torch.no_grad():
        return sum(float(loss_of(p, *windows(ids, part))) * len(part) for part in parts) / len(starts)


def trained_by_pytorch(corpus, seed, steps):
    torch.manual_seed(seed)
    text = pathlib.Path(corpus).read_text(encoding="utf-8")
    letters = {letter: i for i, letter in enumerate(sorted(set(text)))}
    ids = torch.tensor([letters[letter] for letter in text])
    learnt, held_out = ids[:len(ids) * 9 // 10], ids[len(ids) * 9 // 10:]
    p = started(len(letters))
    groups = [{"params": [w for w in p.values() if (w.dim() > 1) == decays], "weight_decay": 0.1 if decays else 0.0}
              for decays in (True, False)]
    optimizer = torch.optim.AdamW(groups, lr=RATE, betas=(0.9, 0.99))
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rate_at(step, steps)
        loss = loss_of(p, *windows(learnt, torch.randint(len(learnt) - T - 1, (B,)).tolist()))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(p.values(), 1.0)
        optimizer.step()
    return held_out_loss(p, held_out)


def tensors_of(path):
    data = path.read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    cells = data[8 + size:]
    return {name: torch.from_numpy(numpy.frombuffer(cells[slice(*entry["data_offsets"])], "<f4").reshape(entry["shape"]).copy())
            for name, entry in json.loads(data[8:8 + size]).items() if name != "__metadata__"}


def trained_by_attention_lab(program, corpus, seed, steps):
    with tempfile.TemporaryDirectory() as folder:
        run = pathlib.Path(folder) / "run"
        subprocess.run([program, "train", "--preset", "nanogpt-cpu", "--corpus", corpus, "--seed", str(seed), "--steps",
                        str(steps), "--threads", "1", "--every", "0", "--quiet", "--out", run], check=True)
        entries = json.loads((run / "tokenizer.json").read_text(encoding="utf-8"))["target"]["entries"]
        p = tensors_of(run / "model.safetensors")
    text = pathlib.Path(corpus).read_text(encoding="utf-8")
    letters = {letter: i for i, letter in enumerate(entries)}
    ids = torch.tensor([letters[letter] for letter in text])
    return held_out_loss(p, ids[len(ids) * 9 // 10:])


def one(job):
    torch.set_num_threads(1)
    program, corpus, seed, steps = job
    return trained_by_pytorch(corpus, seed, steps) if program is None else trained_by_attention_lab(*job)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("corpus")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=8)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    jobs = [(program, options.corpus, seed, options.steps)
            for seed in range(options.first, options.first + options.seeds) for program in (options.program, None)]
    print(f"{'seed':>5} {'Attention Lab':>14} {'PyTorch':>9}", flush=True)
    ours, theirs = [], []
    with concurrent.futures.ProcessPoolExecutor(options.jobs) as pool:
        losses = pool.map(one, jobs)
        for seed, (a, b) in enumerate(zip(losses, losses), options.first):
            print(f"{seed:>5} {a:>14.4f} {b:>9.4f}", flush=True)
            ours.append(a), theirs.append(b)
    if len(ours) < 2:
        return
    means, spreads = [statistics.fmean(x) for x in (ours, theirs)], [statistics.stdev(x) for x in (ours, theirs)]
    error = math.hypot(*spreads) / math.sqrt(options.seeds)
    print(f"{'mean':>5} {means[0]:>14.4f} {means[1]:>9.4f}\n{'sd':>5} {spreads[0]:>14.4f} {spreads[1]:>9.4f}")
    print(f"difference {means[0] - means[1]:+.4f}, {(means[0] - means[1]) / error:+.1f} standard errors")


if __name__ == "__main__":
    sys.exit(main())
