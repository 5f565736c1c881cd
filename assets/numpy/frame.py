# Reads the export, and compares the recomputed tensors with it.
import json
import math
import os
import struct
import sys

import numpy as np

# The program computes in single precision, this script in double: they agree to about six digits.
TOLERANCE = 3e-5


def read_safetensors(path):
    """The tensors of a safetensors file by name, and its metadata.

    Eight bytes give the length of a JSON text; that gives each tensor's type, shape and place in what follows.
    """
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        cells = file.read()
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        numbers = np.frombuffer(cells[begin:end], {"F32": "<f4", "F64": "<f8"}[entry["dtype"]])
        tensors[name] = numbers.reshape(entry["shape"]).astype(np.float64)
    return tensors, metadata


class Parameters(dict):
    """The parameters of the model by name; remembers which were used."""

    def __init__(self, export):
        super().__init__(export)
        self.used = set()

    def __getitem__(self, name):
        if name not in self:
            sys.exit(f"{name}: not in the export")
        self.used.add(name)
        return super().__getitem__(name)


class Recomputed(dict):
    """The tensors that this script computes, by name. Each new tensor is compared with the export."""

    def __init__(self, export):
        super().__init__()
        self.export = export
        self.taken = 0
        self.largest = 0.0

    def __setitem__(self, name, value):
        if value is self.export.get(name):  # what the pass was given
            self.taken += 1
        value = np.asarray(value, dtype=np.float64)
        difference = self.compare(name, value)
        print(f"ok  {name}  {list(value.shape)}  {difference:.1e}")
        super().__setitem__(name, value)

    def compare(self, name, value):
        """The largest difference of a cell, as a share of the tensor's largest cell."""
        if name not in self.export:
            sys.exit(f"{name}: not in the export")
        exported = self.export[name]
        if exported.shape != value.shape:
            sys.exit(f"{name}: {list(exported.shape)} in the export, but {list(value.shape)} when recomputed")
        finite = np.isfinite(exported) & np.isfinite(value)
        # A small loss is the difference of larger numbers.
        smallest = 1.0 if name.startswith("loss.") else 1e-30
        scale = max(np.abs(value[finite]).max(initial=0.0), smallest)
        difference = np.zeros(value.shape)
        difference[finite] = np.abs(exported[finite] - value[finite]) / scale
        same = (exported == value) | (np.isnan(exported) & np.isnan(value))  # infinite, or no number
        difference[~finite & ~same] = np.inf
        worst = np.unravel_index(np.argmax(difference), value.shape)
        if difference[worst] > TOLERANCE:
            cell = ",".join(str(i) for i in worst)
            sys.exit(f"{name}: cell [{cell}] is {exported[worst]:.9g} in the export, "
                     f"but {value[worst]:.9g} when recomputed")
        self.largest = max(self.largest, difference[worst])
        return difference[worst]


def finish(export, metadata, parameters, recomputed):
    """Compares the loss with the metadata, and checks that the whole forward pass was recomputed."""
    for name in export:
        if not (name in recomputed or name in parameters.used or name.endswith(".grad")):
            sys.exit(f"{name}: in the export, but nothing was recomputed for it")
    if "loss" in metadata:
        recomputed.compare("loss.mean", np.asarray(float(metadata["loss"])))
    print(f"all {len(recomputed) - recomputed.taken} tensors recomputed", end="")
    print(f", {recomputed.taken} taken as given" if recomputed.taken > 0 else "", end="")
    print(f"; no cell is off by more than {recomputed.largest:.1e} of its tensor's largest")
