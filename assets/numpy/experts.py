# Mixture of experts: a router sends each position to a few feed-forward networks.

def top_experts(probabilities, count):
    """The `count` most probable experts of each position, most probable first: [B,T,E] to [B,T,count]."""
    return np.argsort(-probabilities, axis=-1, kind="stable")[..., :count]


def expert_gates(probabilities, selected):
    """The selected experts' probabilities, normalized to sum to 1 if there are several; 0 for other experts."""
    taken = (selected[..., None] == np.arange(probabilities.shape[-1])).any(axis=-2)
    gates = np.where(taken, probabilities, 0.0)
    if selected.shape[-1] == 1:
        return gates
    total = gates.sum(axis=-1, keepdims=True)
    return gates / np.where(total > 0, total, 1.0)


def expert_load(selected, experts, lengths):
    """f[e]: the share of all choices that selected expert e. [B,T,count] to [B,E]."""
    load = np.zeros((selected.shape[0], experts))
    for b, length in enumerate(lengths):
        for e in range(experts):
            load[b, e] = (selected[b, :length] == e).sum() / max(1, selected[b, :length].size)
    return load


def expert_importance(probabilities, lengths):
    """P[e]: the mean probability of expert e. [B,T,E] to [B,E]."""
    return np.stack([p[:length].sum(axis=0) / max(1, length) for p, length in zip(probabilities, lengths)])


def expert_balance(load, importance):
    """E · sum over e of f[e] · P[e]: 1 if all experts are used equally. Fedus et al. 2021."""
    return load.shape[-1] * (load * importance).sum(axis=-1)


def mix_experts(gates, *outputs):
    """y = sum over e of gate[e] · output of expert e."""
    return sum(gates[..., e : e + 1] * output for e, output in enumerate(outputs))
