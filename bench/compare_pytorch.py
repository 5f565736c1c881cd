#!/usr/bin/env python3
"""Training steps of Attention Lab and PyTorch side by side, in one run.

Usage: compare_pytorch.py PATH/TO/training_step [--rounds N]

Needs PyTorch (Debian: python3-torch with libopenblas0-pthread), which is held to the instruction set of
training_step's build. Each round times both in turn, so that a machine that slows down slows both; the table gives
the median over rounds and the ratio to PyTorch's best setting: one thread, one thread with OpenBLAS's products on two
(its own default on two cores), or two threads for everything.
"""
import argparse
import os
import statistics
import subprocess
import sys

MODELS = {  # layers, heads, width, positions, batch, vocabulary, steps a round
    "nanogpt-cpu": (4, 4, 128, 64, 12, 65, 40),
    "toy": (2, 2, 32, 16, 16, 30, 400),
    "small": (6, 6, 384, 256, 4, 65, 5),
    "lstm": (1, 0, 128, 64, 12, 65, 40),
    "gru": (1, 0, 128, 64, 12, 65, 40),
    "vit": (4, 4, 128, 64, 12, 10, 40),  # pictures of 3 × 32 × 32 in patches of 4 × 4, and a class vector
    "translator": (2, 4, 128, 32, 16, 65, 40),  # encoder–decoder with as many source positions
}

PYTORCH = r"""
import math, sys, time, torch
import torch.nn as nn
import torch.nn.functional as F
name = sys.argv[1]
L, H, C, T, B, V, steps, threads = map(int, sys.argv[2:])
torch.set_num_threads(threads)
torch.manual_seed(1)

class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = nn.Parameter(torch.ones(C)), nn.Parameter(torch.ones(C))
        self.qkv, self.out = nn.Linear(C, 3 * C, bias=False), nn.Linear(C, C, bias=False)
        self.up, self.down = nn.Linear(C, 4 * C, bias=False), nn.Linear(4 * C, C, bias=False)
        self.register_buffer("hidden", torch.triu(torch.ones(T, T, dtype=torch.bool), 1))

    def forward(self, x):
        q, k, v = (t.view(B, T, H, C // H).transpose(1, 2)
                   for t in self.qkv(F.layer_norm(x, (C,), self.norm1)).split(C, 2))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(C // H)
        weights = scores.masked_fill(self.hidden, float("-inf")).softmax(-1)
        x = x + self.out((weights @ v).transpose(1, 2).reshape(B, T, C))
        return x + self.down(F.gelu(self.up(F.layer_norm(x, (C,), self.norm2))))

class Gpt(nn.Module):
    def __init__(self):
        super().__init__()
        self.tokens, self.places = nn.Embedding(V, C), nn.Embedding(T, C)
        self.blocks = nn.ModuleList([Block() for _ in range(L)])
        self.norm = nn.Parameter(torch.ones(C))
        for p in self.parameters():
            if p.dim() > 1:
                nn.init.normal_(p, 0, 0.02)

    def forward(self, ids, targets):
        x = self.tokens(ids) + self.places.weight
        for block in self.blocks:
            x = block(x)
        logits = F.layer_norm(x, (C,), self.norm) @ self.tokens.weight.t()
        return F.cross_entropy(logits.view(-1, V), targets.view(-1))

class Recurrent(nn.Module):
    def __init__(self, kind):
        super().__init__()
        self.tokens = nn.Embedding(V, C)
        self.cells = kind(C, C, L, batch_first=True)
        self.out = nn.Linear(C, V)

    def forward(self, ids, targets):
        logits = self.out(self.cells(self.tokens(ids))[0])
        return F.cross_entropy(logits.view(-1, V), targets.view(-1))

class Attention(nn.Module):
    def __init__(self):
        super().__init__()
        self.q, self.kv, self.out = nn.Linear(C, C), nn.Linear(C, 2 * C), nn.Linear(C, C)

    def heads(self, x):
        return x.view(B, -1, H, C // H).transpose(1, 2)

    def forward(self, x, memory, hidden=None):
        k, v = self.kv(memory).split(C, 2)
        return self.mix(self.q(x), k, v, hidden)

    def mix(self, q, k, v, hidden):
        q, k, v = self.heads(q), self.heads(k), self.heads(v)
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(C // H)
        if hidden is not None:
            scores = scores.masked_fill(hidden, float("-inf"))
        return self.out((scores.softmax(-1) @ v).transpose(1, 2).reshape(B, -1, C))

class SelfAttention(Attention):
    def __init__(self):
        super().__init__()
        del self.q, self.kv
        self.qkv = nn.Linear(C, 3 * C)

    def forward(self, x, memory, hidden=None):
        return self.mix(*self.qkv(x).split(C, 2), hidden)

class Layer(nn.Module):
    # Pre-norm, with biases; cross-attention where it reads a memory.
    def __init__(self, cross=False):
        super().__init__()
        self.attention, self.cross = SelfAttention(), Attention() if cross else None
        self.norms = nn.ModuleList([nn.LayerNorm(C) for _ in range(3 if cross else 2)])
        self.up, self.down = nn.Linear(C, 4 * C), nn.Linear(4 * C, C)

    def forward(self, x, memory=None, hidden=None):
        y = self.norms[0](x)
        x = x + self.attention(y, y, hidden)
        if self.cross is not None:
            x = x + self.cross(self.norms[1](x), memory)
        return x + self.down(F.gelu(self.up(self.norms[-1](x))))

class Vit(nn.Module):
    def __init__(self):
        super().__init__()
        self.patches = nn.Conv2d(3, C, 4, stride=4)
        self.token, self.places = nn.Parameter(torch.zeros(1, 1, C)), nn.Parameter(torch.zeros(1, T + 1, C))
        self.layers = nn.ModuleList([Layer() for _ in range(L)])
        self.norm, self.out = nn.LayerNorm(C), nn.Linear(C, V)

    def forward(self, pictures, targets):
        x = self.patches(pictures).flatten(2).transpose(1, 2)
        x = torch.cat([self.token.expand(B, 1, C), x], 1) + self.places
        for layer in self.layers:
            x = layer(x)
        return F.cross_entropy(self.out(self.norm(x)[:, 0]), targets)

class Translator(nn.Module):
    def __init__(self):
        super().__init__()
        self.read, self.tokens = nn.Embedding(V, C), nn.Embedding(V, C)
        self.read_places, self.places = nn.Embedding(T, C), nn.Embedding(T, C)
        self.encoder = nn.ModuleList([Layer() for _ in range(L)])
        self.decoder = nn.ModuleList([Layer(cross=True) for _ in range(L)])
        self.norm, self.last = nn.LayerNorm(C), nn.LayerNorm(C)
        self.register_buffer("hidden", torch.triu(torch.ones(T, T, dtype=torch.bool), 1))

    def forward(self, ids, targets):
        x = self.read(ids) + self.read_places.weight
        for layer in self.encoder:
            x = layer(x)
        memory, y = self.norm(x), self.tokens(ids) + self.places.weight
        for layer in self.decoder:
            y = layer(y, memory, self.hidden)
        logits = self.last(y) @ self.tokens.weight.t()
        return F.cross_entropy(logits.view(-1, V), targets.view(-1))

if name == "vit":
    model = Vit()
elif name == "translator":
    model = Translator()
else:
    model = Recurrent({"lstm": nn.LSTM, "gru": nn.GRU}[name]) if name in ("lstm", "gru") else Gpt()
matrices = [p for p in model.parameters() if p.dim() > 1]
vectors = [p for p in model.parameters() if p.dim() == 1]
optimizer = torch.optim.AdamW([{"params": matrices, "weight_decay": 0.1}, {"params": vectors, "weight_decay": 0}],
                              lr=1e-3, betas=(0.9, 0.99))
ids, targets = torch.randint(0, V, (B, T)), torch.randint(0, V, (B, T))
if name == "vit":
    ids, targets = torch.rand(B, 3, 32, 32), targets[:, 0].contiguous()
times = []
for step in range(steps + 3):
    start = time.perf_counter()
    loss = model(ids, targets)
    optimizer.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    times.append(time.perf_counter() - start)
times = sorted(times[3:])
print(1e3 * times[len(times) // 2])
"""


