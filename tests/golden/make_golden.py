#!/usr/bin/env python3
"""Makes the golden files from PyTorch's own modules, in double precision. Needs python3-torch and python3-numpy.

Run it after changing a case; the same versions give the same bytes. The tests read the files, never Python.
"""
import itertools
import sys

import torch
import torch.nn as nn
import torch.nn.functional as F

sys.dont_write_bytecode = True  # leave no __pycache__ among the sources

import golden_attention
import golden_byte_pairs
import golden_circuits
import golden_describe
import golden_encoders
import golden_families
import golden_family_decoders
import golden_family_encoders
import golden_family_files
import golden_family_pairs
import golden_family_pictures
import golden_feed_forward as feed_forward
import golden_hand
import golden_io as io
import golden_lens
import golden_landscape
import golden_models as models
import golden_recurrence
import golden_superposition
import golden_patching
import golden_pictures
import golden_probes
import golden_t5
import golden_vectors
import golden_words


def scalar_backward(random, output, inputs):
    """Runs backward from Σ upstream·output; returns upstream and the inputs' gradients."""
    upstream = random.normal(*output.shape)
    (upstream * output).sum().backward()
    return {"upstream": upstream, "output": output, **{f"grad.{name}": x.grad for name, x in inputs.items()}}


def prefixed(prefix, tensors):
    return {f"{prefix}.{name}": tensor for name, tensor in tensors.items()}


def attention_case(seed, keys=None, causal=False, lengths=None, bias=True):
    """nn.MultiheadAttention over B=2, Tq=5, C=12, H=3; self-attention unless `keys` gives another length."""
    random = io.Random(seed)
    module = nn.MultiheadAttention(12, 3, bias=bias, batch_first=True, dtype=torch.float64)
    random.fill(module)
    inputs = {"input": random.normal(2, 5, 12).requires_grad_()}
    if keys:
        inputs["memory"] = random.normal(2, keys, 12).requires_grad_()
    memory = inputs.get("memory", inputs["input"])
    padding = None if lengths is None else torch.arange(memory.shape[1])[None] >= torch.tensor(lengths)[:, None]
    mask = models.causal_mask(5) if causal else None
    output, weights = module(inputs["input"], memory, memory, key_padding_mask=padding, attn_mask=mask,
                             average_attn_weights=False)
    out = scalar_backward(random, output, inputs)
    names = list(io.attention_names(module, ""))
    return {**inputs, **out, "weights": weights, **io.values(names, "param."), **io.gradients(names, "grad.")}


def write_attention():
    out = {}
    out.update(prefixed("self", attention_case(1)))
    out.update(prefixed("cross", attention_case(2, keys=7)))
    out.update(prefixed("causal", attention_case(3, causal=True)))
    out.update(prefixed("padding", attention_case(4, keys=6, lengths=[6, 2])))
    out.update(prefixed("causal_padding", attention_case(5, causal=True, lengths=[3, 5])))
    out.update(prefixed("unbiased", attention_case(6, bias=False)))
    io.write("attention", out)


def block_case(seed, decoder, norm_first, activation):
    random = io.Random(seed)
    kind = nn.TransformerDecoderLayer if decoder else nn.TransformerEncoderLayer
    layer = kind(8, 2, dim_feedforward=12, dropout=0.0, activation=activation, batch_first=True,
                 norm_first=norm_first, dtype=torch.float64)
    random.fill(layer)
    inputs = {"input": random.normal(2, 5, 8).requires_grad_()}
    if decoder:
        inputs["memory"] = random.normal(2, 4, 8).requires_grad_()
        padding = torch.arange(4)[None] >= torch.tensor([4, 3])[:, None]
        output = layer(inputs["input"], inputs["memory"], tgt_mask=models.causal_mask(5),
                       memory_key_padding_mask=padding)
    else:
        padding = torch.arange(5)[None] >= torch.tensor([5, 3])[:, None]
        output = layer(inputs["input"], src_key_padding_mask=padding)
    out = scalar_backward(random, output, inputs)
    names = list(io.block_names(layer))
    return {**inputs, **out, **io.values(names, "param."), **io.gradients(names, "grad.")}


