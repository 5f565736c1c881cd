"""Encoder-only and vision Transformers for the golden files, around nn.TransformerEncoder."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import golden_io as io
from golden_models import IGNORED, sinusoids, three_steps

DOUBLE = dict(dtype=torch.float64)


class Reader(nn.Module):
    """What both kinds share: class token, positions, blocks, pooling and output."""

    def __init__(self, norm, activation, length, classes, pooling, learned=True, width=8, hidden=12, layers=2):
        super().__init__()
        self.norm_first, self.pooling, self.width, self.layers = norm == "pre", pooling, width, layers
        layer = nn.TransformerEncoderLayer(width, 2, dim_feedforward=hidden, dropout=0.0, activation=activation,
                                           batch_first=True, norm_first=self.norm_first, **DOUBLE)
        last = nn.LayerNorm(width, **DOUBLE) if self.norm_first else None
        self.encoder = nn.TransformerEncoder(layer, layers, last, enable_nested_tensor=False)
        rows = length + (pooling == "cls")
        self.token = nn.Parameter(torch.zeros(width, **DOUBLE)) if pooling == "cls" else None
        self.positions = nn.Parameter(torch.zeros(rows, width, **DOUBLE)) if learned else None
        self.output = nn.Linear(width, classes, **DOUBLE) if classes else None

    def encode(self, x, lengths=None):
        """x [B,T,C] to [B,T(+1),C], and the lengths with the class token."""
        if self.token is not None:
            x = torch.cat([self.token.expand(x.shape[0], 1, -1), x], 1)
            lengths = None if lengths is None else lengths + 1
        x = x + (sinusoids(x.shape[1], self.width) if self.positions is None else self.positions[:x.shape[1]])
        padding = None if lengths is None else torch.arange(x.shape[1])[None] >= lengths[:, None]
        return self.encoder(x, src_key_padding_mask=padding), padding

    def pooled(self, x, padding):
        if self.pooling == "cls":
            return x[:, :1]
        if padding is None:
            return x.mean(1, keepdim=True)
        seen = (~padding).double()[..., None]
        return (x * seen).sum(1, keepdim=True) / seen.sum(1, keepdim=True)

    def names(self, scope):
        if self.token is not None:
            yield f"{scope}.class_token", self.token, slice(None)
        if self.positions is not None:
            yield f"{scope}.positions.weight", self.positions, slice(None)
        for i in range(self.layers):
            yield from io.block_names(self.encoder.layers[i], f"encoder.layers.{i}.")
        if self.norm_first:
            yield from io.norm_names(self.encoder.norm, "encoder.norm")
        if self.output is not None:
            yield from io.linear_names(self.output, "output")


def write_model(name, model, names, batch, logits):
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), batch["target"].flatten(), ignore_index=IGNORED)
    names = list(names)
    out = {**batch, "logits": logits(), **io.values(names, "param.")}
    # The gradient of a key's bias is zero but for rounding, which a small ε would turn into steps.
    out.update(three_steps(loss, names, list(model.parameters()), 1e-5))
    io.write(name, out)


def text_batch(random, vocabulary):
    source = random.ids(vocabulary, 3, 6)
    lengths = torch.tensor([6, 4, 2])
    return source, lengths


def write_text(name, seed, norm, activation, output, pooling="mean", learned=True):
    """A BERT-like encoder: tied output over its tokens, labels, or a class."""
    random = io.Random(seed)
    vocabulary, classes = 11, {"tokens": None, "labels": 4, "class": 3}[output]
    model = Reader(norm, activation, 7, classes, pooling if output == "class" else "mean", learned)
    model.table = nn.Embedding(vocabulary, model.width, **DOUBLE)
    random.fill(model)
    source, lengths = text_batch(random, vocabulary)
    target = random.ids(classes or vocabulary, 3, 1 if output == "class" else 6)
    if output != "class":
        target[torch.arange(6)[None] >= lengths[:, None]] = IGNORED
        target[0, 1] = IGNORED
    factor = 1 if learned else math.sqrt(model.width)

    def logits():
        x, padding = model.encode(model.table(source) * factor, lengths)
        if output == "tokens":
            return F.linear(x, model.table.weight)
        return model.output(model.pooled(x, padding) if output == "class" else x)

    names = [("source.embedding.weight", model.table.weight, slice(None)), *model.names("source")]
    write_model(name, model, names, {"source": source, "source_lengths": lengths, "target": target}, logits)


def write_vision(name, seed, norm, activation, pooling, channels):
    """Dosovitskiy et al. 2021: patches by a convolution whose stride is its kernel's size."""
    random = io.Random(seed)
    size, patch, classes = 6, 2, 5
    model = Reader(norm, activation, (size // patch) ** 2, classes, pooling)
    model.kernel = nn.Parameter(torch.zeros(model.width, channels * patch * patch, **DOUBLE))
    model.shift = nn.Parameter(torch.zeros(model.width, **DOUBLE))
    random.fill(model)
    pictures = random.normal(3, channels, size, size).sigmoid()
    target = random.ids(classes, 3, 1)

    def logits():
        kernel = model.kernel.view(model.width, channels, patch, patch)
        x = F.conv2d(pictures, kernel, model.shift, stride=patch).flatten(2).transpose(1, 2)
        x, padding = model.encode(x)
        return model.output(model.pooled(x, padding))

    names = [("picture.projection.weight", model.kernel, slice(None)),
             ("picture.projection.bias", model.shift, slice(None)), *model.names("picture")]
    write_model(name, model, names, {"pictures": pictures, "target": target}, logits)


def write_all():
    write_text("encoder_tokens", 301, "post", "gelu", "tokens")
    write_text("encoder_labels", 302, "post", "relu", "labels", learned=False)
    write_text("encoder_class_cls", 303, "pre", "gelu", "class", "cls")
    write_text("encoder_class_mean", 304, "pre", "relu", "class", "mean")
    write_vision("vision_cls", 305, "pre", "gelu", "cls", channels=3)
    write_vision("vision_mean", 306, "post", "relu", "mean", channels=1)
