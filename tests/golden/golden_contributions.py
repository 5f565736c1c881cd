"""Contributions by NumPy: every part's vector goes forward through frozen norms to a logit, and a pass is made
without it. Reads the weights of gpt.safetensors and encoder_decoder.safetensors; writes contributions.json."""
import json
import math
import pathlib
import struct

import numpy as np

FOLDER = pathlib.Path(__file__).parent
EPSILON = 1e-5
erf = np.vectorize(math.erf)


def weights_of(name):
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + length])
    body = data[8 + length:]
    return {key[len("param."):]: np.frombuffer(body[entry["data_offsets"][0]:entry["data_offsets"][1]], "<f4")
            .reshape(entry["shape"]).astype(np.float64)
            for key, entry in header.items() if key.startswith("param.")}


def linear(p, name, x):
    return x @ p[name + ".weight"].T + p.get(name + ".bias", 0)


def norm(p, name, x):
    """The output, the linear map of frozen norms, and what is divided by."""
    mean = x.mean(axis=-1, keepdims=True)
    divisor = np.sqrt(((x - mean) ** 2).mean(axis=-1, keepdims=True) + EPSILON)
    gamma, beta = p[name + ".gamma"], p.get(name + ".beta", 0)
    frozen = lambda u, row: gamma * (u - u.mean()) / divisor[row, 0]
    return gamma * (x - mean) / divisor + beta, frozen, divisor


