"""Vectors by NumPy: principal components, cosines, analogies, directions. Writes vectors.json; needs NumPy alone."""
import json
import pathlib

import numpy as np

ROWS, WIDTH = 24, 6


def unit(v):
    return v / np.linalg.norm(v)


def main():
    random = np.random.default_rng(20240607)
    # Numbers with few binary digits are the same in float and in JSON.
    rows = np.round(random.normal(size=(ROWS, WIDTH)) * np.array([4, 3, 2, 1, 1, 0.5]) * 64) / 64
    centred = rows - rows.mean(axis=0)
    _, singular, axes = np.linalg.svd(centred, full_matrices=False)
    axes = np.array([a * np.sign(a[np.argmax(np.abs(a))]) for a in axes])
    variances = singular**2 / (ROWS - 1)
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    cosines = units @ units.T
    a, b, c = 3, 5, 11
    towards = unit(rows[a] - rows[b] + rows[c])
    analogy = [int(i) for i in np.argsort(-(units @ towards), kind="stable") if i not in (a, b, c)]
    across, up = rows[7] - rows[2], rows[9] - rows[4]
    directions = np.stack([(rows - rows[2]) @ across / (across @ across), (rows - rows[4]) @ up / (up @ up)], axis=1)
    golden = {
        "width": WIDTH,
        "rows": rows.ravel().tolist(),
        "axes": axes.ravel().tolist(),
        "shares": (variances / variances.sum()).tolist(),
        "variances": variances.tolist(),
        "points": (centred @ axes[:2].T).ravel().tolist(),
        "cosines": cosines.ravel().tolist(),
        "nearest_to_0": [int(i) for i in np.argsort(-cosines[0], kind="stable") if i != 0][:6],
        "analogy": analogy[:5],
        "directions": directions.ravel().tolist(),
        "direction_cosine": float(unit(across) @ unit(up)),
    }
    text = json.dumps({k: np.round(v, 9).tolist() if isinstance(v, list) and isinstance(v[0], float) else v
                       for k, v in golden.items()})
    pathlib.Path(__file__).with_name("vectors.json").write_text(text + "\n")


main()
