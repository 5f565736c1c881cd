"""The residual stream and its logit lens in PyTorch's functions alone: logits at every state, lengths and cosines.

The models are those of other golden files, the first row of their batches, and of the stored run tests/runs/version1.
"""
import math

import torch
import torch.nn.functional as F

import golden_io as io
import golden_pictures
from golden_models import causal_mask, sinusoids


class Model:
    """Parameters by our names, and what the forms of models differ in."""

    def __init__(self, parameters, heads, post, activation):
        self.p = {name: torch.from_numpy(array.copy()) for name, array in parameters.items()}
        self.heads, self.post, self.activation = heads, post, activation

    def norm(self, x, name):
        return F.layer_norm(x, x.shape[-1:], self.p[name + ".gamma"], self.p.get(name + ".beta"), 1e-5)

    def linear(self, x, name):
        return F.linear(x, self.p[name + ".weight"], self.p.get(name + ".bias"))

    def attention(self, x, memory, name, mask):
        split = lambda y: y.unflatten(-1, (self.heads, -1)).transpose(0, 1)
        q = split(self.linear(x, name + ".query"))
        k, v = (split(self.linear(memory, f"{name}.{part}")) for part in ("key", "value"))
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
        context = F.softmax(scores if mask is None else scores + mask, dim=-1) @ v
        return self.linear(context.transpose(0, 1).flatten(-2), name + ".output")

    def feed_forward(self, x, name):
        return self.linear(self.activation(self.linear(x, name + ".expand")), name + ".contract")

    def stack(self, x, name, layers, mask=None, memory=None):
        """(sums, what is read after each, additions): one of each a state, from the input on."""
        states = [(x, x, x)]
        for layer in range(layers):
            block = f"{name}.layers.{layer}."
            parts = [("attention_norm", lambda y: self.attention(y, y, block + "self_attention", mask)),
                     ("feed_forward_norm", lambda y: self.feed_forward(y, block + "feed_forward"))]
            if memory is not None:
                parts.insert(1, ("cross_attention_norm",
                                 lambda y: self.attention(y, memory, block + "cross_attention", None)))
            for norm, sublayer in parts:
                added = sublayer(x if self.post else self.norm(x, block + norm))
                total = x + added
                x = self.norm(total, block + norm) if self.post else total
                states.append((total, x, added))
        return states


def cosines(states):
    added = torch.stack([addition[-1] for _, _, addition in states])
    return F.cosine_similarity(added[:, None], added[None], dim=-1)


def results(name, states, read):
    return {f"{name}.logits": torch.stack([read(after) for _, after, _ in states]),
            f"{name}.sizes": torch.stack([total.norm(dim=-1) for total, _, _ in states]),
            f"{name}.added": torch.stack([added.norm(dim=-1) for _, _, added in states]),
            f"{name}.cosines": cosines(states)}


def parameters_of(file):
    return {name[6:]: array for name, array in file.items() if name.startswith("param.")}


def gpt():
    file = golden_pictures.read("gpt")
    model = Model(parameters_of(file), 3, False, F.gelu)
    table = model.p["target.embedding.weight"]
    x = table[torch.from_numpy(file["input"][0].copy())]
    x = x + model.p["target.positions.weight"][:len(x)]
    states = model.stack(x, "decoder", 2, causal_mask(len(x)))
    return results("gpt", states, lambda y: model.norm(y, "decoder.norm") @ table.T)


def translated(name, model, layers, source, target, output):
    """An encoder–decoder of the form of 2017."""
    def embed(ids, part):
        x = model.p[part + ".embedding.weight"][torch.as_tensor(ids)]
        return x * math.sqrt(x.shape[-1]) + sinusoids(len(x), x.shape[-1])
    memory = model.stack(embed(source, "source"), "encoder", layers)[-1][1]
    x = embed(target, "target")
    states = model.stack(x, "decoder", layers, causal_mask(len(x)), memory)
    return results(name, states, lambda y: y @ model.p[output].T)


def encoder_decoder():
    file = golden_pictures.read("encoder_decoder")
    model = Model(parameters_of(file), 2, True, F.relu)
    return translated("encoder_decoder", model, 2, file["source"][0].copy(), file["input"][0].copy(),
                      "target.embedding.weight")


def stored_run():
    """“abc” → “cba” by its letters' ids, with <eos> behind the source and <sos> before the target."""
    model = Model(golden_pictures.read("../runs/version1/model"), 2, True, F.relu)
    return translated("run", model, 1, [4, 5, 6, 2], [1, 6, 5, 4], "output.weight")


def classes(pooling, activation):
    file = golden_pictures.read(f"encoder_class_{pooling}")
    model = Model(parameters_of(file), 2, False, activation)
    x = model.p["source.embedding.weight"][torch.from_numpy(file["source"][0].copy())]
    if pooling == "cls":
        x = torch.cat([model.p["source.class_token"][None], x])
    x = x + model.p["source.positions.weight"][:len(x)]
    pool = (lambda y: y[:1]) if pooling == "cls" else (lambda y: y.mean(0, keepdim=True))
    return results(f"encoder_class_{pooling}", model.stack(x, "encoder", 2),
                   lambda y: model.linear(pool(model.norm(y, "encoder.norm")), "output"))


def write_all():
    io.write("lens", {**gpt(), **encoder_decoder(), **stored_run(), **classes("cls", F.gelu),
                      **classes("mean", F.relu)})


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
