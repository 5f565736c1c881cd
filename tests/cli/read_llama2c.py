"""The logits of a llama2.c model by the format's definition alone, with NumPy: read_llama2c.py FILE TOKEN... prints a JSON
list of lists.

A legacy file or one of version 1, as its head says. Nothing here is shared with what writes the file.
"""
import json
import sys

import numpy as np

data = open(sys.argv[1], "rb").read()
tokens = [int(token) for token in sys.argv[2:]]
version1 = data[:4] == b"24ka"
if version1:
    assert np.frombuffer(data, "<i4", 1, 4)[0] == 1
    dim, hidden, layers, heads, kv_heads, vocab, context = np.frombuffer(data, "<i4", 7, 8)
    shared = data[36] == 1
    assert data[37:256] == bytes(219)
    at = 256
else:
    dim, hidden, layers, heads, kv_heads, vocab, context = np.frombuffer(data, "<i4", 7)
    shared, vocab = vocab > 0, abs(vocab)
    at = 28
size = dim // heads


def take(*shape):
    global at
    count = int(np.prod(shape))
    cells = np.frombuffer(data, "<f4", count, at).reshape(shape).astype(np.float64)
    at += 4 * count
    return cells


def attention_weights():
    return (take(layers, heads * size, dim), take(layers, kv_heads * size, dim), take(layers, kv_heads * size, dim),
            take(layers, dim, heads * size))


def feed_forward_weights():
    return take(layers, hidden, dim), take(layers, dim, hidden), take(layers, hidden, dim)


if version1:
    rms_attention, rms_feed_forward, rms_final, embedding = (take(layers, dim), take(layers, dim), take(dim),
                                                             take(vocab, dim))
    wq, wk, wv, wo = attention_weights()
    w1, w2, w3 = feed_forward_weights()
else:
    embedding, rms_attention = take(vocab, dim), take(layers, dim)
    wq, wk, wv, wo = attention_weights()
    rms_feed_forward = take(layers, dim)
    w1, w2, w3 = feed_forward_weights()
    rms_final = take(dim)
    cosines, sines = take(context, size // 2), take(context, size // 2)
    angles = np.outer(np.arange(context), 10000.0 ** (-np.arange(0, size, 2) / size))
    assert np.allclose(cosines, np.cos(angles), atol=1e-6) and np.allclose(sines, np.sin(angles), atol=1e-6)
classifier = embedding if shared else take(vocab, dim)
assert at == len(data), f"{len(data) - at} bytes are left over"


def rms(x, weight):
    return weight * x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def rotated(x):
    out = x.copy()
    for position in range(len(x)):
        for i in range(0, size, 2):
            angle = position * 10000.0 ** (-i / size)
            a, b = x[position, :, i].copy(), x[position, :, i + 1].copy()
            out[position, :, i] = a * np.cos(angle) - b * np.sin(angle)
            out[position, :, i + 1] = a * np.sin(angle) + b * np.cos(angle)
    return out


x = embedding[tokens]
count = len(tokens)
for layer in range(layers):
    read = rms(x, rms_attention[layer])
    q = rotated((read @ wq[layer].T).reshape(count, heads, size))
    k = rotated((read @ wk[layer].T).reshape(count, kv_heads, size))
    v = (read @ wv[layer].T).reshape(count, kv_heads, size)
    joined = np.zeros((count, heads, size))
    for head in range(heads):
        own = head // (heads // kv_heads)
        for position in range(count):
            scores = k[:position + 1, own] @ q[position, head] / np.sqrt(size)
            weights = np.exp(scores - scores.max())
            joined[position, head] = (weights / weights.sum()) @ v[:position + 1, own]
    x = x + joined.reshape(count, heads * size) @ wo[layer].T
    read = rms(x, rms_feed_forward[layer])
    gate = read @ w1[layer].T
    x = x + (gate / (1 + np.exp(-gate)) * (read @ w3[layer].T)) @ w2[layer].T
print(json.dumps((rms(x, rms_final) @ classifier.T).tolist()))
