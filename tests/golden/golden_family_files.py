#!/usr/bin/env python3
"""Models of llama2.c and nanoGPT: passes as their programs describe them, and their files.

A file of llama2.c is a header and numbers; its query and key cells 2i and 2i + 1 are a pair. nanoGPT's state has
matrices [out, in], and biases everywhere or nowhere.
"""
import math
import struct

import numpy
import torch
import torch.nn.functional as F

import golden_io as io
from golden_families import FAMILIES, tokenizer_json, vocabulary, write_family, write_json, write_tensors

LLAMA2C_LAYER = (("attention_norm.gamma", "rms_att"), ("self_attention.query.weight", "wq"),
                 ("self_attention.key.weight", "wk"), ("self_attention.value.weight", "wv"),
                 ("self_attention.output.weight", "wo"), ("feed_forward_norm.gamma", "rms_ffn"),
                 ("feed_forward.gate.weight", "w1"), ("feed_forward.contract.weight", "w2"),
                 ("feed_forward.up.weight", "w3"))


def llama2c_parameters(random, c):
    width, hidden = c["dim"], c["hidden_dim"]
    keys = width // c["n_heads"] * c["n_kv_heads"]
    layer = {"rms_att": (width,), "wq": (width, width), "wk": (keys, width), "wv": (keys, width), "wo": (width, width),
             "rms_ffn": (width,), "w1": (hidden, width), "w2": (width, hidden), "w3": (hidden, width)}
    shapes = {"tok_emb": (c["vocab_size"], width)}
    for i in range(c["n_layers"]):
        shapes |= {f"{i}.{name}": shape for name, shape in layer.items()}
    shapes["rms_final"] = (width,)
    if not c["shared"]:
        shapes["wcls"] = (c["vocab_size"], width)
    return {name: (1.0 if "rms" in name else 0.0) + random.normal(*shape, scale=0.3) for name, shape in shapes.items()}


def turned_pairs(x):
    """Cells 2i and 2i + 1 of each head as a complex number, times e^(iθ), θ = position / 10000^(2i/D)."""
    length, size = x.shape[-2:]
    angles = torch.arange(length).double()[:, None] / 10000 ** (torch.arange(0, size, 2).double() / size)
    points = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous())
    return torch.view_as_real(points * torch.polar(torch.ones_like(angles), angles)).flatten(-2)


