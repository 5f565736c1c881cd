"""Whole models for the golden files, with losses, gradients and optimizer steps."""
import math

import torch
import torch.nn as nn
import torch.nn.functional as F

import golden_io as io

IGNORED = -100


def named_tensors(tensors):
    return [(name, tensor, slice(None)) for name, tensor in tensors.items()]


def causal_mask(length):
    return torch.triu(torch.full((length, length), -math.inf, dtype=torch.float64), diagonal=1)


def gpt_block(x, p, prefix, heads, activation):
    """A pre-norm causal block in the manner of GPT-2; biases and a feed-forward network where `p` has them."""
    get = lambda name: p.get(prefix + name)
    project = lambda y, name: F.linear(y, get(name + ".weight"), get(name + ".bias"))
    norm = lambda y, name: F.layer_norm(y, y.shape[-1:], get(name + ".gamma"), get(name + ".beta"), 1e-5)
    split = lambda y: y.unflatten(-1, (heads, -1)).transpose(1, 2)
    y = norm(x, "attention_norm")
    q, k, v = (split(project(y, "self_attention." + part)) for part in ("query", "key", "value"))
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1]) + causal_mask(x.shape[1])
    context = (F.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(-2)
    x = x + project(context, "self_attention.output")
    if get("feed_forward.expand.weight") is None:
        return x
    y = F.gelu(project(norm(x, "feed_forward_norm"), "feed_forward.expand"), approximate=activation)
    return x + project(y, "feed_forward.contract")


def block_parameters(random, width, hidden, prefix, bias):
    """Without a feed-forward network and its norm where `hidden` is 0."""
    p = {}
    for part in ("query", "key", "value", "output"):
        p[f"self_attention.{part}.weight"] = random.normal(width, width, scale=0.3)
        if bias:
            p[f"self_attention.{part}.bias"] = random.normal(width, scale=0.3)
    if hidden:
        p["feed_forward.expand.weight"] = random.normal(hidden, width, scale=0.3)
        p["feed_forward.contract.weight"] = random.normal(width, hidden, scale=0.3)
    if hidden and bias:
        p["feed_forward.expand.bias"] = random.normal(hidden, scale=0.3)
        p["feed_forward.contract.bias"] = random.normal(width, scale=0.3)
    for norm in ("attention_norm", "feed_forward_norm") if hidden else ("attention_norm",):
        p[f"{norm}.gamma"] = 1 + random.normal(width, scale=0.3)
        if bias:
            p[f"{norm}.beta"] = random.normal(width, scale=0.3)
    return {prefix + name: tensor.requires_grad_() for name, tensor in p.items()}


def three_steps(loss_of, names, parameters, epsilon):
    """Loss and gradient of the start, then weights after each of three AdamW steps with clipping."""
    groups = [{"params": [p for p in parameters if p.dim() >= 2], "weight_decay": 0.1},
              {"params": [p for p in parameters if p.dim() < 2], "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, lr=1e-3, betas=(0.9, 0.99), eps=epsilon)
    out = {}
    for step in range(1, 4):
        optimizer.zero_grad()
        loss = loss_of()
        loss.backward()
        if step == 1:
            out.update(io.gradients(names, "grad."))
        norm = nn.utils.clip_grad_norm_(parameters, 1.0)
        assert norm > 1, "clipping must have something to do"
        out[f"loss{step}"], out[f"norm{step}"] = loss.detach(), norm.detach()
        optimizer.step()
        out.update(io.values(names, f"step{step}."))
    return out


def write_gpt(name, seed, hidden):
    """nanoGPT's form: pre-norm, exact GELU, no bias, learned positions, tied output."""
    random = io.Random(seed)
    vocabulary, context, width, heads, layers = 17, 10, 12, 3, 2
    p = {"target.embedding.weight": random.normal(vocabulary, width, scale=0.5).requires_grad_(),
         "target.positions.weight": random.normal(context, width, scale=0.5).requires_grad_()}
    for layer in range(layers):
        p.update(block_parameters(random, width, hidden, f"decoder.layers.{layer}.", bias=False))
    p["decoder.norm.gamma"] = (1 + random.normal(width, scale=0.3)).requires_grad_()
    ids = random.ids(vocabulary, 4, 9)
    inputs, targets = ids[:, :-1], ids[:, 1:]

    def logits():
        x = F.embedding(inputs, p["target.embedding.weight"]) + p["target.positions.weight"][:inputs.shape[1]]
        for layer in range(layers):
            x = gpt_block(x, p, f"decoder.layers.{layer}.", heads, "none")
        x = F.layer_norm(x, x.shape[-1:], p["decoder.norm.gamma"], None, 1e-5)
        return F.linear(x, p["target.embedding.weight"])

    names = named_tensors(p)
    out = {"input": inputs, "target": targets, "logits": logits(), **io.values(names, "param.")}
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), targets.flatten())
    out.update(three_steps(loss, names, list(p.values()), 1e-8))
    io.write(name, out)


def write_gpts():
    write_gpt("gpt", 31, 48)
    write_gpt("gpt_attention_only", 37, 0)  # Elhage et al. 2021


def sinusoids(length, width):
    angle = torch.arange(length).double()[:, None] / 10000 ** (torch.arange(0, width, 2).double() / width)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).flatten(1)


def write_encoder_decoder():
    """The form of 2017: post-norm, ReLU, sinusoidal positions, embeddings times √C; tied output, padding."""
    random = io.Random(47)
    source_v, target_v, width, heads, layers, hidden = 11, 13, 8, 2, 2, 16
    options = dict(dim_feedforward=hidden, dropout=0.0, activation="relu", batch_first=True, dtype=torch.float64)
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(width, heads, **options), layers)
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(width, heads, **options), layers)
    source_table = nn.Embedding(source_v, width, dtype=torch.float64)
    target_table = nn.Embedding(target_v, width, dtype=torch.float64)
    modules = nn.ModuleList([encoder, decoder, source_table, target_table])
    random.fill(modules)
    source = random.ids(source_v, 3, 6)
    ids = random.ids(target_v, 3, 6)
    lengths = torch.tensor([6, 4, 2])
    padding = torch.arange(6)[None] >= lengths[:, None]
    inputs, targets = ids[:, :-1], ids[:, 1:].clone()
    targets[1, 3:] = IGNORED
    targets[2, 1:] = IGNORED

    def logits():
        embed = lambda table, x: table(x) * math.sqrt(width) + sinusoids(x.shape[1], width)
        memory = encoder(embed(source_table, source), src_key_padding_mask=padding)
        y = decoder(embed(target_table, inputs), memory, tgt_mask=causal_mask(inputs.shape[1]),
                    memory_key_padding_mask=padding)
        return F.linear(y, target_table.weight)

    names = named_tensors({"target.embedding.weight": target_table.weight,
                           "source.embedding.weight": source_table.weight})
    for i in range(layers):
        names += list(io.block_names(encoder.layers[i], f"encoder.layers.{i}."))
        names += list(io.block_names(decoder.layers[i], f"decoder.layers.{i}."))
    out = {"source": source, "source_lengths": lengths, "input": inputs, "target": targets, "logits": logits(),
           **io.values(names, "param.")}
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), targets.flatten(), ignore_index=IGNORED,
                                   label_smoothing=0.1)
    # The gradient of a key's bias is zero but for rounding, which a small ε would turn into steps.
    out.update(three_steps(loss, names, list(modules.parameters()), 1e-5))
    io.write("encoder_decoder", out)
