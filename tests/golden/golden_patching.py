"""Activation patching and path patching of the models in gpt.safetensors and encoder_decoder.safetensors, in NumPy
alone. Run by itself after golden_models.py."""
import json
import math
import pathlib
import struct

import numpy

FOLDER = pathlib.Path(__file__).parent


def read(name):
    """The tensors of FOLDER/name.safetensors, in double."""
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    kinds = {"F32": "<f4", "I32": "<i4"}
    tensors = {}
    for key, entry in header.items():
        first, last = entry["data_offsets"]
        array = numpy.frombuffer(body[first:last], kinds[entry["dtype"]]).reshape(entry["shape"])
        tensors[key] = array.astype(float) if entry["dtype"] == "F32" else array
    return tensors


def write(name, tensors):
    header, body = {}, b""
    for key, array in tensors.items():
        array = numpy.asarray(array)
        kind = "I32" if array.dtype.kind == "i" else "F32"
        data = numpy.ascontiguousarray(array, "<i4" if kind == "I32" else "<f4").tobytes()
        header[key] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / f"{name}.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)


def softmax(x):
    e = numpy.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


erf = numpy.vectorize(math.erf)


class Pass:
    """One pass over one text. `keep` collects named tensors; `change` maps a name to a function of the tensor."""

    def __init__(self, weights, heads, change=None):
        self.w, self.heads, self.change, self.keep = weights, heads, change or {}, {}

    def named(self, name, x):
        x = self.change.get(name, lambda y: y)(x.copy())
        self.keep[name] = x
        return x

    def linear(self, x, name):
        y = x @ self.w[name + ".weight"].T
        return y + self.w[name + ".bias"] if name + ".bias" in self.w else y

    def norm(self, x, name):
        y = (x - x.mean(-1, keepdims=True)) / numpy.sqrt(x.var(-1, keepdims=True) + 1e-5)
        return y * self.w[name + ".gamma"] + self.w.get(name + ".beta", 0.0)

    def attention(self, x, memory, name, causal):
        def split(y):
            return y.reshape(y.shape[0], self.heads, -1).transpose(1, 0, 2)
        q = self.named(name + ".query", split(self.linear(x, name + ".query")))
        k = self.named(name + ".key", split(self.linear(memory, name + ".key")))
        v = self.named(name + ".value", split(self.linear(memory, name + ".value")))
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
        if causal:
            scores = scores + numpy.triu(numpy.full(scores.shape[1:], -numpy.inf), 1)
        context = self.named(name + ".context", softmax(scores) @ v)
        joined = context.transpose(1, 0, 2).reshape(x.shape[0], -1)
        return self.named(name + ".output", self.linear(joined, name + ".output"))


def gpt(one, ids):
    """Pre-norm, exact GELU."""
    x = one.w["target.embedding.weight"][ids] + one.w["target.positions.weight"][:len(ids)]
    x = one.named("target.input", x)
    for layer in range(2):
        at = f"decoder.layers.{layer}."
        y = one.norm(x, at + "attention_norm")
        x = one.named(at + "attention_residual", x + one.attention(y, y, at + "self_attention", True))
        y = one.linear(one.norm(x, at + "feed_forward_norm"), at + "feed_forward.expand")
        y = one.linear(y * (1 + erf(y / math.sqrt(2))) / 2, at + "feed_forward.contract")
        x = one.named(at + "feed_forward_residual", x + one.named(at + "feed_forward.output", y))
    return one.norm(x, "decoder.norm") @ one.w["target.embedding.weight"].T


def sinusoids(length, width):
    angle = numpy.arange(length)[:, None] / 10000 ** (numpy.arange(0, width, 2) / width)
    return numpy.stack([numpy.sin(angle), numpy.cos(angle)], -1).reshape(length, width)


def encoder_decoder(one, texts):
    """Post-norm, ReLU, sinusoids."""
    def embed(ids, name):
        table = one.w[name + ".embedding.weight"]
        return one.named(name + ".input", table[ids] * math.sqrt(table.shape[1]) + sinusoids(len(ids), table.shape[1]))

    def block(x, memory, at, causal):
        def add(x, part, y):
            return one.norm(one.named(at + part + "_residual", x + y), at + part + "_norm")
        x = add(x, "attention", one.attention(x, x, at + "self_attention", causal))
        if memory is not None:
            x = add(x, "cross_attention", one.attention(x, memory, at + "cross_attention", False))
        y = numpy.maximum(one.linear(x, at + "feed_forward.expand"), 0)
        return add(x, "feed_forward", one.named(at + "feed_forward.output", one.linear(y, at + "feed_forward.contract")))

    source, inputs = texts
    memory = embed(source, "source")
    for layer in range(2):
        memory = block(memory, None, f"encoder.layers.{layer}.", False)
    x = embed(inputs, "target")
    for layer in range(2):
        x = block(x, memory, f"decoder.layers.{layer}.", True)
    return x @ one.w["target.embedding.weight"].T


