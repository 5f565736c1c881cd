"""Attention's switches for the golden files, written plainly in PyTorch: rotary positions, distance biases, shared
keys, windows, and attention with other scores."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import golden_io as io
import golden_models as models

BATCH, LENGTH = 2, 6


def rotate(x):
    """Su et al. 2021: pairs (2i, 2i+1) of x [B,H,T,D] turned by position/10000^(2i/D)."""
    positions, size = x.shape[-2:]
    angle = torch.arange(positions).double()[:, None] / 10000 ** (torch.arange(0, size, 2).double() / size)
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = (even * angle.cos() - odd * angle.sin(), even * angle.sin() + odd * angle.cos())
    return torch.stack(turned, dim=-1).flatten(-2)


def slopes(heads):
    """Press et al. 2021: geometric for powers of two, else filled up from the next power."""
    if math.log2(heads).is_integer():
        return [2 ** (-8 * (h + 1) / heads) for h in range(heads)]
    lower = 2 ** math.floor(math.log2(heads))
    return slopes(lower) + slopes(2 * lower)[0::2][:heads - lower]


def distances(length):
    place = torch.arange(length)
    return (place[:, None] - place[None]).double()


def band(length, window, causal, sinks=0):
    """0 where a query may see the key, −∞ elsewhere."""
    away = distances(length)
    far = (away.abs() >= window) & (torch.arange(length) >= sinks)
    hidden = far | ((away < 0) if causal else torch.zeros_like(away, dtype=torch.bool))
    return torch.zeros(length, length, dtype=torch.float64).masked_fill(hidden, -math.inf)


def attention(x, p, prefix, heads, key_heads=None, positions="none", scaled=True, window=None, causal=False):
    """Multi-head self-attention of x [B,T,C] with weights p[prefix + query.weight …]; biases where p has them."""
    key_heads = key_heads or heads
    size = x.shape[-1] // heads
    project = lambda y, name: F.linear(y, p[prefix + name + ".weight"], p.get(prefix + name + ".bias"))
    split = lambda y, count: y.unflatten(-1, (count, size)).transpose(1, 2)
    q = split(project(x, "query"), heads)
    k, v = (split(project(x, name), key_heads) for name in ("key", "value"))
    if positions == "rotary":
        q, k = rotate(q), rotate(k)
    k, v = (y.repeat_interleave(heads // key_heads, dim=1) for y in (k, v))
    scores = q @ k.transpose(-2, -1) / (math.sqrt(size) if scaled else 1)
    if positions == "alibi":
        slope = torch.tensor(slopes(heads), dtype=torch.float64)[:, None, None]
        scores = scores - slope * distances(x.shape[1]).abs()
    scores = scores + band(x.shape[1], window or x.shape[1], causal)
    context = F.softmax(scores, dim=-1) @ v
    return project(context.transpose(1, 2).flatten(-2), "output")


def attention_parameters(random, width, heads, key_heads, prefix="", bias=True):
    p, keys = {}, width // heads * key_heads
    for part, rows in (("query", width), ("key", keys), ("value", keys), ("output", width)):
        p[f"{prefix}{part}.weight"] = random.normal(rows, width, scale=0.4).requires_grad_()
        if bias:
            p[f"{prefix}{part}.bias"] = random.normal(rows, scale=0.4).requires_grad_()
    return p


def layer_case(random, inputs, parameters, output):
    """A case for expect_layer: the given gradient of the output, and the gradients of inputs and parameters."""
    upstream = random.normal(*output.shape)
    (upstream * output).sum().backward()
    names = models.named_tensors(parameters)
    return {**inputs, "upstream": upstream, "output": output, **{f"grad.{n}": x.grad for n, x in inputs.items()},
            **io.values(names, "param."), **io.gradients(names, "grad.")}


def switches_case(seed, width, heads, key_heads=None, **switches):
    random = io.Random(seed)
    p = attention_parameters(random, width, heads, key_heads or heads)
    x = random.normal(BATCH, LENGTH, width).requires_grad_()
    return layer_case(random, {"input": x}, p, attention(x, p, "", heads, key_heads, **switches))


def window_case(seed, causal, window=2, sinks=0):
    """nn.MultiheadAttention with a band as its mask."""
    random = io.Random(seed)
    module = nn.MultiheadAttention(8, 2, batch_first=True, dtype=torch.float64)
    random.fill(module)
    x = random.normal(BATCH, LENGTH, 8).requires_grad_()
    output, _ = module(x, x, x, attn_mask=band(LENGTH, window, causal, sinks))
    upstream = random.normal(*output.shape)
    (upstream * output).sum().backward()
    names = list(io.attention_names(module, ""))
    return {"input": x, "upstream": upstream, "output": output, "grad.input": x.grad,
            **io.values(names, "param."), **io.gradients(names, "grad.")}


def write_attention_switches():
    cases = {
        "rotary": switches_case(71, 16, 4, positions="rotary"),
        "rotary_causal_grouped": switches_case(72, 16, 4, 2, positions="rotary", causal=True),
        "alibi": switches_case(73, 8, 4, positions="alibi"),
        "alibi_causal_six_heads": switches_case(74, 12, 6, positions="alibi", causal=True),
        "grouped": switches_case(75, 8, 4, 2),
        "single": switches_case(76, 8, 4, 1, causal=True),
        "unscaled": switches_case(77, 8, 2, scaled=False),
        "window": window_case(78, False),
        "window_causal": window_case(79, True),
        "sinks": window_case(81, False, 2, 1),
        "sinks_causal": window_case(82, True, 1, 2),
        "all": switches_case(80, 8, 2, 1, positions="rotary", scaled=False, window=3, causal=True),
    }
    io.write("attention_switches", {f"{case}.{name}": t for case, ts in cases.items() for name, t in ts.items()})


def general_case(seed, score, key_width=4):
    """Queries [B,3,4], keys [B,5,Dk] of which the second row has 3, values [B,5,2]."""
    random = io.Random(seed)
    q, k, v = (random.normal(*s).requires_grad_() for s in ((2, 3, 4), (2, 5, key_width), (2, 5, 2)))
    p = {}
    if score == "additive":
        for name, shape in (("query.weight", (3, 4)), ("key.weight", (3, key_width)), ("score.weight", (1, 3))):
            p[name] = random.normal(*shape).requires_grad_()
        pairs = F.linear(q, p["query.weight"])[:, :, None] + F.linear(k, p["key.weight"])[:, None]
        scores = F.linear(pairs.tanh(), p["score.weight"])[..., 0]
    elif score == "general":
        p["key.weight"] = random.normal(4, key_width).requires_grad_()
        scores = q @ p["key.weight"] @ k.transpose(-2, -1)
    elif score == "cosine":
        scores = 2.5 * F.cosine_similarity(q[:, :, None], k[:, None], dim=-1)
    else:
        scores = q @ k.transpose(-2, -1) / (2 if score == "scaled_dot" else 1)
    padding = torch.arange(5)[None] >= torch.tensor([5, 3])[:, None]
    context = F.softmax(scores.masked_fill(padding[:, None], -math.inf), dim=-1) @ v
    return layer_case(random, {"queries": q, "keys": k, "values": v}, p, context)


def write_general_attention():
    cases = {"dot": general_case(81, "dot"), "scaled_dot": general_case(82, "scaled_dot"),
             "cosine": general_case(83, "cosine"), "general": general_case(84, "general", 6),
             "additive": general_case(85, "additive", 6)}
    io.write("general_attention", {f"{case}.{name}": t for case, ts in cases.items() for name, t in ts.items()})


def write_gpt_switches(name, seed, key_heads, positions, scaled, window):
    """A pre-norm GPT of one block without biases, with the given switches; tied output."""
    random = io.Random(seed)
    vocabulary, width, heads, hidden = 11, 8, 2, 16
    p = {"target.embedding.weight": random.normal(vocabulary, width, scale=0.5).requires_grad_()}
    block = "decoder.layers.0."
    p.update(attention_parameters(random, width, heads, key_heads, block + "self_attention.", bias=False))
    p[block + "feed_forward.expand.weight"] = random.normal(hidden, width, scale=0.4).requires_grad_()
    p[block + "feed_forward.contract.weight"] = random.normal(width, hidden, scale=0.4).requires_grad_()
    norms = [block + "attention_norm", block + "feed_forward_norm", "decoder.norm"]
    p.update({f"{norm}.gamma": (1 + random.normal(width, scale=0.3)).requires_grad_() for norm in norms})
    ids = random.ids(vocabulary, 3, LENGTH + 1)
    inputs, targets = ids[:, :-1], ids[:, 1:]
    normed = lambda x, norm: F.layer_norm(x, x.shape[-1:], p[norm + ".gamma"], None, 1e-5)

    def logits():
        x = F.embedding(inputs, p["target.embedding.weight"])
        x = x + attention(normed(x, norms[0]), p, block + "self_attention.", heads, key_heads, positions, scaled,
                          window, causal=True)
        y = F.gelu(F.linear(normed(x, norms[1]), p[block + "feed_forward.expand.weight"]))
        x = x + F.linear(y, p[block + "feed_forward.contract.weight"])
        return F.linear(normed(x, norms[2]), p["target.embedding.weight"])

    names = models.named_tensors(p)
    out = {"input": inputs, "target": targets, "logits": logits(), **io.values(names, "param.")}
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), targets.flatten())
    out.update(models.three_steps(loss, names, list(p.values()), 1e-8))
    io.write(name, out)


def write_all():
    write_attention_switches()
    write_general_attention()
    write_gpt_switches("gpt_rotary", 91, 1, "rotary", False, 3)
    write_gpt_switches("gpt_alibi", 92, 2, "alibi", True, None)
