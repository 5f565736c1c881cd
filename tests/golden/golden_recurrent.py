"""Recurrent networks for the golden files: nn.RNN, nn.LSTM and nn.GRU, and encoder-decoders built on them."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

import golden_io as io
import golden_models as models

GATES = {"rnn_tanh": ["hidden"], "rnn_relu": ["hidden"],
         "lstm": ["input_gate", "forget_gate", "candidate", "output_gate"],
         "gru": ["reset_gate", "update_gate", "candidate"]}


def cell_parameters(random, kind, inputs, width, prefix, context=0):
    """One cell's leaf tensors under our names. What torch has as two biases is one, but for the GRU's candidate."""
    p = {}
    for gate in GATES[kind]:
        p[f"{gate}.input.weight"] = random.normal(width, inputs, scale=0.5)
        p[f"{gate}.recurrent.weight"] = random.normal(width, width, scale=0.5)
        p[f"{gate}.bias"] = random.normal(width, scale=0.5)
        if context:
            p[f"{gate}.context.weight"] = random.normal(width, context, scale=0.5)
    if kind == "gru":
        p["candidate.recurrent.bias"] = random.normal(width, scale=0.5)
    return {prefix + name: tensor.requires_grad_() for name, tensor in p.items()}


def torch_weights(p, kind, prefix):
    """The same as torch's weight_ih, weight_hh, bias_ih and bias_hh."""
    join = lambda part: torch.cat([p[f"{prefix}{gate}.{part}"] for gate in GATES[kind]])
    second = torch.zeros_like(join("bias"))
    if kind == "gru":
        width = second.numel() // 3
        second = torch.cat([second[:2 * width], p[prefix + "candidate.recurrent.bias"]])
    return join("input.weight"), join("recurrent.weight"), join("bias"), second


class Network:
    """nn.RNN, nn.LSTM or nn.GRU computed with leaf tensors of our own."""

    def __init__(self, random, kind, layers, inputs, width, prefix, bidirectional=False):
        self.kind, self.layers, self.width, self.prefix = kind, layers, width, prefix
        self.directions = ["", "_reverse"] if bidirectional else [""]
        names = {"lstm": nn.LSTM, "gru": nn.GRU}
        options = dict(num_layers=layers, batch_first=True, bidirectional=bidirectional, dtype=torch.float64)
        if kind.startswith("rnn"):
            options["nonlinearity"] = kind[4:]
        self.module = names.get(kind, nn.RNN)(inputs, width, **options)
        for name in list(self.module._parameters):
            del self.module._parameters[name]
        self.parameters = {}
        for layer in range(layers):
            for direction in self.directions:
                size = inputs if layer == 0 else width * len(self.directions)
                self.parameters.update(cell_parameters(random, kind, size, width, self.cell_prefix(layer, direction)))

    def cell_prefix(self, layer, direction):
        return f"{self.prefix}layers.{layer}.{'reverse.' if direction else ''}"

    def __call__(self, x, start=None, lengths=None):
        """Outputs, and (hidden, cell) ends of each layer and direction; padded outputs carry the state."""
        for layer in range(self.layers):
            for direction in self.directions:
                weights = torch_weights(self.parameters, self.kind, self.cell_prefix(layer, direction))
                for part, weight in zip(("weight_ih", "weight_hh", "bias_ih", "bias_hh"), weights):
                    setattr(self.module, f"{part}_l{layer}{direction}", weight)
        if lengths is None:
            output, end = self.module(x, start)
        else:
            packed = pack_padded_sequence(x, lengths, batch_first=True, enforce_sorted=False)
            output, end = self.module(packed, start)
            output = pad_packed_sequence(output, batch_first=True, total_length=x.shape[1])[0]
            place = torch.minimum(torch.arange(x.shape[1])[None], lengths[:, None] - 1)
            forward = output[..., :self.width].gather(1, place[..., None].expand(-1, -1, self.width))
            output = torch.cat([forward, output[..., self.width:]], -1)
        hidden, cell = end if self.kind == "lstm" else (end, None)
        return output, hidden, cell


def layer_case(seed, kind, layers=1, bidirectional=False, lengths=None):
    random = io.Random(seed)
    network = Network(random, kind, layers, 3, 4, "", bidirectional)
    x = random.normal(3, 5, 3).requires_grad_()
    output, _, _ = network(x, lengths=lengths)
    upstream = random.normal(*output.shape)
    (upstream * output).sum().backward()
    names = models.named_tensors(network.parameters)
    return {"input": x, "upstream": upstream, "output": output, "grad.input": x.grad,
            **io.values(names, "param."), **io.gradients(names, "grad.")}


