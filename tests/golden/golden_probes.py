"""Linear probes by NumPy: Newton's method with the whole Hessian. Writes probes.json; needs NumPy alone."""
import json
import pathlib

import numpy as np

ROWS, FEATURES, CLASSES, PENALTY = 60, 5, 3, 1e-3


def shares_of(x, weights, bias):
    logits = x @ weights.T + bias
    shares = np.exp(logits - logits.max(axis=1, keepdims=True))
    return shares / shares.sum(axis=1, keepdims=True)


def objective(x, one_hot, weights, bias):
    right = (shares_of(x, weights, bias) * one_hot).sum(axis=1)
    return -np.log(right).mean() + PENALTY / 2 * (weights**2).sum()


def newton(x, one_hot):
    """Weights [K,C] and biases [K] of the minimum; the biases sum to 0, as those that began at 0 do."""
    n, features = x.shape
    classes = one_hot.shape[1]
    joined = np.hstack([x, np.ones((n, 1))])
    pulled = np.diag([PENALTY] * features + [0.0])
    theta = np.zeros((classes, features + 1))
    for _ in range(60):
        shares = shares_of(x, theta[:, :-1], theta[:, -1])
        slope = (shares - one_hot).T @ joined / n + theta @ pulled
        hessian = np.zeros((classes, features + 1, classes, features + 1))
        for a in range(classes):
            for b in range(classes):
                curve = shares[:, a] * ((a == b) - shares[:, b])
                hessian[a, :, b, :] = (joined * curve[:, None]).T @ joined / n + (a == b) * pulled
        size = classes * (features + 1)
        # The biases may all rise together: the shortest of all steps does not.
        step = np.linalg.lstsq(hessian.reshape(size, size), slope.ravel(), rcond=1e-12)[0]
        theta -= step.reshape(theta.shape)
        if np.abs(slope).max() < 1e-14:
            break
    return theta[:, :-1], theta[:, -1] - theta[:, -1].mean()


def main():
    random = np.random.default_rng(20250312)
    classes = random.integers(0, CLASSES, ROWS)
    centres = np.array([[1, 0, 0.5, 0, 2], [-1, 1, 0.5, 0, 2], [0, -1, -0.5, 0, 2]])
    # Numbers with few binary digits are the same in float and in JSON; one feature never changes.
    rows = np.round((centres[classes] + random.normal(size=(ROWS, FEATURES)) * [1, 1, 3, 0.2, 0]) * 64) / 64
    mean, deviation = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(deviation > 0, 1 / np.where(deviation > 0, deviation, 1), 0)
    x, one_hot = (rows - mean) * scale, np.eye(CLASSES)[classes]
    weights, bias = newton(x, one_hot)
    shares = shares_of(x, weights, bias)
    golden = {
        "features": FEATURES,
        "classes": CLASSES,
        "penalty": PENALTY,
        "rows": rows.ravel().tolist(),
        "labels": classes.tolist(),
        "weights": weights.ravel().tolist(),
        "bias": bias.tolist(),
        "objective": float(objective(x, one_hot, weights, bias)),
        "shares": shares.ravel().tolist(),
        "predicted": shares.argmax(axis=1).tolist(),
    }
    text = json.dumps({k: np.round(v, 9).tolist() if isinstance(v, list) and isinstance(v[0], float) else v
                       for k, v in golden.items()})
    pathlib.Path(__file__).with_name("probes.json").write_text(text + "\n")


main()
