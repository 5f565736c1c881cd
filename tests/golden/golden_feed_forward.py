"""RMSNorm, SwiGLU and mixtures of experts, written plainly in PyTorch, which has no modules for them."""
import torch
import torch.nn.functional as F

import golden_io as io
import golden_models as models

ACTIVATIONS = {"relu": F.relu, "relu_squared": lambda x: F.relu(x) ** 2, "gelu": F.gelu,
               "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"), "silu": F.silu}
GATES = {"swiglu": F.silu, "geglu_tanh": ACTIVATIONS["gelu_tanh"]}
#: In the order in which the cases of mixtures take their random numbers.
OF_EXPERTS = ("relu", "relu_squared", "gelu", "gelu_tanh", "swiglu", "silu", "geglu_tanh")


def rms_norm(x, gamma, epsilon=1e-5):
    """Zhang and Sennrich 2019."""
    return x / torch.sqrt((x * x).mean(-1, keepdim=True) + epsilon) * gamma


def network(x, p, prefix, activation):
    """One feed-forward network; gated ones as in Shazeer 2020. Biases where `p` has them."""
    project = lambda y, name: F.linear(y, p[f"{prefix}{name}.weight"], p.get(f"{prefix}{name}.bias"))
    if activation in GATES:
        return project(GATES[activation](project(x, "gate")) * project(x, "up"), "contract")
    return project(ACTIVATIONS[activation](project(x, "expand")), "contract")


def experts(x, p, prefix, activation, k):
    """Mixture of experts: each token through its k most probable ones. Returns output [B,T,C], balance [B]."""
    probabilities = F.softmax(F.linear(x, p[f"{prefix}router.weight"]), dim=-1)
    count = probabilities.shape[-1]
    top, chosen = probabilities.topk(k, dim=-1)
    gates = top if k == 1 else top / top.sum(-1, keepdim=True)
    output = torch.zeros_like(x)
    for e in range(count):
        rows, places, ranks = torch.nonzero(chosen == e, as_tuple=True)
        answer = network(x[rows, places], p, f"{prefix}experts.{e}.", activation)
        output = output.index_put((rows, places), gates[rows, places, ranks].unsqueeze(-1) * answer, accumulate=True)
    load = F.one_hot(chosen, count).sum(2).double().mean(1) / k
    return output, count * (load * probabilities.mean(1)).sum(-1)


def network_parameters(random, width, hidden, activation, bias, prefix=""):
    first = ("gate", "up") if activation in GATES else ("expand",)
    p = {}
    for name in first:
        p[f"{prefix}{name}.weight"] = random.normal(hidden, width, scale=0.5)
        if bias:
            p[f"{prefix}{name}.bias"] = random.normal(hidden, scale=0.3)
    p[f"{prefix}contract.weight"] = random.normal(width, hidden, scale=0.5)
    if bias:
        p[f"{prefix}contract.bias"] = random.normal(width, scale=0.3)
    return {name: tensor.requires_grad_() for name, tensor in p.items()}


def experts_parameters(random, width, hidden, activation, bias, count, prefix=""):
    p = {f"{prefix}router.weight": random.normal(count, width).requires_grad_()}
    for e in range(count):
        p.update(network_parameters(random, width, hidden, activation, bias, f"{prefix}experts.{e}."))
    return p


def case(random, function, p, **inputs):
    """Output and gradients of function(inputs) with the parameters p."""
    for x in inputs.values():
        x.requires_grad_()
    output = function(**inputs)
    upstream = random.normal(*output.shape)
    (upstream * output).sum().backward()
    names = models.named_tensors(p)
    return {**inputs, "upstream": upstream, "output": output, **{f"grad.{n}": x.grad for n, x in inputs.items()},
            **io.values(names, "param."), **io.gradients(names, "grad.")}


def write_layers():
    random = io.Random(71)
    out = {}
    add = lambda name, tensors: out.update({f"{name}.{key}": tensor for key, tensor in tensors.items()})
    add("rms_norm", case(random, lambda input, gamma: rms_norm(input, gamma), {},
                         input=random.normal(3, 4, 9) * 3 + 1, gamma=random.normal(9)))
    add("silu", case(random, lambda input: F.silu(input), {}, input=random.normal(2, 3, 7) * 3))
    for name, bias in (("swiglu", False), ("swiglu_biased", True)):
        p = network_parameters(random, 6, 5, "swiglu", bias)
        add(name, case(random, lambda input: network(input, p, "", "swiglu"), p, input=random.normal(2, 4, 6)))
    for activation in OF_EXPERTS:
        for k in (1, 2):
            p = experts_parameters(random, 6, 5, activation, activation != "swiglu", 3)
            add(f"experts.{activation}.{k}", case(random, lambda input: experts(input, p, "", activation, k)[0], p,
                                                  input=random.normal(2, 4, 6)))
    io.write("feed_forward", out)


