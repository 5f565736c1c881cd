# Recurrent networks, one position after another.

def before(states, t, start=None, reverse=False):
    """The state before position t: [B,T,C] to [B,C]; before the first position `start`, or zeros."""
    rows = states[:, t]
    if t == (states.shape[1] - 1 if reverse else 0):
        return np.zeros_like(rows) if start is None else start.reshape(rows.shape)
    return states[:, t + 1 if reverse else t - 1]


def unless_padding(new, old, t, lengths):
    """A sequence that ends before position t keeps its state."""
    return new if lengths is None else np.where(t < np.array(lengths)[:, None], new, old)


def gate(function, x=None, weight=None, context=None, context_weight=None, state=None, recurrent_weight=None,
         bias=0.0, reset=None, recurrent_bias=0.0, carried=0.0, t=0, lengths=None):
    """y = f(W·x + V·context + U·state + b), where `state` is the previous state;
    with a reset gate r (GRU, Cho et al. 2014)
    y = f(W·x + b + r · (U·state + b')). All [B,C] at one position.
    """
    total = state @ recurrent_weight.T + recurrent_bias
    if reset is not None:
        total = reset * total
    if x is not None:
        total = total + x @ weight.T
    if context is not None:
        total = total + context @ context_weight.T
    return unless_padding(function(total + bias), carried, t, lengths)


def lstm_cell(forget, enter, candidate, before, t=0, lengths=None):
    """c = f · c before + i · g. Hochreiter and Schmidhuber 1997."""
    return unless_padding(forget * before + enter * candidate, before, t, lengths)


def lstm_hidden(output, cell, before=0.0, t=0, lengths=None):
    """h = o · tanh(c)."""
    return unless_padding(output * np.tanh(cell), before, t, lengths)


def gru_hidden(update, candidate, before, t=0, lengths=None):
    """h = (1 - z) · n + z · h before."""
    return unless_padding((1.0 - update) * candidate + update * before, before, t, lengths)


def additive_scores(query, keys, v):
    """score[s] = sum over a of v[a] · tanh(query[a] + keys[s,a]): [B,A] and [B,S,A] to [B,S]. Bahdanau et al. 2015."""
    return np.tanh(query[:, None] + keys) @ v.reshape(-1)


def attention_context(weights, memory):
    """context = sum over s of weights[s] · memory[s]: [B,S] and [B,S,C] to [B,C]."""
    return (weights[..., None] * memory).sum(axis=1)
