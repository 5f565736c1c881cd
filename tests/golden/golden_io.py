"""Writing golden files: safetensors with float32 and int32 tensors, and torch parameters under our names."""
import json
import pathlib
import struct

import numpy
import torch

FOLDER = pathlib.Path(__file__).parent


def write(name, tensors):
    """Writes {name: torch tensor} to FOLDER/name.safetensors, in the order of the dictionary."""
    header, body = {}, b""
    for key, tensor in tensors.items():
        array = tensor.detach().numpy()
        kind = "I32" if array.dtype.kind == "i" else "F32"
        data = numpy.ascontiguousarray(array, "<i4" if kind == "I32" else "<f4").tobytes()
        place = [len(body), len(body) + len(data)]
        header[key] = {"dtype": kind, "shape": list(array.shape), "data_offsets": place}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / f"{name}.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)


class Random:
    """Numbers that are the same on every machine: numpy's frozen generator."""

    def __init__(self, seed):
        self.state = numpy.random.RandomState(seed)

    def normal(self, *shape, scale=1.0):
        return torch.from_numpy(numpy.asarray(self.state.standard_normal(shape) * scale))

    def ids(self, high, *shape):
        return torch.from_numpy(self.state.randint(0, high, shape))

    def fill(self, module, scale=0.3):
        """Random values for every parameter, also those that torch starts at zero or one."""
        for parameter in module.parameters():
            mean = 1.0 if parameter.dim() == 1 and (parameter == 1).all() else 0.0
            parameter.data = mean + self.normal(*parameter.shape, scale=scale)


def attention_names(module, prefix):
    """(our name, parameter, rows) of nn.MultiheadAttention, whose projections are packed."""
    width = module.embed_dim
    packs = {"weight": module.in_proj_weight, "bias": module.in_proj_bias}
    outputs = {"weight": module.out_proj.weight, "bias": module.out_proj.bias}
    for kind in ("weight", "bias") if module.in_proj_bias is not None else ("weight",):
        for i, part in enumerate(("query", "key", "value")):
            yield f"{prefix}{part}.{kind}", packs[kind], slice(i * width, (i + 1) * width)
        yield f"{prefix}output.{kind}", outputs[kind], slice(None)


def norm_names(module, prefix):
    yield f"{prefix}.gamma", module.weight, slice(None)
    yield f"{prefix}.beta", module.bias, slice(None)


def linear_names(module, prefix):
    yield f"{prefix}.weight", module.weight, slice(None)
    yield f"{prefix}.bias", module.bias, slice(None)


def block_names(layer, prefix=""):
    """The same for nn.TransformerEncoderLayer and nn.TransformerDecoderLayer."""
    decoder = hasattr(layer, "multihead_attn")
    yield from attention_names(layer.self_attn, prefix + "self_attention.")
    yield from norm_names(layer.norm1, prefix + "attention_norm")
    if decoder:
        yield from attention_names(layer.multihead_attn, prefix + "cross_attention.")
        yield from norm_names(layer.norm2, prefix + "cross_attention_norm")
    yield from linear_names(layer.linear1, prefix + "feed_forward.expand")
    yield from linear_names(layer.linear2, prefix + "feed_forward.contract")
    yield from norm_names(layer.norm3 if decoder else layer.norm2, prefix + "feed_forward_norm")


def values(names, prefix):
    """Copies of the parameters' values as {prefix + our name: tensor}."""
    return {prefix + name: parameter.detach()[rows].clone() for name, parameter, rows in names}


def gradients(names, prefix):
    return {prefix + name: parameter.grad[rows].clone() for name, parameter, rows in names}
