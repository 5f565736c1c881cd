"""Recurrent networks step by step for the golden files: ‖∂L/∂h_t‖ by retain_grad, what gates keep and write,
eigenvalues by numpy, correlations by numpy."""
import numpy
import torch
import torch.nn.functional as F

import golden_io as io
import golden_models as models
import golden_recurrent as recurrent

WIDTH, VOCABULARY, STEPS, LAYERS = 6, 9, 8, 2


def run_layer(kind, p, prefix, inputs):
    """States of one layer, each with a gradient of its own: a list of (hidden, cell or None)."""
    weights = recurrent.torch_weights(p, kind, prefix)
    hidden = cell = torch.zeros(1, WIDTH, dtype=torch.float64)
    states = []
    for x in inputs:
        if kind == "lstm":
            hidden, cell = torch.lstm_cell(x, (hidden, cell), *weights)
            cell.retain_grad()
        elif kind == "gru":
            hidden = torch.gru_cell(x, hidden, *weights)
        else:
            hidden = (torch.rnn_tanh_cell if kind == "rnn_tanh" else torch.rnn_relu_cell)(x, hidden, *weights)
        hidden.retain_grad()
        states.append((hidden, cell if kind == "lstm" else None))
    return states


def norms(tensors):
    return torch.stack([torch.zeros(()) if t.grad is None else t.grad.norm() for t in tensors])


def flow(kind, p, prefix, inputs, states):
    """Kept, written and read of the textbooks' formulas; of a plain cell the two parts of its sum."""
    gate = lambda name, x, h: F.linear(x, p[f"{prefix}{name}.input.weight"], p[f"{prefix}{name}.bias"]) + \
        F.linear(h, p[f"{prefix}{name}.recurrent.weight"])
    rows = {"kept": [], "written": [], "read": []}
    hidden = cell = torch.zeros(1, WIDTH, dtype=torch.float64)
    for x, (next_hidden, next_cell) in zip(inputs, states):
        if kind == "lstm":
            i, f, o = (torch.sigmoid(gate(n, x, hidden)) for n in ("input_gate", "forget_gate", "output_gate"))
            rows["kept"].append(f * cell)
            rows["written"].append(i * torch.tanh(gate("candidate", x, hidden)))
            rows["read"].append(o * torch.tanh(next_cell))
        elif kind == "gru":
            r, z = (torch.sigmoid(gate(n, x, hidden)) for n in ("reset_gate", "update_gate"))
            again = F.linear(hidden, p[f"{prefix}candidate.recurrent.weight"], p[f"{prefix}candidate.recurrent.bias"])
            n = torch.tanh(F.linear(x, p[f"{prefix}candidate.input.weight"], p[f"{prefix}candidate.bias"]) + r * again)
            rows["kept"].append(z * hidden)
            rows["written"].append((1 - z) * n)
        else:
            rows["kept"].append(F.linear(hidden, p[f"{prefix}hidden.recurrent.weight"]))
            rows["written"].append(F.linear(x, p[f"{prefix}hidden.input.weight"], p[f"{prefix}hidden.bias"]))
        hidden, cell = next_hidden, next_cell
    return {name: torch.cat(parts) for name, parts in rows.items() if parts}


def eigenvalues(matrix):
    """The largest magnitude first; of a conjugate pair the one above first."""
    values = numpy.linalg.eigvals(matrix.detach().numpy())
    return torch.tensor(sorted(values, key=lambda v: (-round(abs(v), 9), -v.imag)))


def case(kind, seed):
    random = io.Random(seed)
    network = recurrent.Network(random, kind, LAYERS, WIDTH, WIDTH, "recurrent.")
    p = {"target.embedding.weight": recurrent.leaf(random, VOCABULARY, WIDTH, scale=2.5), **network.parameters}
    ids = random.ids(VOCABULARY, 1, STEPS + 1)
    out = {"input": ids[:, :-1], "target": ids[:, 1:], **io.values(models.named_tensors(p), "param.")}
    for loss in ("whole", "last"):
        table = p["target.embedding.weight"]
        inputs, layers = list(F.embedding(ids[:, :-1], table).unbind(1)), []
        for layer in range(LAYERS):
            states = run_layer(kind, p, f"recurrent.layers.{layer}.", inputs)
            layers.append((inputs, states))
            inputs = [hidden for hidden, _ in states]
        each = F.cross_entropy(F.linear(torch.cat(inputs), table), ids[0, 1:], reduction="none")
        for parameter in p.values():
            parameter.grad = None
        (each.mean() if loss == "whole" else each[-1]).backward()
        for layer, (_, states) in enumerate(layers):
            out[f"{loss}.{layer}.hidden"] = norms([hidden for hidden, _ in states])
            if kind == "lstm":
                out[f"{loss}.{layer}.cell"] = norms([cell for _, cell in states])
        squares = sum((parameter.grad ** 2).sum() for parameter in p.values())
        out[f"{loss}.norm"] = squares.sqrt().reshape(1)
    for layer, (inputs, states) in enumerate(layers):
        prefix = f"recurrent.layers.{layer}."
        for name, rows in flow(kind, p, prefix, inputs, states).items():
            out[f"{layer}.{name}"] = rows
        hidden = torch.cat([hidden for hidden, _ in states]).detach().numpy()
        position = numpy.arange(STEPS)
        out[f"{layer}.correlation"] = torch.tensor([numpy.corrcoef(hidden[:, unit], position)[0, 1]
                                                    for unit in range(WIDTH)])
        for gate in recurrent.GATES[kind]:
            found = eigenvalues(p[f"{prefix}{gate}.recurrent.weight"])
            out[f"{layer}.{gate}.real"], out[f"{layer}.{gate}.imaginary"] = found.real, found.imag
    return {f"{kind}.{name}": tensor for name, tensor in out.items()}


def write_all():
    out = {}
    for i, kind in enumerate(recurrent.GATES):
        out.update(case(kind, 300 + i))
    io.write("recurrence", out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