class Patching:
    """All grids of one pair by the logit difference."""

    def __init__(self, run, weights, heads, clean, changed, answers):
        self.run, self.weights, self.heads, self.text, self.answers = run, weights, heads, changed, answers
        self.clean, self.clean_value = self.one(clean)
        self.changed, self.changed_value = self.one(changed)

    def one(self, text, change=None):
        made = Pass(self.weights, self.heads, change)
        logits = self.run(made, text)[-1]
        return made.keep, logits[self.answers[0]] - logits[self.answers[1]]

    def value(self, change):
        return self.one(self.text, change)[1]

    def take(self, name, *index):
        def change(x):
            x[index] = self.clean[name][index]
            return x
        return {name: change}

    def positions(self, names):
        return numpy.array([[self.value(self.take(name, t)) for t in range(len(self.changed[name]))] for name in names])

    def of_heads(self, names, at=slice(None)):
        return numpy.array([[self.value(self.take(name, h, at)) for h in range(self.heads)] for name in names])

    def path(self, sender, head, receiver, other):
        """Everything frozen but the sender, then only what the receiver made of that."""
        frozen = {name: (lambda x, kept=kept: kept.copy()) for name, kept in self.changed.items()
                  if name.endswith(".context") or name.endswith("feed_forward.output")}
        frozen.update({sender: lambda x: numpy.where((numpy.arange(self.heads) == head)[:, None, None],
                                                     self.clean[sender], self.changed[sender])})
        made = self.one(self.text, frozen)[0][receiver]

        def change(x):
            x[other] = made[other]
            return x
        return self.value({receiver: change})

    def paths(self, pairs, into):
        """[pairs,heads,heads] of pairs of attentions."""
        return numpy.array([[[self.path(a + ".context", h, b + "." + into, r) for r in range(self.heads)]
                             for h in range(self.heads)] for a, b in pairs])


def names(stack, parts):
    return [f"{stack}.layers.{layer}.{part}" for layer in range(2) for part in parts]


def write_gpt():
    golden = read("gpt")
    weights = {name[6:]: tensor for name, tensor in golden.items() if name.startswith("param.")}
    clean = golden["input"][0].copy()
    changed = clean.copy()
    changed[2] = (clean[2] + 5) % 17
    answers = [3, 11]
    grids = Patching(gpt, weights, 3, clean, changed, answers)
    contexts = names("decoder", ["self_attention.context"])
    first, second = names("decoder", ["self_attention"])
    return {"clean": clean, "changed": changed, "answers": numpy.array(answers, numpy.int32),
            "both": numpy.array([grids.clean_value, grids.changed_value]),
            "stream": grids.positions(["target.input"] + names("decoder", ["attention_residual", "feed_forward_residual"])),
            "attention": grids.positions(names("decoder", ["self_attention.output"])),
            "feed_forward": grids.positions(names("decoder", ["feed_forward.output"])),
            "heads": grids.of_heads(contexts), "heads_at": grids.of_heads(contexts, 4),
            **{"path_" + into: grids.paths([(first, second)], into) for into in ("query", "key", "value")}}


def write_encoder_decoder():
    golden = read("encoder_decoder")
    weights = {name[6:]: tensor for name, tensor in golden.items() if name.startswith("param.")}
    source, inputs = golden["source"][0].copy(), golden["input"][0][:4].copy()
    other = source.copy()
    other[1] = (source[1] + 4) % 11
    answers = [7, 2]
    grids = Patching(encoder_decoder, weights, 2, (source, inputs), (other, inputs), answers)
    encoder = names("encoder", ["self_attention"])
    decoder = names("decoder", ["self_attention", "cross_attention"])
    into_keys = [(encoder[0], encoder[1])] + [(e, d) for e in encoder for d in decoder if "cross" in d]
    return {"source": source, "changed_source": other, "input": inputs,
            "answers": numpy.array(answers, numpy.int32),
            "both": numpy.array([grids.clean_value, grids.changed_value]),
            "stream_source": grids.positions(["source.input"] + names("encoder", ["attention_residual", "feed_forward_residual"])),
            "stream_target": grids.positions(["target.input"] + names("decoder", ["attention_residual", "cross_attention_residual", "feed_forward_residual"])),
            "attention_source": grids.positions(names("encoder", ["self_attention.output"])),
            "attention_target": grids.positions(names("decoder", ["self_attention.output", "cross_attention.output"])),
            "feed_forward_source": grids.positions(names("encoder", ["feed_forward.output"])),
            "feed_forward_target": grids.positions(names("decoder", ["feed_forward.output"])),
            "heads_source": grids.of_heads([name + ".context" for name in encoder]),
            "heads_target": grids.of_heads([name + ".context" for name in decoder]),
            "path_key": grids.paths(into_keys, "key"), "path_value": grids.paths(into_keys, "value"),
            "path_query": grids.paths([(decoder[0], decoder[1]), (decoder[1], decoder[3])], "query")}


def write_all():
    out = {"gpt." + name: tensor for name, tensor in write_gpt().items()}
    out.update({"pairs." + name: tensor for name, tensor in write_encoder_decoder().items()})
    write("patching", out)


if __name__ == "__main__":
    write_all()
