"""Where a Vision Transformer looks, in NumPy alone: rollout, answers of its filters, cosines of its positions.

The model and the picture are those of vision_cls.safetensors, the first row of its batch.
"""
import json
import math
import struct

import numpy
import torch

import golden_io as io

HEADS, PATCH = 2, 2


def read(name):
    """{name: array} of a golden file."""
    data = (io.FOLDER / f"{name}.safetensors").read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    kinds = {"F32": "<f4", "I32": "<i4"}
    return {key: numpy.frombuffer(body[slice(*at["data_offsets"])], kinds[at["dtype"]]).reshape(at["shape"]).astype(
        "f8" if at["dtype"] == "F32" else "i8") for key, at in header.items() if key != "__metadata__"}


def norm(x, p, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / numpy.sqrt((centred ** 2).mean(-1, keepdims=True) + 1e-5) * p[name + ".gamma"] + p[name + ".beta"]


def linear(x, p, name):
    return x @ p[name + ".weight"].T + p[name + ".bias"]


def gelu(x):
    return 0.5 * x * (1 + numpy.vectorize(math.erf)(x / math.sqrt(2)))


def split(x):
    """[T,C] to [H,T,D]."""
    return x.reshape(len(x), HEADS, -1).transpose(1, 0, 2)


def attend(x, p, name):
    """The output [T,C] and the weights [H,T,T]."""
    q, k, v = (split(linear(x, p, f"{name}.{part}")) for part in ("query", "key", "value"))
    scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
    weights = numpy.exp(scores - scores.max(-1, keepdims=True))
    weights /= weights.sum(-1, keepdims=True)
    return linear((weights @ v).transpose(1, 0, 2).reshape(len(x), -1), p, name + ".output"), weights


def answers(picture, p):
    """[C,rows,columns]: each filter slid over the picture by whole patches."""
    kernel = p["picture.projection.weight"].reshape(-1, len(picture), PATCH, PATCH)
    rows = picture.shape[1] // PATCH
    out = numpy.empty((len(kernel), rows, rows))
    for r in range(rows):
        for c in range(rows):
            patch = picture[:, r * PATCH:(r + 1) * PATCH, c * PATCH:(c + 1) * PATCH]
            out[:, r, c] = (kernel * patch).sum((1, 2, 3)) + p["picture.projection.bias"]
    return out


def write_all():
    file = read("vision_cls")
    p = {name[len("param."):]: array for name, array in file.items() if name.startswith("param.")}
    answered = answers(file["pictures"][0], p)
    x = numpy.concatenate([p["picture.class_token"][None], answered.reshape(len(answered), -1).T])
    x = x + p["picture.positions.weight"]
    rolled, out = numpy.eye(len(x)), {"answers": answered}
    for layer in range(2):
        name = f"encoder.layers.{layer}."
        attended, weights = attend(norm(x, p, name + "attention_norm"), p, name + "self_attention")
        x = x + attended
        hidden = gelu(linear(norm(x, p, name + "feed_forward_norm"), p, name + "feed_forward.expand"))
        x = x + linear(hidden, p, name + "feed_forward.contract")
        rolled = (weights.mean(0) + numpy.eye(len(x))) / 2 @ rolled
        out[f"weights.{layer}"], out[f"rollout.{layer}"] = weights, rolled
    unit = p["picture.positions.weight"][1:]
    unit = unit / numpy.linalg.norm(unit, axis=-1, keepdims=True)
    out["cosines"] = unit @ unit.T
    io.write("pictures", {name: torch.from_numpy(array) for name, array in out.items()})


if __name__ == "__main__":
    write_all()
