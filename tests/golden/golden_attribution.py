"""Attributions of two stored runs by PyTorch's autograd, in double precision: gradient × input, integrated gradients,
occlusion and attention rollout. Writes attribution.json from the exported weights in tests/runs/pictures."""
import io
import json
import math
import pathlib
import struct
import tarfile

import numpy
import torch
import torch.nn.functional as F

HERE = pathlib.Path(__file__).parent
STEPS = 16


def weights_of(run):
    """The parameters of a stored run by name, as doubles."""
    with tarfile.open(HERE.parent / f"runs/pictures/{run}.tar.xz") as archive:
        data = archive.extractfile(f"{run}/model.safetensors").read()
        vocabulary = json.load(io.TextIOWrapper(archive.extractfile(f"{run}/tokenizer.json"), "utf-8"))
    size = struct.unpack("<Q", data[:8])[0]
    body = data[8 + size:]
    p = {}
    for name, place in json.loads(data[8:8 + size]).items():
        if name != "__metadata__":
            begin, end = place["data_offsets"]
            p[name] = torch.from_numpy(numpy.frombuffer(body[begin:end], "<f4").reshape(place["shape"]).astype("f8"))
    return p, vocabulary


def ids_of(vocabulary, pieces):
    entries = ["<pad>", "<sos>", "<eos>", "<unk>"] + vocabulary["entries"]
    return [entries.index(piece) for piece in pieces]


def attention(p, name, x, memory, heads, causal, seen):
    """Multi-head attention; the mean of its weights over heads goes to `seen`."""
    def project(what, of):
        y = F.linear(of, p[f"{name}.{what}.weight"], p[f"{name}.{what}.bias"])
        return y.view(len(of), heads, -1).transpose(0, 1)
    q, k, v = project("query", x), project("key", memory), project("value", memory)
    scores = q @ k.transpose(1, 2) / math.sqrt(q.shape[-1])
    if causal:
        scores = scores.masked_fill(torch.ones(len(x), len(x)).triu(1).bool(), -math.inf)
    weights = scores.softmax(-1)
    seen.append((name, weights.mean(0).detach()))
    joined = (weights @ v).transpose(0, 1).reshape(len(x), -1)
    return F.linear(joined, p[f"{name}.output.weight"], p[f"{name}.output.bias"])


def norm(p, name, x):
    return F.layer_norm(x, x.shape[-1:], p[f"{name}.gamma"], p[f"{name}.beta"], 1e-5)


def linear(p, name, x):
    return F.linear(x, p[f"{name}.weight"], p[f"{name}.bias"])


