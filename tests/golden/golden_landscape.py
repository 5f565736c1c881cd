"""Planes of weights by NumPy: principal components of a path, filter normalisation, points of a plane. Writes
landscape.json; needs NumPy alone."""
import json
import pathlib

import numpy as np

STATES = 9
SHAPES = [[3, 4], [4], [2, 5], [2, 3, 2]]


def rounded(array):
    return np.round(np.asarray(array, dtype=float), 9).ravel().tolist()


def filter_normalised(weights, direction):
    """Li et al. 2018: each row of a matrix gets the norm of the weights' row; vectors become 0."""
    result, at = np.zeros_like(direction), 0
    for shape in SHAPES:
        size = int(np.prod(shape))
        if len(shape) > 1:
            w = weights[at : at + size].reshape(shape[0], -1)
            d = direction[at : at + size].reshape(shape[0], -1)
            scale = np.linalg.norm(w, axis=1) / np.linalg.norm(d, axis=1)
            result[at : at + size] = (d * scale[:, None]).ravel()
        at += size
    return result


def main():
    random = np.random.default_rng(20181031)
    size = sum(int(np.prod(s)) for s in SHAPES)
    # Numbers with few binary digits are the same in float and in JSON.
    steps = random.normal(size=(STATES, size)) * 0.1 + np.linspace(2, 1, STATES)[:, None] * random.normal(size=size)
    states = np.round(np.cumsum(steps, axis=0) * 64) / 64
    centred = states - states.mean(axis=0)
    _, singular, axes = np.linalg.svd(centred, full_matrices=False)
    way = states - states[-1]
    axes = np.array([a if way[0] @ a <= 0 else -a for a in axes[:2]])
    variances = singular**2 / (singular**2).sum()
    direction = np.round(random.normal(size=size) * 64) / 64
    other = np.round(random.normal(size=size) * 64) / 64
    x, y = filter_normalised(states[-1], direction), filter_normalised(states[-1], other)
    nearest = np.linalg.lstsq(np.stack([x, y], axis=1), way.T, rcond=None)[0].T
    golden = {
        "shapes": SHAPES,
        "states": rounded(states),
        "x": rounded(axes[0]),
        "y": rounded(axes[1]),
        "shares": rounded(variances[:2]),
        "path": rounded(way @ axes.T),
        "direction": rounded(direction),
        "normalised": rounded(x),
        "other_direction": rounded(other),
        "nearest": rounded(nearest),
    }
    pathlib.Path(__file__).with_name("landscape.json").write_text(json.dumps(golden) + "\n")


if __name__ == "__main__":
    main()