# What makes PyTorch and its libraries use an instruction set. OpenBLAS takes its kernels for AVX2 on processors with
# AVX-512 that are younger than it.
SETS = {
    "AVX-512": {"OPENBLAS_CORETYPE": "SkylakeX", "ATEN_CPU_CAPABILITY": "avx512"},
    "AVX2": {"OPENBLAS_CORETYPE": "Haswell", "ATEN_CPU_CAPABILITY": "avx2", "DNNL_MAX_CPU_ISA": "AVX2"},
}


THREADS = {"x1": (1, 1), "x1, products x2": (1, 2), "x2": (2, 2)}  # PyTorch's, and those of OpenBLAS


def pytorch(instruction_set, name, sizes, setting):
    threads, of_products = THREADS[setting]
    limits = {"OPENBLAS_NUM_THREADS": str(of_products), "OMP_NUM_THREADS": str(threads)}
    out = subprocess.run(["/usr/bin/python3", "-c", PYTORCH, name, *map(str, sizes), str(threads)],
                         check=True, capture_output=True, text=True,
                         env={**os.environ, **SETS[instruction_set], **limits})
    return float(out.stdout)


def instruction_set_of(program):
    out = subprocess.run([program, "--instruction-set"], check=True, capture_output=True, text=True).stdout.strip()
    if out not in SETS:
        sys.exit(f"compare_pytorch.py: {program} computes with {out}; PyTorch can be held to {' or '.join(SETS)}")
    return out


def ours(program, name):
    out = subprocess.run([program, "30", "0", name], check=True, capture_output=True, text=True)
    return float(out.stdout.splitlines()[1].split()[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--model", choices=MODELS, action="append", help="only this one (may be given again)")
    options = parser.parse_args()
    instruction_set = instruction_set_of(options.program)
    print(f"both with {instruction_set}; median ms a step; PyTorch {'; '.join(THREADS)}; then ours")
    for name in options.model or MODELS:
        theirs, lab = {setting: [] for setting in THREADS}, []
        for _ in range(options.rounds):
            for setting in THREADS:
                theirs[setting].append(pytorch(instruction_set, name, MODELS[name], setting))
                lab.append(ours(options.program, name))
        medians = [statistics.median(times) for times in theirs.values()]
        own = statistics.median(lab)
        columns = "".join(f"{time:12.2f}" for time in [*medians, own])
        print(f"{name:12}{columns}   {min(medians) / own:.2f} times as fast", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
