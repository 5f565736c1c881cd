"""Feed-forward units by NumPy alone, from the parameters in gpt.safetensors and encoder_decoder.safetensors:
activations, contributions to a logit with the norms' scales frozen, and the words that a unit promotes."""
import json
import math
import pathlib
import struct

import numpy

FOLDER = pathlib.Path(__file__).parent
EPSILON = 1e-5


def read(name):
    """{name: array} of a safetensors file; float64 for numbers."""
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    length = struct.unpack("<Q", data[:8])[0]
    arrays = {}
    for key, entry in json.loads(data[8:8 + length]).items():
        begin, end = entry["data_offsets"]
        kind = "<i4" if entry["dtype"] == "I32" else "<f4"
        array = numpy.frombuffer(data[8 + length + begin:8 + length + end], kind).reshape(entry["shape"])
        arrays[key] = array.astype(numpy.int64 if kind == "<i4" else numpy.float64)
    return arrays


def write(name, arrays):
    header, body = {}, b""
    for key, array in arrays.items():
        kind = "I32" if array.dtype.kind == "i" else "F32"
        data = numpy.ascontiguousarray(array, "<i4" if kind == "I32" else "<f4").tobytes()
        header[key] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / f"{name}.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)


class Network:
    """A Transformer's pass over one example; keeps what each feed-forward network read last."""

    def __init__(self, file, heads, post, activation):
        self.p = {key[len("param."):]: value for key, value in file.items() if key.startswith("param.")}
        self.heads, self.post, self.activation = heads, post, activation
        self.units, self.way = {}, []  # activations by layer; (prefix, γ, 1/σ) of norms on the stream, in order

    def linear(self, x, name):
        y = x @ self.p[name + ".weight"].T
        return y + self.p[name + ".bias"] if name + ".bias" in self.p else y

    def norm(self, x, name, on_stream):
        middle = x.mean(-1, keepdims=True)
        scale = 1 / numpy.sqrt(((x - middle) ** 2).mean(-1, keepdims=True) + EPSILON)
        gamma = self.p[name + ".gamma"]
        if on_stream:
            self.way.append((name, gamma, scale[:, 0]))
        return (x - middle) * scale * gamma + self.p.get(name + ".beta", 0)

    def attention(self, x, memory, name, causal):
        q, k, v = self.linear(x, name + ".query"), self.linear(memory, name + ".key"), self.linear(memory, name + ".value")
        size = q.shape[-1] // self.heads
        heads = []
        for h in range(self.heads):
            part = slice(h * size, (h + 1) * size)
            scores = q[:, part] @ k[:, part].T / math.sqrt(size)
            if causal:
                scores = numpy.where(numpy.tril(numpy.ones_like(scores)) > 0, scores, -numpy.inf)
            weights = numpy.exp(scores - scores.max(-1, keepdims=True))
            heads.append(weights / weights.sum(-1, keepdims=True) @ v[:, part])
        return self.linear(numpy.concatenate(heads, -1), name + ".output")

    def feed_forward(self, x, name):
        self.units[name] = self.activation(self.linear(x, name + ".expand"))
        return self.linear(self.units[name], name + ".contract")

    def sublayer(self, x, norm, network):
        if self.post:
            return self.norm(x + network(x), norm, True)
        return x + network(self.norm(x, norm, False))

    def stack(self, x, name, layers, causal, memory=None):
        for layer in range(layers):
            at = f"{name}.layers.{layer}."
            x = self.sublayer(x, at + "attention_norm", lambda y: self.attention(y, y, at + "self_attention", causal))
            if memory is not None:
                x = self.sublayer(x, at + "cross_attention_norm",
                                  lambda y: self.attention(y, memory, at + "cross_attention", False))
            x = self.sublayer(x, at + "feed_forward_norm", lambda y: self.feed_forward(y, at + "feed_forward"))
        return x if self.post else self.norm(x, name + ".norm", True)


def gelu(x):
    return x * 0.5 * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)))


def carried(network, name, x, scaled, token):
    """A vector on the stream behind the network, through the norms up to the output matrix."""
    stack = name.split(".layers.")[0]
    behind = [step for step in network.way if step[0].startswith(stack)]
    if network.post:  # from the norm of the network's own sum on
        behind = behind[[step[0] for step in behind].index(name + "_norm"):]
    for _, gamma, scale in behind:
        x = (x - x.mean()) * gamma * (scale[token] if scaled else 1)
    return x


def neurons(network, name, output, words):
    """What every unit adds to the logit of words[t] at each position, and the words of each unit."""
    out, activations = network.p[name + ".contract.weight"], network.units[name]
    added = numpy.array([[activation * (carried(network, name, out[:, unit], True, token) @ output[word])
                          for unit, activation in enumerate(activations[token])]
                         for token, word in enumerate(words)])
    said = numpy.array([output @ carried(network, name, out[:, unit], False, 0) for unit in range(out.shape[1])])
    return {f"{name}.activations": activations, f"{name}.contributions": added, f"{name}.words": said}


def check(found, expected):
    assert numpy.abs(found - expected).max() < 1e-4, numpy.abs(found - expected).max()


def gpt():
    file = read("gpt")
    network = Network(file, 3, False, gelu)
    ids, table = file["input"][0], network.p["target.embedding.weight"]
    x = table[ids] + network.p["target.positions.weight"][:len(ids)]
    logits = network.stack(x, "decoder", 2, True) @ table.T
    check(logits, file["logits"][0])
    words = logits.argmax(-1)
    out = {"gpt.words": words}
    for layer in range(2):
        for key, value in neurons(network, f"decoder.layers.{layer}.feed_forward", table, words).items():
            out["gpt." + key] = value
    return out


def waves(length, width):
    angles = numpy.arange(length)[:, None] / 10000 ** (numpy.arange(0, width, 2) / width)
    return numpy.stack([numpy.sin(angles), numpy.cos(angles)], -1).reshape(length, width)


def encoder_decoder():
    file = read("encoder_decoder")
    network = Network(file, 2, True, lambda x: numpy.maximum(x, 0))
    table, width = network.p["target.embedding.weight"], 8
    read_in = lambda ids, weights: weights[ids] * math.sqrt(width) + waves(len(ids), width)
    source = file["source"][0][:file["source_lengths"][0]]
    memory = network.stack(read_in(source, network.p["source.embedding.weight"]), "encoder", 2, False)
    decoded = network.stack(read_in(file["input"][0], table), "decoder", 2, True, memory)
    logits = decoded @ table.T
    check(logits, file["logits"][0])
    words = file["target"][0]
    out = {"encoder_decoder.words": words}
    for layer in range(2):
        name = f"decoder.layers.{layer}.feed_forward"
        for key, value in neurons(network, name, table, numpy.maximum(words, 0)).items():
            out["encoder_decoder." + key] = value
        out[f"encoder_decoder.encoder.layers.{layer}.feed_forward.activations"] = \
            network.units[f"encoder.layers.{layer}.feed_forward"]
    return out


def main():
    write("neurons", {**gpt(), **encoder_decoder()})


if __name__ == "__main__":
    main()
