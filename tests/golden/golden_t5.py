"""T5 in the small for a golden file (Raffel et al. 2020, section 2.1): an encoder–decoder whose two stacks each learn a
bias for every bucket of distances, with RMSNorm before each sublayer, unscaled scores and no biases elsewhere."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import golden_io as io
import golden_models as models

BUCKETS, LARGEST_DISTANCE = 32, 128


class RelativeBias(nn.Module):
    """The bias [H,Tq,Tk] of all self-attentions of a stack."""

    def __init__(self, heads, both_sides):
        super().__init__()
        self.both_sides = both_sides
        self.table = nn.Embedding(BUCKETS, heads, dtype=torch.float64)

    def buckets(self, distance):
        """`distance` counts from a query on: keys before it have a negative one."""
        side = BUCKETS // 2 if self.both_sides else BUCKETS
        after = (distance > 0) * side if self.both_sides else 0
        length = distance.abs() if self.both_sides else (-distance).clamp(min=0)
        exact = side // 2
        share = torch.log(length.clamp(min=exact).double() / exact) / math.log(LARGEST_DISTANCE / exact)
        far = (exact + (share * (side - exact)).long()).clamp(max=side - 1)
        return after + torch.where(length < exact, length, far)

    def forward(self, length):
        place = torch.arange(length)
        return self.table(self.buckets(place[None] - place[:, None])).permute(2, 0, 1)


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        for part in ("query", "key", "value", "output"):
            setattr(self, part, nn.Linear(width, width, bias=False, dtype=torch.float64))

    def forward(self, x, memory, added):
        """x [B,Tq,C] looks at memory [B,Tk,C]; `added` to the scores: bias and mask."""
        split = lambda y: y.unflatten(-1, (self.heads, -1)).transpose(1, 2)
        q, k, v = split(self.query(x)), split(self.key(memory)), split(self.value(memory))
        context = F.softmax(q @ k.transpose(-2, -1) + added, dim=-1) @ v
        return self.output(context.transpose(1, 2).flatten(-2))


class Norm(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(width, dtype=torch.float64))

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5) * self.gamma


class Layer(nn.Module):
    def __init__(self, width, heads, hidden, decoder):
        super().__init__()
        self.self_attention, self.attention_norm = Attention(width, heads), Norm(width)
        if decoder:
            self.cross_attention, self.cross_attention_norm = Attention(width, heads), Norm(width)
        self.expand = nn.Linear(width, hidden, bias=False, dtype=torch.float64)
        self.contract = nn.Linear(hidden, width, bias=False, dtype=torch.float64)
        self.feed_forward_norm = Norm(width)

    def forward(self, x, added, memory=None, hidden=None):
        y = self.attention_norm(x)
        x = x + self.self_attention(y, y, added)
        if memory is not None:
            x = x + self.cross_attention(self.cross_attention_norm(x), memory, hidden)
        return x + self.contract(F.relu(self.expand(self.feed_forward_norm(x))))


class Stack(nn.Module):
    def __init__(self, layers, width, heads, hidden, decoder):
        super().__init__()
        self.bias = RelativeBias(heads, both_sides=not decoder)
        self.layers = nn.ModuleList([Layer(width, heads, hidden, decoder) for _ in range(layers)])
        self.norm = Norm(width)

    def forward(self, x, mask, memory=None, hidden=None):
        added = self.bias(x.shape[1]) + mask
        for layer in self.layers:
            x = layer(x, added, memory, hidden)
        return self.norm(x)


class T5(nn.Module):
    """One embedding for source, target and output."""

    def __init__(self, vocabulary, layers, width, heads, hidden):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, width, dtype=torch.float64)
        self.encoder = Stack(layers, width, heads, hidden, decoder=False)
        self.decoder = Stack(layers, width, heads, hidden, decoder=True)

    def forward(self, source, lengths, inputs):
        padding = torch.arange(source.shape[1])[None] >= lengths[:, None]
        hidden = torch.zeros(padding.shape, dtype=torch.float64).masked_fill(padding, -math.inf)[:, None, None]
        memory = self.encoder(self.embedding(source), hidden)
        y = self.decoder(self.embedding(inputs), models.causal_mask(inputs.shape[1]), memory, hidden)
        return F.linear(y, self.embedding.weight)


def our_name(name):
    """The stack's bias belongs to its first layer."""
    name = name.replace(".bias.table.weight", ".layers.0.self_attention.relative_bias.weight")
    for part in ("expand", "contract"):
        name = name.replace(f".{part}.", f".feed_forward.{part}.")
    return name.replace("embedding.weight", "target.embedding.weight")


def write_all():
    random = io.Random(111)
    model = T5(vocabulary=9, layers=2, width=4, heads=2, hidden=6)
    random.fill(model, scale=0.5)
    source, ids = random.ids(9, 3, 40), random.ids(9, 3, 31)
    lengths = torch.tensor([40, 33, 7])
    inputs, targets = ids[:, :-1], ids[:, 1:].clone()
    targets[2, 20:] = models.IGNORED
    names = models.named_tensors({our_name(name): p for name, p in model.named_parameters()})
    out = {"source": source, "source_lengths": lengths, "input": inputs, "target": targets,
           "logits": model(source, lengths, inputs), **io.values(names, "param.")}
    loss = lambda: F.cross_entropy(model(source, lengths, inputs).flatten(0, 1), targets.flatten(),
                                   ignore_index=models.IGNORED)
    out.update(models.three_steps(loss, names, list(model.parameters()), 1e-5))
    io.write("t5", out)