def write_layers():
    out = {}
    for i, kind in enumerate(GATES):
        lengths = torch.tensor([5, 2, 4])
        cases = {"one": {}, "two": {"layers": 2}, "both": {"layers": 2, "bidirectional": True},
                 "padded": {"layers": 2, "bidirectional": True, "lengths": lengths}}
        for j, (name, options) in enumerate(cases.items()):
            case = layer_case(100 + 10 * i + j, kind, **options)
            out.update({f"{kind}.{name}.{key}": tensor for key, tensor in case.items()})
    io.write("recurrent_layers", out)


def write_model(name, parameters, batch, logits):
    names = models.named_tensors(parameters)
    out = {**batch, "logits": logits(), **io.values(names, "param.")}
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), batch["target"].flatten(), ignore_index=models.IGNORED)
    out.update(models.three_steps(loss, names, list(parameters.values()), 1e-6))
    io.write(name, out)


def leaf(random, *shape, scale=0.7):
    return random.normal(*shape, scale=scale).requires_grad_()


def write_language_model(kind, seed):
    """Two layers, tied output."""
    random = io.Random(seed)
    network = Network(random, kind, 2, 6, 6, "recurrent.")
    table = leaf(random, 9, 6, scale=2.5)
    ids = random.ids(9, 3, 8)
    logits = lambda: F.linear(network(F.embedding(ids[:, :-1], table))[0], table)
    write_model(f"recurrent_{kind}", {"target.embedding.weight": table, **network.parameters},
                {"input": ids[:, :-1], "target": ids[:, 1:]}, logits)


def write_reader(name, kind, pooling, seed):
    """Both directions over padded rows: a label a token (pooling None) or a class."""
    random = io.Random(seed)
    network = Network(random, kind, 2 if pooling else 1, 5, 5, "recurrent.", bidirectional=True)
    p = {"source.embedding.weight": leaf(random, 8, 5, scale=1.5), **network.parameters,
         "output.weight": leaf(random, 4, 10, scale=3.0), "output.bias": leaf(random, 4)}
    source, lengths = random.ids(8, 3, 6), torch.tensor([6, 2, 4])
    real = torch.arange(6)[None] < lengths[:, None]
    target = random.ids(4, 3, 1) if pooling else random.ids(4, 3, 6).where(real, torch.tensor(models.IGNORED))

    def logits():
        hidden, ends, _ = network(F.embedding(source, p["source.embedding.weight"]), lengths=lengths)
        if pooling == "mean":
            hidden = (hidden * real[..., None]).sum(1, keepdim=True) / lengths[:, None, None]
        if pooling == "last":
            hidden = torch.cat([ends[-2], ends[-1]], -1)[:, None]
        return F.linear(hidden, p["output.weight"], p["output.bias"])

    write_model(name, p, {"source": source, "source_lengths": lengths, "target": target}, logits)