def waves(length, width):
    position = torch.arange(length, dtype=torch.float64).unsqueeze(1)
    column = torch.arange(width)
    angle = position / 10000.0 ** ((column // 2 * 2).double() / width)
    return torch.where(column % 2 == 0, angle.sin(), angle.cos())


def reverse_logits(p, inputs, seen):
    """The encoder–decoder of the run reverse: post-norm, ReLU, waves as positions; inputs are embeddings times √C."""
    def block(name, x, memory):
        x = norm(p, f"{name}.attention_norm", x + attention(p, f"{name}.self_attention", x, x, 4, memory is not None, seen))
        if memory is not None:
            x = norm(p, f"{name}.cross_attention_norm",
                     x + attention(p, f"{name}.cross_attention", x, memory, 4, False, seen))
        hidden = linear(p, f"{name}.feed_forward.expand", x).relu()
        return norm(p, f"{name}.feed_forward_norm", x + linear(p, f"{name}.feed_forward.contract", hidden))
    source, target = (x + waves(*x.shape) for x in inputs)
    for layer in range(2):
        source = block(f"encoder.layers.{layer}", source, None)
    for layer in range(2):
        target = block(f"decoder.layers.{layer}", target, source)
    return F.linear(target, p["output.weight"])


def experts_logits(p, inputs, seen):
    """The GPT of the run experts: pre-norm, learned positions, two of four experts for each token."""
    def feed_forward(name, x):
        top, chosen = F.linear(x, p[f"{name}.router.weight"]).softmax(-1).topk(2, dim=-1)
        gates = torch.zeros(len(x), 4, dtype=torch.float64).scatter(1, chosen, top / top.sum(-1, keepdim=True))
        answers = [linear(p, f"{name}.experts.{e}.contract", F.gelu(linear(p, f"{name}.experts.{e}.expand", x)))
                   for e in range(4)]
        return sum(gates[:, e:e + 1] * answers[e] for e in range(4))
    x = inputs[0] + p["target.positions.weight"][:len(inputs[0])]
    for layer in range(2):
        name = f"decoder.layers.{layer}"
        y = norm(p, f"{name}.attention_norm", x)
        x = x + attention(p, f"{name}.self_attention", y, y, 2, True, seen)
        x = x + feed_forward(f"{name}.feed_forward", norm(p, f"{name}.feed_forward_norm", x))
    return F.linear(norm(p, "decoder.norm", x), p["target.embedding.weight"])


def metric(logits, kind, position, word, against):
    row = logits[position]
    if kind == "log_probability":
        return row.log_softmax(-1)[word]
    return row[word] - (row[against] if kind == "difference" else 0)


def rollout(seen, lengths, position):
    """Shares of the source and of the target rows, from the last attention back to the first."""
    source = torch.zeros(lengths[0] if len(lengths) == 2 else 0, dtype=torch.float64)
    target = torch.zeros(lengths[-1], dtype=torch.float64)
    target[position] = 1
    for name, weights in reversed(seen):
        if "cross" in name:
            source, target = source + target @ weights / 2, target / 2
        elif name.startswith("encoder"):
            source = source / 2 + source @ weights / 2
        else:
            target = target / 2 + target @ weights / 2
    return torch.cat([source, target])


def case(p, logits_of, inputs, baselines, kind, position, word, against):
    def value(x):
        return metric(logits_of(p, x, []), kind, position, word, against)

    def gradients(x):
        x = [rows.clone().requires_grad_() for rows in x]
        value(x).backward()
        return [rows.grad for rows in x]

    def rows_of(parts):
        return torch.cat([part.sum(-1) for part in parts]).tolist()

    ways = [x - b for x, b in zip(inputs, baselines)]
    integrals = [torch.zeros_like(x) for x in inputs]
    for step in range(STEPS):
        at = gradients([b + (step + 0.5) / STEPS * way for b, way in zip(baselines, ways)])
        integrals = [total + gradient / STEPS for total, gradient in zip(integrals, at)]
    whole, occlusion = value(inputs).item(), []
    for which, rows in enumerate(inputs):
        for row in range(len(rows)):
            without = [x.clone() for x in inputs]
            without[which][row] = baselines[which]
            occlusion.append(whole - value(without).item())
    seen = []
    logits_of(p, inputs, seen)
    return {"metric": kind, "position": position, "word": word, "against": against, "steps": STEPS, "value": whole,
            "baseline_value": value([b.expand_as(x) for b, x in zip(baselines, inputs)]).item(),
            "gradient": rows_of([x * g for x, g in zip(inputs, gradients(inputs))]),
            "integrated": rows_of([way * total for way, total in zip(ways, integrals)]),
            "occlusion": occlusion,
            "rollout": rollout(seen, [len(x) for x in inputs], position).tolist()}


def reverse_case(kind, baseline, position, word, against):
    p, vocabulary = weights_of("reverse")
    source, target = list("bface") + ["<eos>"], ["<sos>"] + list("ecafb")
    ids = [ids_of(vocabulary["source"], source), ids_of(vocabulary["target"], target)]
    tables = [math.sqrt(16) * p[f"{side}.embedding.weight"] for side in ("source", "target")]
    baselines = [table.mean(0) if baseline == "mean" else torch.zeros_like(table[0]) for table in tables]
    inputs = [table[torch.tensor(i)] for table, i in zip(tables, ids)]
    words = [ids_of(vocabulary["target"], [w])[0] for w in (word, against)]
    return {"run": "reverse", "source": "bface", "target": "ecafb", "baseline": baseline,
            **case(p, reverse_logits, inputs, baselines, kind, position, *words)}


def experts_case(kind, baseline, position, word, against):
    p, vocabulary = weights_of("experts")
    text = ["Otto", "said", "it", "was", "in", "the", "morning"]
    table = p["target.embedding.weight"]
    inputs = [table[torch.tensor(ids_of(vocabulary["target"], text))]]
    baselines = [table.mean(0) if baseline == "mean" else torch.zeros_like(table[0])]
    words = [ids_of(vocabulary["target"], [w])[0] for w in (word, against)]
    return {"run": "experts", "source": "", "target": " ".join(text), "baseline": baseline,
            **case(p, experts_logits, inputs, baselines, kind, position, *words)}


if __name__ == "__main__":
    torch.set_num_threads(1)
    cases = [reverse_case("logit", "zero", 1, "c", "c"),
             reverse_case("log_probability", "mean", 3, "f", "f"),
             experts_case("logit", "zero", 3, "in", "in"),
             experts_case("difference", "mean", 4, "the", "a")]
    rounded = json.loads(json.dumps(cases), parse_float=lambda number: round(float(number), 9))
    (HERE / "attribution.json").write_text(json.dumps(rounded, indent=0) + "\n")
