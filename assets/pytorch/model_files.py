# Reading weights and configuration.
import json
import math
import os
import struct
from types import SimpleNamespace

import torch
import torch.nn as nn
import torch.nn.functional as F


def read_safetensors(path):
    """The tensors of a safetensors file by name, and its metadata.

    Eight bytes give the length of a JSON text; that gives each tensor's type, shape and place in what follows.
    """
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        cells = bytearray(file.read())
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        if entry["dtype"] != "F32":
            raise SystemExit(f"{path}: {name} is {entry['dtype']}, but must be F32")
        numbers = torch.frombuffer(cells, dtype=torch.float32, count=(end - begin) // 4, offset=begin)
        tensors[name] = numbers.reshape(entry["shape"])
    return tensors, metadata


def read_config(folder):
    """The options of the model in a run's folder: c.width, c.layers, …"""
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        return SimpleNamespace(**json.load(file)["model"])


def load(folder):
    """The model with the weights of a run's folder."""
    model = make_model(read_config(folder))
    weights, _ = read_safetensors(os.path.join(folder, "model.safetensors"))
    model.load_state_dict(weights)
    return model


def read_batch(tensors, prefix=""):
    """What one pass reads and should predict, of tensors with the names prefix + "input", prefix + "target" and so
    on: whole numbers, but for pictures."""
    batch = {}
    for name, tensor in tensors.items():
        part = name[len(prefix):]
        if name.startswith(prefix) and "." not in part:
            batch[part] = tensor.clone() if part == "pictures" else tensor.long()
    return batch