def block(x, p, prefix, heads, k):
    """A pre-norm causal block with RMSNorm and SwiGLU experts; returns output and balance."""
    project = lambda y, name: F.linear(y, p[f"{prefix}self_attention.{name}.weight"])
    split = lambda y: y.unflatten(-1, (heads, -1)).transpose(1, 2)
    y = rms_norm(x, p[f"{prefix}attention_norm.gamma"])
    query, key, value = (split(project(y, part)) for part in ("query", "key", "value"))
    scores = query @ key.transpose(-2, -1) / query.shape[-1] ** 0.5 + models.causal_mask(x.shape[1])
    x = x + project((F.softmax(scores, dim=-1) @ value).transpose(1, 2).flatten(-2), "output")
    y, balance = experts(rms_norm(x, p[f"{prefix}feed_forward_norm.gamma"]), p, f"{prefix}feed_forward.", "swiglu", k)
    return x + y, balance


def model_parameters(random, vocabulary, context, width, hidden, layers, count):
    p = {"target.embedding.weight": random.normal(vocabulary, width, scale=0.5),
         "target.positions.weight": random.normal(context, width, scale=0.5),
         "decoder.norm.gamma": 1 + random.normal(width, scale=0.3)}
    for layer in range(layers):
        prefix = f"decoder.layers.{layer}."
        for part in ("query", "key", "value", "output"):
            p[f"{prefix}self_attention.{part}.weight"] = random.normal(width, width, scale=0.4)
        for norm in ("attention_norm", "feed_forward_norm"):
            p[f"{prefix}{norm}.gamma"] = 1 + random.normal(width, scale=0.3)
        p.update(experts_parameters(random, width, hidden, "swiglu", False, count, f"{prefix}feed_forward."))
    return {name: tensor.requires_grad_() for name, tensor in p.items()}


def write_experts():
    """A GPT of experts: the loss is the cross-entropy and 0.05 times the layers' balance, a sequence's share of it
    being its share of the targets that count."""
    random = io.Random(83)
    vocabulary, layers, heads, k = 11, 2, 2, 2
    p = model_parameters(random, vocabulary, context=8, width=8, hidden=6, layers=layers, count=3)
    ids = random.ids(vocabulary, 4, 7)
    inputs, targets = ids[:, :-1], ids[:, 1:].clone()
    targets[1, 4:] = models.IGNORED

    def forward():
        x = F.embedding(inputs, p["target.embedding.weight"]) + p["target.positions.weight"][:inputs.shape[1]]
        balance = 0
        for layer in range(layers):
            x, one = block(x, p, f"decoder.layers.{layer}.", heads, k)
            balance = balance + one
        return F.linear(rms_norm(x, p["decoder.norm.gamma"]), p["target.embedding.weight"]), balance

    cross_entropies = []

    def loss():
        logits, balance = forward()
        counted = (targets != models.IGNORED).sum(1).double()
        cross_entropies.append(F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=models.IGNORED))
        return cross_entropies[-1] + 0.05 * (balance * counted).sum() / counted.sum()

    names = models.named_tensors(p)
    out = {"input": inputs, "target": targets, "logits": forward()[0], **io.values(names, "param.")}
    out.update(models.three_steps(loss, names, list(p.values()), 1e-8))
    out.update({f"cross_entropy{i + 1}": value.detach() for i, value in enumerate(cross_entropies)})
    io.write("experts", out)


def write_routing():
    """Shares, mean probabilities, entropy in bits and balance of a router's choices, padding left out. No two
    probabilities of a token are so near to each other that float could choose otherwise."""
    random = io.Random(98)
    count, lengths = 5, (16, 9, 12)
    x, weight = random.normal(3, 16, 6), random.normal(count, 6, scale=0.7)
    probabilities = F.softmax(F.linear(x, weight), dim=-1)
    assert probabilities.sort(-1).values.diff(dim=-1).min() > 1e-5
    real = torch.cat([probabilities[row, :length] for row, length in enumerate(lengths)])
    out = {"input": x, "router.weight": weight, "lengths": torch.tensor(lengths)}
    for k in (1, 2, 3):
        chosen = real.topk(k, dim=-1).indices
        shares = torch.bincount(chosen.flatten(), minlength=count).double() / chosen.numel()
        used = shares[shares > 0]
        out.update({f"{k}.selected": chosen, f"{k}.shares": shares, f"{k}.mean": real.mean(0),
                    f"{k}.entropy": -(used * used.log2()).sum(), f"{k}.balance": count * (shares * real.mean(0)).sum()})
    io.write("routing", out)
