"""The toy model of superposition, written plainly in PyTorch."""
import torch

import golden_io as io
import golden_models as models


def write_all():
    """B=4, F=5 features in C=2 dimensions; one number does not count."""
    random = io.Random(410)
    p = {"source.features.weight": random.normal(5, 2, scale=4.0).requires_grad_(),
         "output.bias": random.normal(5).requires_grad_()}
    digits = random.ids(10, 4, 5)
    target = digits.clone()
    target[1, 3] = models.IGNORED
    importance = 0.7 ** torch.arange(5, dtype=torch.float64)

    def logits():
        w = p["source.features.weight"]
        return torch.relu(digits.double() / 9 @ w @ w.T + p["output.bias"])[:, None]

    def loss():
        errors = importance * (logits()[:, 0] - digits.double() / 9) ** 2
        return errors[target != models.IGNORED].mean()

    names = models.named_tensors(p)
    out = {"source": digits, "source_lengths": torch.full((4,), 5), "target": target, "logits": logits(), **io.values(names, "param.")}
    out.update(models.three_steps(loss, names, list(p.values()), 1e-6))
    io.write("superposition", out)
