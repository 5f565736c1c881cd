# Recurrent networks. B sequences, T positions, C width, S positions of the source, M width of its states.

class Gate(nn.Module):
    """W·x + V·context + U·state + b, with weights of its own."""

    def __init__(self, c, inputs, context=0, reset=False):
        super().__init__()
        self.input = nn.Linear(inputs, c.width, bias=False)
        self.recurrent = nn.Linear(c.width, c.width, bias=reset and c.bias)
        self.context = nn.Linear(context, c.width, bias=False) if context else None  #: additive
        self.bias = nn.Parameter(torch.zeros(c.width)) if c.bias else None

    def forward(self, x, state, context=None, reset=None):
        total = self.recurrent(state)
        if reset is not None:
            total = reset * total
        total = total + self.input(x)
        #:{ additive
        if context is not None:
            total = total + self.context(context)
        #:}
        return total if self.bias is None else total + self.bias


class Cell(nn.Module):
    #:{ rnn
    """h = f(W·x + U·h before + b) (Elman 1990)."""
    #:}
    #:{ lstm
    """Long short-term memory (Hochreiter and Schmidhuber 1997; Gers et al. 2000)."""
    #:}
    #:{ gru
    """Gated recurrent unit (Cho et al. 2014)."""
    #:}

    def __init__(self, c, inputs, context=0):
        super().__init__()
        self.width = c.width
        self.hidden = Gate(c, inputs, context)  #: rnn
        self.input_gate = Gate(c, inputs, context)  #: lstm
        self.forget_gate = Gate(c, inputs, context)  #: lstm
        self.candidate = Gate(c, inputs, context)  #: lstm
        self.output_gate = Gate(c, inputs, context)  #: lstm
        self.reset_gate = Gate(c, inputs, context)  #: gru
        self.update_gate = Gate(c, inputs, context)  #: gru
        self.candidate = Gate(c, inputs, context, reset=True)  #: gru

    def step(self, x, state, context=None):
        """The states after one position: x [B,inputs], `state` a hidden state [B,C] and, of an LSTM, a cell state."""
        h, cell = state
        #:{ rnn
        h = torch.tanh(self.hidden(x, h, context))  #: !rnn_relu
        h = F.relu(self.hidden(x, h, context))  #: rnn_relu
        #:}
        #:{ lstm
        enter = torch.sigmoid(self.input_gate(x, h, context))
        forget = torch.sigmoid(self.forget_gate(x, h, context))
        candidate = torch.tanh(self.candidate(x, h, context))
        output = torch.sigmoid(self.output_gate(x, h, context))
        cell = forget * cell + enter * candidate
        h = output * torch.tanh(cell)
        #:}
        #:{ gru
        reset = torch.sigmoid(self.reset_gate(x, h, context))
        update = torch.sigmoid(self.update_gate(x, h, context))
        candidate = torch.tanh(self.candidate(x, h, context, reset))
        h = (1.0 - update) * candidate + update * h
        #:}
        return h, cell

    def forward(self, x, lengths=None, start=None, backwards=False):
        """All hidden states [B,T,C], and the last ones. A sequence that is over keeps its states."""
        zeros = x.new_zeros(x.shape[0], self.width)
        state = (zeros, zeros) if start is None else start
        hidden = [None] * x.shape[1]
        for t in reversed(range(x.shape[1])) if backwards else range(x.shape[1]):
            new = self.step(x[:, t], state)
            if lengths is not None:
                real = (t < lengths).unsqueeze(-1)
                new = tuple(torch.where(real, after, before) for after, before in zip(new, state))
            state = new
            hidden[t] = state[0]
        return torch.stack(hidden, dim=1), state


class Cells(nn.Module):
    """Layers of cells one after another; where they read from both ends, the states of both side by side."""

    def __init__(self, c, inputs, both_ends=False, context=0):
        super().__init__()
        self.both_ends = both_ends
        self.width = 2 * c.width if both_ends else c.width
        self.layers = nn.ModuleList()
        for number in range(c.layers):
            self.layers.append(Cell(c, inputs, context if number == 0 else 0))
            if both_ends:
                self.layers[-1].reverse = Cell(c, inputs)
            inputs = self.width
        self.dropout = nn.Dropout(c.dropout)

    def forward(self, x, lengths=None, start=None, first=0):
        """The states of the last layer [B,T,·], and the last states of each layer and direction. Layers before
        `first` were gone through already."""
        ends = []
        for number in range(first, len(self.layers)):
            if number > 0:
                x = self.dropout(x)
            layer = self.layers[number]
            forward, end = layer(x, lengths, None if start is None else start[number])
            ends.append(end)
            if self.both_ends:
                backward, end = layer.reverse(x, lengths, backwards=True)
                ends.append(end)
                forward = torch.cat((forward, backward), dim=-1)
            x = forward
        return x, ends


def masked_softmax(scores, lengths):
    """Weights of keys, of which the first `lengths` are real."""
    if lengths is not None:
        padded = torch.arange(scores.shape[-1], device=scores.device) >= lengths.view(-1, *[1] * (scores.dim() - 1))
        scores = scores.masked_fill(padded, torch.finfo(scores.dtype).min)
    return scores.softmax(dim=-1)


class Alignment(nn.Module):
    """How well each state of the decoder fits each state of the encoder."""

    def __init__(self, c, memory_width):
        super().__init__()
        self.query = nn.Linear(c.width, c.width, bias=False)  #: additive_score
        self.key = nn.Linear(memory_width, c.width, bias=False)  #: !dot
        self.score = nn.Linear(c.width, 1, bias=False)  #: additive_score
        self.combine = nn.Linear(memory_width + c.width, c.width, bias=c.bias)  #: looks_after

    def keys(self, memory):
        return memory  #: dot
        return self.key(memory)  #: !dot

    def forward(self, queries, keys, memory, lengths):
        """What each of `queries` [B,T,C] takes from memory [B,S,M]: [B,T,M]."""
        #:{ additive_score
        scores = self.score(torch.tanh(self.query(queries).unsqueeze(2) + keys.unsqueeze(1))).squeeze(-1)
        #:}
        scores = queries @ keys.transpose(-2, -1)  #: !additive_score
        return masked_softmax(scores, lengths) @ memory