def llama2c_logits(p, c, ids):
    heads, groups = c["n_heads"], c["n_heads"] // c["n_kv_heads"]
    norm = lambda x, name: x * torch.rsqrt(x.square().mean(-1, keepdim=True) + 1e-5) * p[name]
    split = lambda x, count: x.unflatten(-1, (count, -1)).transpose(1, 2)
    later = torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).triu(1)
    x = p["tok_emb"][ids]
    for i in range(c["n_layers"]):
        w, y = (lambda name: p[f"{i}.{name}"]), norm(x, f"{i}.rms_att")
        q = turned_pairs(split(y @ w("wq").T, heads))
        k = turned_pairs(split(y @ w("wk").T, heads // groups)).repeat_interleave(groups, 1)
        v = split(y @ w("wv").T, heads // groups).repeat_interleave(groups, 1)
        scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(later, -math.inf)
        x = x + (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2) @ w("wo").T
        y = norm(x, f"{i}.rms_ffn")
        x = x + (F.silu(y @ w("w1").T) * (y @ w("w3").T)) @ w("w2").T
    return norm(x, "rms_final") @ p.get("wcls", p["tok_emb"]).T


def llama2c_gradients(p, c):
    out = {"target.embedding.weight": p["tok_emb"].grad, "decoder.norm.gamma": p["rms_final"].grad}
    if not c["shared"]:
        out["output.weight"] = p["wcls"].grad
    return out | {f"decoder.layers.{i}.{ours}": p[f"{i}.{theirs}"].grad
                  for i in range(c["n_layers"]) for ours, theirs in LLAMA2C_LAYER}


def llama2c_bytes(files, c, version):
    """The file: a header; then weights in the order of the version, those of all layers side by side."""
    sizes = [c[name] for name in ("dim", "hidden_dim", "n_layers", "n_heads", "n_kv_heads", "vocab_size", "max_seq_len")]
    layers = lambda name: b"".join(files[f"{i}.{name}"][2] for i in range(c["n_layers"]))
    whole = lambda name: files[name][2] if name in files else b""
    matrices = ("wq", "wk", "wv", "wo")
    if version == 1:
        header = struct.pack("<Ii7iB", 0x616b3432, 1, *sizes, int(c["shared"]))
        body = (layers("rms_att") + layers("rms_ffn") + whole("rms_final") + whole("tok_emb")
                + b"".join(layers(name) for name in (*matrices, "w1", "w2", "w3")) + whole("wcls"))
        return header.ljust(256, b"\0") + body
    if not c["shared"]:
        sizes[5] = -sizes[5]
    angles = numpy.zeros(c["max_seq_len"] * (c["dim"] // c["n_heads"] // 2) * 2, "<f4")
    return (struct.pack("<7i", *sizes) + whole("tok_emb") + layers("rms_att") + b"".join(map(layers, matrices))
            + b"".join(layers(name) for name in ("rms_ffn", "w1", "w2", "w3")) + whole("rms_final")
            + angles.tobytes() + whole("wcls"))


def llama2c_tokens():
    """tokenizer.bin: the longest size; then score, size and bytes of each entry."""
    entries = ["<unk>", "\n<s>\n", "\n</s>\n", *(f"<0x{byte:02X}>" for byte in range(256)),
               " ", "t", "h", "e", " t", "he", " the"]
    texts = [entry.encode() for entry in entries]
    body = b"".join(struct.pack("<fi", -float(i), len(text)) + text for i, text in enumerate(texts))
    return struct.pack("<i", max(map(len, texts))) + body, len(entries)


def write_llama2c(name, seed, version, **other):
    tokens, count = llama2c_tokens()
    config = {"dim": 8, "hidden_dim": 12, "n_layers": 2, "n_heads": 2, "n_kv_heads": 2, "vocab_size": count,
              "max_seq_len": 16, "shared": True, **other}
    files = write_family(name, seed, config, "F32", llama2c_parameters, llama2c_logits, llama2c_gradients)
    (FAMILIES / name / "config.json").unlink()
    (FAMILIES / name / "model.bin").write_bytes(llama2c_bytes(files, config, version))
    (FAMILIES / name / "tokenizer.bin").write_bytes(tokens)


def nanogpt_parameters(random, c):
    width = c["n_embd"]
    shapes = {"wte.weight": (c["vocab_size"], width), "wpe.weight": (c["block_size"], width)}
    for i in range(c["n_layer"]):
        for name, rows, columns in (("ln_1", width, 0), ("attn.c_attn", 3 * width, width), ("attn.c_proj", width, width),
                                    ("ln_2", width, 0), ("mlp.c_fc", 4 * width, width), ("mlp.c_proj", width, 4 * width)):
            shapes[f"h.{i}.{name}.weight"] = (rows, columns) if columns else (rows,)
            if c["bias"]:
                shapes[f"h.{i}.{name}.bias"] = (rows,)
    shapes["ln_f.weight"] = (width,)
    if c["bias"]:
        shapes["ln_f.bias"] = (width,)
    return {name: (1.0 if "ln_" in name and name.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
            for name, shape in shapes.items()}


def nanogpt_logits(p, c, ids):
    width, length = c["n_embd"], ids.shape[1]
    linear = lambda x, name: x @ p[name + ".weight"].T + p.get(name + ".bias", 0)
    norm = lambda x, name: F.layer_norm(x, (width,), p[name + ".weight"], p.get(name + ".bias"), 1e-5)
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    x = p["wte.weight"][ids] + p["wpe.weight"][:length]
    for i in range(c["n_layer"]):
        q, k, v = (part.unflatten(-1, (c["n_head"], -1)).transpose(1, 2)
                   for part in linear(norm(x, f"h.{i}.ln_1"), f"h.{i}.attn.c_attn").split(width, -1))
        scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(later, -math.inf)
        x = x + linear((F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2), f"h.{i}.attn.c_proj")
        x = x + linear(F.gelu(linear(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc")), f"h.{i}.mlp.c_proj")
    return norm(x, "ln_f") @ p["wte.weight"].T


def nanogpt_gradients(p, c):
    width, parts = c["n_embd"], {"attention_norm": "ln_1", "feed_forward_norm": "ln_2",
                                 "self_attention.output": "attn.c_proj", "feed_forward.expand": "mlp.c_fc",
                                 "feed_forward.contract": "mlp.c_proj"}
    names = {"target.embedding.weight": "wte.weight", "target.positions.weight": "wpe.weight",
             "decoder.norm.gamma": "ln_f.weight", "decoder.norm.beta": "ln_f.bias"}
    out = {}
    for i in range(c["n_layer"]):
        for ours, theirs in parts.items():
            weight, bias = ("gamma", "beta") if "norm" in ours else ("weight", "bias")
            names[f"decoder.layers.{i}.{ours}.{weight}"] = f"h.{i}.{theirs}.weight"
            names[f"decoder.layers.{i}.{ours}.{bias}"] = f"h.{i}.{theirs}.bias"
        for j, part in enumerate(("query", "key", "value")):
            for kind in ("weight", "bias"):
                if f"h.{i}.attn.c_attn.{kind}" in p:
                    rows = p[f"h.{i}.attn.c_attn.{kind}"].grad[j * width:(j + 1) * width]
                    out[f"decoder.layers.{i}.self_attention.{part}.{kind}"] = rows
    return out | {ours: p[theirs].grad for ours, theirs in names.items() if theirs in p}


def write_nanogpt(name, seed, kind, bias, compiled):
    """The state of a compiled model, where all names have one more prefix, also has the output beside the table."""
    config = {"n_layer": 2, "n_head": 2, "n_embd": 4, "block_size": 16, "bias": bias, "vocab_size": 257, "dropout": 0.0}
    files = write_family(name, seed, config, kind, nanogpt_parameters, nanogpt_logits, nanogpt_gradients)
    named = {f"transformer.{key}": file for key, file in files.items()}
    if compiled:
        named |= {"lm_head.weight": files["wte.weight"],
                  "transformer.h.0.attn.bias": ("F32", (1, 1, 16, 16), numpy.tril(numpy.ones((16, 16), "<f4")).tobytes())}
        named = {f"_orig_mod.{key}": file for key, file in named.items()}
        write_json(FAMILIES / name / "config.json", {"n_head": config["n_head"]})
    write_tensors(FAMILIES / name / "model.safetensors", named)
    write_json(FAMILIES / name / "tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))


def write_all():
    write_llama2c("llama2c", 211, 0, n_kv_heads=1, shared=False)
    write_llama2c("llama2c_later", 223, 1, dim=4, n_heads=1, n_kv_heads=1)
    write_nanogpt("nanogpt", 227, "F32", bias=True, compiled=False)
    write_nanogpt("nanogpt_compiled", 237, "F16", bias=False, compiled=True)


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