def attention(p, name, x, memory, heads, causal):
    """What each head writes from each key: [H,Tq,Tk,C]; and the attention weights [H,Tq,Tk]."""
    size = x.shape[-1] // heads
    split = lambda y: y.reshape(len(y), heads, size).transpose(1, 0, 2)
    q, k, v = split(linear(p, name + ".query", x)), split(linear(p, name + ".key", memory)), split(linear(p, name + ".value", memory))
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(size)
    if causal:
        scores = np.where(np.tril(np.ones(scores.shape[1:], bool)), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    w_o = p[name + ".output.weight"].reshape(-1, heads, size)
    return np.einsum("hqk,hkd,chd->hqkc", weights, v, w_o), weights


class Stream:
    """A stream that remembers what was added to it, and what happened to it afterwards."""

    def __init__(self):
        self.x, self.events, self.parts = 0, [], []

    def add(self, title, vectors, sources=None):
        self.parts.append((title, len(self.events), vectors, sources))
        self.x = self.x + vectors
        self.events.append(("add", vectors))

    def norm(self, p, name):
        self.x, frozen, divisor = norm(p, name, self.x)
        self.events.append(("norm", (p, name, frozen)))
        self.divisor = divisor
        if name + ".beta" in p:
            # β is a part: the norm itself comes before it.
            self.parts.append((name + ".beta", len(self.events), np.broadcast_to(p[name + ".beta"], self.x.shape), None))

    def frozen(self, vector, at, row):
        for kind, what in self.events[at:]:
            if kind == "norm":
                vector = what[2](vector, row)
        return vector

    def without(self, number, row):
        title, at, vectors, _ = self.parts[number]
        x, divisor, beta = np.zeros_like(self.x), self.divisor, title.endswith(".beta")
        for i, (kind, what) in enumerate(self.events):
            if kind == "add":
                x = x + what * (0 if i == at and not beta else 1)
            else:
                x, _, divisor = norm(what[0], what[1], x)
            if beta and i == at - 1:
                x = x - vectors
        return x[row], divisor[row, 0]


def add_attention(stream, p, name, read, memory, heads, causal):
    written, weights = attention(p, name, read, memory, heads, causal)
    for h in range(heads):
        stream.add(f"{name}#{h}", written[h].sum(axis=1), (written[h], weights[h]))
    if name + ".output.bias" in p:
        stream.add(name + ".output.bias", np.broadcast_to(p[name + ".output.bias"], stream.x.shape))


def gpt(ids):
    p, stream = weights_of("gpt"), Stream()
    stream.add("embedding", p["target.embedding.weight"][ids])
    stream.add("positions", p["target.positions.weight"][:len(ids)])
    for layer in range(2):
        name = f"decoder.layers.{layer}."
        read = norm(p, name + "attention_norm", stream.x)[0]
        add_attention(stream, p, name + "self_attention", read, read, 3, True)
        hidden = linear(p, name + "feed_forward.expand", norm(p, name + "feed_forward_norm", stream.x)[0])
        gelu = hidden * (1 + erf(hidden / math.sqrt(2))) / 2
        stream.add(name + "feed_forward", linear(p, name + "feed_forward.contract", gelu))
    stream.norm(p, "decoder.norm")
    return stream, p["target.embedding.weight"]


def sinusoids(length, width):
    angle = np.arange(length)[:, None] / 10000 ** (np.arange(0, width, 2) / width)
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(length, width)


def post_feed_forward(p, name, x):
    return linear(p, name + "feed_forward.contract", np.maximum(linear(p, name + "feed_forward.expand", x), 0))


def encoder_decoder(source, ids):
    p, stream, memory = weights_of("encoder_decoder"), Stream(), Stream()
    memory.add("", p["source.embedding.weight"][source] * math.sqrt(8) + sinusoids(len(source), 8))
    for layer in range(2):
        name = f"encoder.layers.{layer}."
        add_attention(memory, p, name + "self_attention", memory.x, memory.x, 2, False)
        memory.norm(p, name + "attention_norm")
        memory.add("", post_feed_forward(p, name, memory.x))
        memory.norm(p, name + "feed_forward_norm")
    stream.add("embedding", p["target.embedding.weight"][ids] * math.sqrt(8))
    stream.add("positions", sinusoids(len(ids), 8))
    for layer in range(2):
        name = f"decoder.layers.{layer}."
        for attends, read in (("", None), ("cross_", memory.x)):
            part = "self_attention" if read is None else "cross_attention"
            x = stream.x
            add_attention(stream, p, name + part, x, x if read is None else read, 2, read is None)
            stream.norm(p, name + attends.replace("cross_", "cross_attention_") + ("attention_norm" if read is None else "norm"))
        stream.add(name + "feed_forward", post_feed_forward(p, name, stream.x))
        stream.norm(p, name + "feed_forward_norm")
    return stream, p["target.embedding.weight"]


def golden(stream, output, row, word, against):
    read = output[word] - output[against]
    parts = []
    for number, (title, at, vectors, sources) in enumerate(stream.parts):
        end, divisor = stream.without(number, row)
        part = {"part": title, "value": float(read @ stream.frozen(vectors[row], at, row)),
                "left_out": float(read @ (stream.x[row] - end)), "divisor": float(divisor)}
        if sources:
            part["sources"] = [float(read @ stream.frozen(v, at, row)) for v in sources[0][row]]
            part["weights"] = sources[1][row].tolist()
        parts.append(part)
    assert abs(sum(p["value"] for p in parts) - read @ stream.x[row]) < 1e-9
    return {"position": row, "word": word, "against": against, "logit": float(read @ stream.x[row]), "parts": parts}


def rounded(value):
    if isinstance(value, dict):
        return {k: rounded(v) for k, v in value.items()}
    if isinstance(value, list):
        return [rounded(v) for v in value]
    return round(value, 9) if isinstance(value, float) else value


def main():
    ids = [3, 0, 7, 16, 7, 2]
    source, target = [5, 9, 4, 10, 2], [1, 8, 4, 12]  # ends with <eos>; begins with <sos>
    stream, output = gpt(ids)
    translator, words = encoder_decoder(source, target)
    found = {"gpt": {"ids": ids, **golden(stream, output, 4, 2, 9)},
             "encoder_decoder": {"source": source, "input": target, **golden(translator, words, 2, 6, 11)}}
    (FOLDER / "contributions.json").write_text(json.dumps(rounded(found)) + "\n")


main()