def write_blocks():
    out = {}
    cases = itertools.product((False, True), (False, True), ("relu", "gelu"))
    for i, (decoder, first, activation) in enumerate(cases):
        name = f"{'decoder' if decoder else 'encoder'}.{'pre' if first else 'post'}.{activation}"
        out.update(prefixed(name, block_case(10 + i, decoder, first, activation)))
    out.update(prefixed("gpt2", gpt2_block_case(19)))
    io.write("blocks", out)


def gpt2_block_case(seed):
    """GPT-2's block: causal, pre-norm, GELU by tanh, biases."""
    random = io.Random(seed)
    p = models.block_parameters(random, 8, 32, "", bias=True)
    x = random.normal(2, 5, 8).requires_grad_()
    out = scalar_backward(random, models.gpt_block(x, p, "", 2, "tanh"), {"input": x})
    names = models.named_tensors(p)
    return {"input": x, **out, **io.values(names, "param."), **io.gradients(names, "grad.")}


def function_case(random, function, **inputs):
    for x in inputs.values():
        x.requires_grad_()
    return {**inputs, **scalar_backward(random, function(**inputs), inputs)}


def write_functions():
    random = io.Random(23)
    out = {}
    norm = lambda input, gamma, beta: F.layer_norm(input, (9,), gamma, beta, 1e-5)
    out.update(prefixed("layer_norm", function_case(random, norm, input=random.normal(3, 4, 9) * 3 + 1,
                                                    gamma=random.normal(9), beta=random.normal(9))))
    unshifted = lambda input, gamma: F.layer_norm(input, (9,), gamma, None, 1e-5)
    out.update(prefixed("layer_norm_unbiased", function_case(random, unshifted, input=random.normal(3, 4, 9),
                                                             gamma=random.normal(9))))
    pointwise = {**feed_forward.ACTIVATIONS, "softmax": lambda x: F.softmax(x, -1),
                 "log_softmax": lambda x: F.log_softmax(x, -1)}
    for name, function in pointwise.items():
        call = lambda input, f=function: f(input)
        out.update(prefixed(name, function_case(random, call, input=random.normal(2, 3, 7) * 3)))
    targets = torch.tensor([3, -100, 0, 6, 6, -100])
    out["targets"] = targets
    for name, smoothing in (("cross_entropy", 0.0), ("cross_entropy_smoothed", 0.15)):
        call = lambda input, s=smoothing: F.cross_entropy(input.flatten(0, 1), targets, ignore_index=-100,
                                                          label_smoothing=s)
        out.update(prefixed(name, function_case(random, call, input=random.normal(2, 3, 7) * 2)))
    io.write("functions", out)


def write_small_losses():
    """Cross-entropies from 1 down to 1e-8, in double of logits that float holds exactly."""
    random = io.Random(29)
    rows, vocabulary = 9, 40
    logits = random.normal(rows, vocabulary)
    targets = random.ids(vocabulary, rows)
    others = torch.logsumexp(logits.scatter(1, targets[:, None], -torch.inf), 1)
    wanted = 10.0 ** -torch.arange(rows, dtype=torch.float64)
    logits[torch.arange(rows), targets] = others - torch.log(torch.expm1(wanted))
    logits = logits.float().double()
    io.write("small_losses", {"input": logits, "targets": targets,
                              "per_token": F.cross_entropy(logits, targets, reduction="none"),
                              "log_softmax": F.log_softmax(logits, -1)})


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_functions()
    write_small_losses()
    write_attention()
    write_blocks()
    models.write_gpts()
    models.write_encoder_decoder()
    feed_forward.write_layers()
    feed_forward.write_experts()
    feed_forward.write_routing()
    golden_attention.write_all()
    golden_words.write_all()
    golden_superposition.write_all()
    golden_encoders.write_all()
    golden_describe.write_all()
    golden_t5.write_all()
    golden_byte_pairs.write_all()
    golden_hand.write_all()
    golden_vectors.main()
    golden_landscape.main()
    golden_recurrence.write_all()
    golden_pictures.write_all()
    golden_lens.write_all()
    golden_patching.write_all()
    golden_circuits.write_all()
    golden_families.write_all()
    golden_family_decoders.write_all()
    golden_family_files.write_all()
    golden_family_encoders.write_all()
    golden_family_pairs.write_all()
    golden_family_pictures.write_all()
