"""Attention by hand: each kind of score on small matrices, in NumPy alone."""
import numpy
import torch

import golden_io as io

SHARPNESS = 2.5
MASKS = {"none": None, "causal": numpy.tril(numpy.ones((3, 4))), "painted": numpy.array(
    [[1, 0, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0]])}


def unit(x):
    return x / numpy.linalg.norm(x, axis=-1, keepdims=True)


def scores_of(kind, p):
    """The scores that softmax reads, before the mask."""
    q, k = p["queries"], p["keys"]
    if kind == "dot":
        return q @ k.T
    if kind == "scaled_dot":
        return q @ k.T / numpy.sqrt(q.shape[-1])
    if kind == "cosine":
        return SHARPNESS * unit(q) @ unit(k).T
    if kind == "general":
        return q @ p["W"] @ k.T
    hidden = numpy.tanh((q @ p["W_q"].T)[:, None] + (k @ p["W_k"].T)[None])
    return hidden @ p["v"][0]


def softmax(x):
    """Zeros where every score is −∞."""
    highest = x.max(axis=-1, keepdims=True)
    e = numpy.exp(x - numpy.where(numpy.isinf(highest), 0, highest))
    return e / numpy.maximum(e.sum(axis=-1, keepdims=True), 1e-300)


def case(seed, kind, mask):
    state = numpy.random.RandomState(seed)
    shapes = {"queries": (3, 5), "keys": (4, 5), "values": (4, 2), "W": (5, 5), "W_q": (3, 5), "W_k": (3, 5), "v": (1, 3)}
    p = {name: numpy.round(state.standard_normal(shape), 2) for name, shape in shapes.items()}
    scores = scores_of(kind, p)
    hidden = numpy.zeros_like(scores) if MASKS[mask] is None else numpy.where(MASKS[mask] == 1, 0, -numpy.inf)
    weights = softmax(scores + hidden)
    return {**p, "scores": scores, "weights": weights, "output": weights @ p["values"]}


def write_all():
    out = {}
    for i, kind in enumerate(("dot", "scaled_dot", "cosine", "general", "additive")):
        for j, mask in enumerate(MASKS):
            made = case(900 + 10 * i + j, kind, mask)
            out.update({f"{kind}.{mask}.{name}": torch.from_numpy(array) for name, array in made.items()})
    io.write("hand", out)