class Translator:
    """Encoder, optional bridge, decoder, and an alignment, written plainly."""

    def __init__(self, seed, kind, alignment, layers=1, bidirectional=False):
        random = io.Random(seed)
        self.kind, self.alignment, self.layers, self.both = kind, alignment, layers, bidirectional
        c = self.c = 5
        m = 2 * c if bidirectional else c
        self.encoder = Network(random, kind, layers, c, c, "encoder.", bidirectional)
        self.p = p = {"source.embedding.weight": leaf(random, 8, c, scale=1.5),
                      "target.embedding.weight": leaf(random, 7, c, scale=1.5), **self.encoder.parameters}
        if bidirectional:
            for layer in range(layers):
                for state in ("hidden", "cell") if kind == "lstm" else ("hidden",):
                    p[f"decoder.layers.{layer}.initial_{state}.weight"] = leaf(random, c, m)
                    p[f"decoder.layers.{layer}.initial_{state}.bias"] = leaf(random, c)
        self.decoder = None
        if alignment == "additive":
            p.update(cell_parameters(random, kind, c, c, "decoder.layers.0.", context=m))
            p["alignment.query.weight"] = leaf(random, c, c)
        else:
            self.decoder = Network(random, kind, layers, c, c, "decoder.")
            p.update(self.decoder.parameters)
        if alignment == "concat":
            p["alignment.query.weight"] = leaf(random, c, c)
        if alignment in ("additive", "concat", "general"):
            p["alignment.key.weight"] = leaf(random, c, m)
        if alignment in ("additive", "concat"):
            p["alignment.score.weight"] = leaf(random, 1, c, scale=1.5)
        if alignment in ("dot", "general", "concat"):
            p["alignment.combine.weight"] = leaf(random, c, m + c)
            p["alignment.combine.bias"] = leaf(random, c)
        p["output.weight"], p["output.bias"] = leaf(random, 7, c, scale=6.0), leaf(random, 7)
        self.source, self.lengths = random.ids(8, 3, 6), torch.tensor([6, 2, 4])
        ids = random.ids(7, 3, 6)
        self.input, self.target = ids[:, :-1], ids[:, 1:].clone()
        self.target[1, 3:] = models.IGNORED

    def bridge(self, hidden, cell):
        if not self.both:
            return hidden, cell
        join = lambda ends, i: torch.cat([ends[2 * i], ends[2 * i + 1]], -1)
        line = lambda x, i, state: F.linear(x, self.p[f"decoder.layers.{i}.initial_{state}.weight"],
                                            self.p[f"decoder.layers.{i}.initial_{state}.bias"])
        first = torch.stack([torch.tanh(line(join(hidden, i), i, "hidden")) for i in range(self.layers)])
        if cell is not None:
            cell = torch.stack([line(join(cell, i), i, "cell") for i in range(self.layers)])
        return first, cell

    def weights(self, scores):
        hidden = torch.arange(6)[None] >= self.lengths[:, None]
        while hidden.dim() < scores.dim():
            hidden = hidden[:, None]
        return F.softmax(scores.masked_fill(hidden, float("-inf")), -1)

    def additive_decoder(self, x, memory, hidden, cell):
        """Bahdanau et al. 2015 with torch.lstm_cell or torch.gru_cell, a step at a time."""
        p, prefix = self.p, "decoder.layers.0."
        w_ih, w_hh, b_ih, b_hh = torch_weights(p, self.kind, prefix)
        w_ih = torch.cat([w_ih, torch.cat([p[f"{prefix}{gate}.context.weight"] for gate in GATES[self.kind]])], 1)
        key, outputs = F.linear(memory, p["alignment.key.weight"]), []
        for t in range(x.shape[1]):
            query = F.linear(hidden, p["alignment.query.weight"])[:, None]
            scores = (torch.tanh(query + key) * p["alignment.score.weight"][0]).sum(-1)
            context = (self.weights(scores)[..., None] * memory).sum(1)
            read = torch.cat([x[:, t], context], -1)
            if self.kind == "lstm":
                hidden, cell = torch.lstm_cell(read, (hidden, cell), w_ih, w_hh, b_ih, b_hh)
            else:
                hidden = torch.gru_cell(read, hidden, w_ih, w_hh, b_ih, b_hh)
            outputs.append(hidden)
        return torch.stack(outputs, 1)

    def attentional(self, hidden, memory):
        """Luong et al. 2015, without input feeding."""
        p = self.p
        if self.alignment == "concat":
            both = F.linear(hidden, p["alignment.query.weight"])[:, :, None] + \
                F.linear(memory, p["alignment.key.weight"])[:, None]
            scores = (torch.tanh(both) * p["alignment.score.weight"][0]).sum(-1)
        else:
            key = F.linear(memory, p["alignment.key.weight"]) if self.alignment == "general" else memory
            scores = hidden @ key.transpose(1, 2)
        context = self.weights(scores) @ memory
        return torch.tanh(F.linear(torch.cat([context, hidden], -1), p["alignment.combine.weight"],
                                   p["alignment.combine.bias"]))

    def logits(self):
        p = self.p
        memory, hidden, cell = self.encoder(F.embedding(self.source, p["source.embedding.weight"]),
                                            lengths=self.lengths)
        hidden, cell = self.bridge(hidden, cell)
        x = F.embedding(self.input, p["target.embedding.weight"])
        if self.alignment == "additive":
            output = self.additive_decoder(x, memory, hidden[0], None if cell is None else cell[0])
        else:
            output = self.decoder(x, (hidden, cell) if self.kind == "lstm" else hidden)[0]
            if self.alignment != "none":
                output = self.attentional(output, memory)
        return F.linear(output, p["output.weight"], p["output.bias"])

    def write(self, name):
        batch = {"source": self.source, "source_lengths": self.lengths, "input": self.input, "target": self.target}
        write_model(name, self.p, batch, self.logits)


def write_all():
    write_layers()
    for i, kind in enumerate(GATES):
        write_language_model(kind, 200 + i)
    write_reader("recurrent_labels", "gru", None, 210)
    write_reader("recurrent_class_last", "lstm", "last", 211)
    write_reader("recurrent_class_mean", "rnn_tanh", "mean", 212)
    Translator(220, "gru", "none", layers=2).write("seq2seq_none")
    Translator(221, "lstm", "none", layers=2, bidirectional=True).write("seq2seq_none_both")
    Translator(222, "gru", "additive", bidirectional=True).write("seq2seq_additive")
    Translator(223, "lstm", "additive").write("seq2seq_additive_lstm")
    Translator(224, "lstm", "dot").write("seq2seq_dot")
    Translator(225, "gru", "general", bidirectional=True).write("seq2seq_general")
    Translator(226, "rnn_tanh", "concat").write("seq2seq_concat")
