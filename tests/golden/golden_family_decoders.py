"""Folders of GPT-NeoX and of Llama's kin, as their papers and published configurations describe them."""
import math

import torch
import torch.nn.functional as F

import golden_io as io
from golden_families import FAMILIES, tokenizer_json, vocabulary, write_family, write_json, write_tensors


def scaled(frequency, scaling):
    """Frequencies of waves that are longer than the original texts, divided by the factor (Llama 3.1)."""
    if scaling is None:
        return frequency
    wave, length = 2 * math.pi / frequency, scaling["original_max_position_embeddings"]
    slow, fast = length / scaling["low_freq_factor"], length / scaling["high_freq_factor"]
    share = (length / wave - scaling["low_freq_factor"]) / (scaling["high_freq_factor"] - scaling["low_freq_factor"])
    between = (1 - share) * frequency / scaling["factor"] + share * frequency
    return torch.where(wave < fast, frequency, torch.where(wave > slow, frequency / scaling["factor"], between))


def yarn_frequency(frequency, cells, base, scaling):
    """YaRN: pairs between those that turn beta_fast and beta_slow times in the original length turn slower in part."""
    original = scaling["original_max_position_embeddings"]
    dimension = lambda rotations: cells * math.log(original / (rotations * 2 * math.pi)) / (2 * math.log(base))
    low = max(math.floor(dimension(scaling.get("beta_fast", 32))), 0)
    high = min(math.ceil(dimension(scaling.get("beta_slow", 1))), cells - 1)
    ramp = ((torch.arange(cells // 2).double() - low) / (high - low)).clamp(0, 1)
    return frequency / scaling["factor"] * ramp + frequency * (1 - ramp)


def turned(x, cells, base, scaling=None):
    """Cells i and i + cells/2 of the first `cells` of each head, turned by position / base^(2i/cells)."""
    length, gain = x.shape[-2], 1
    frequency = base ** (-torch.arange(0, cells, 2).double() / cells)
    if scaling and scaling["rope_type"] == "yarn":
        frequency = yarn_frequency(frequency, cells, base, scaling)
        gain = 0.1 * math.log(scaling["factor"]) + 1
    else:
        frequency = scaled(frequency, scaling)
    angles = torch.arange(length).double()[:, None] * frequency
    cos, sin = gain * angles.cos(), gain * angles.sin()
    a, b, rest = x[..., :cells // 2], x[..., cells // 2:cells], x[..., cells:]
    return torch.cat([a * cos - b * sin, b * cos + a * sin, rest], -1)


def attention(q, k, v, window=None):
    """Causal attention of heads [B,H,T,D] to `window` keys back from each query, its own among them, joined again."""
    back = torch.arange(q.shape[-2])[:, None] - torch.arange(q.shape[-2])
    hidden = (back < 0) | (back >= (window or q.shape[-2]))
    scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(hidden, -math.inf)
    return (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2)


def paired(gradient, size, cells):
    """Rows of heads so that the two cells of each turned pair stand side by side."""
    heads = gradient.unflatten(0, (-1, size))
    first = heads[:, :cells].unflatten(1, (2, cells // 2)).transpose(1, 2).flatten(1, 2)
    return torch.cat([first, heads[:, cells:]], 1).flatten(0, 1)


NEOX_LAYER = {"attention_norm": "input_layernorm", "feed_forward_norm": "post_attention_layernorm",
              "self_attention.output": "attention.dense", "feed_forward.expand": "mlp.dense_h_to_4h",
              "feed_forward.contract": "mlp.dense_4h_to_h"}


def neox_parameters(random, c):
    width, hidden = c["hidden_size"], c["intermediate_size"]
    shapes = {"embed_in.weight": (c["vocab_size"], width)}
    for i in range(c["num_hidden_layers"]):
        for name, rows, columns in (("input_layernorm", width, 0), ("post_attention_layernorm", width, 0),
                                    ("attention.query_key_value", 3 * width, width), ("attention.dense", width, width),
                                    ("mlp.dense_h_to_4h", hidden, width), ("mlp.dense_4h_to_h", width, hidden)):
            shapes[f"layers.{i}.{name}.weight"] = (rows, columns) if columns else (rows,)
            shapes[f"layers.{i}.{name}.bias"] = (rows,)
    shapes |= {"final_layer_norm.weight": (width,), "final_layer_norm.bias": (width,)}
    if not c["tie_word_embeddings"]:
        shapes["embed_out.weight"] = (c["vocab_size"], width)
    return {name: (1.0 if "norm" in name and name.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
            for name, shape in shapes.items()}


def turned_cells(c):
    return int(c["hidden_size"] // c["num_attention_heads"] * c["rotary_pct"])


def neox_logits(p, c, ids):
    width, heads = c["hidden_size"], c["num_attention_heads"]
    linear = lambda x, name: x @ p[name + ".weight"].T + p[name + ".bias"]
    norm = lambda x, name: F.layer_norm(x, (width,), p[name + ".weight"], p[name + ".bias"], c["layer_norm_eps"])
    x = p["embed_in.weight"][ids]
    for i in range(c["num_hidden_layers"]):
        own = f"layers.{i}."
        every_head = linear(norm(x, own + "input_layernorm"), own + "attention.query_key_value")
        q, k, v = every_head.unflatten(-1, (heads, 3, -1)).permute(3, 0, 2, 1, 4)
        q, k = (turned(part, turned_cells(c), c["rotary_emb_base"]) for part in (q, k))
        attended = linear(attention(q, k, v), own + "attention.dense")
        read = x if c["use_parallel_residual"] else x + attended
        inner = F.gelu(linear(norm(read, own + "post_attention_layernorm"), own + "mlp.dense_h_to_4h"))
        x = x + attended + linear(inner, own + "mlp.dense_4h_to_h")
    return norm(x, "final_layer_norm") @ p.get("embed_out.weight", p["embed_in.weight"]).T


def neox_gradients(p, c):
    size = c["hidden_size"] // c["num_attention_heads"]
    out = {"target.embedding.weight": p["embed_in.weight"].grad,
           "decoder.norm.gamma": p["final_layer_norm.weight"].grad,
           "decoder.norm.beta": p["final_layer_norm.bias"].grad}
    if "embed_out.weight" in p:
        out["output.weight"] = p["embed_out.weight"].grad
    for i in range(c["num_hidden_layers"]):
        ours, theirs = f"decoder.layers.{i}.", f"layers.{i}."
        for part, name in NEOX_LAYER.items():
            weight, bias = ("gamma", "beta") if "norm" in part else ("weight", "bias")
            out[f"{ours}{part}.{weight}"] = p[f"{theirs}{name}.weight"].grad
            out[f"{ours}{part}.{bias}"] = p[f"{theirs}{name}.bias"].grad
        for kind in ("weight", "bias"):
            parts = p[f"{theirs}attention.query_key_value.{kind}"].grad.unflatten(0, (-1, 3, size))
            for j, part in enumerate(("query", "key", "value")):
                rows = parts[:, j].flatten(0, 1)
                out[f"{ours}self_attention.{part}.{kind}"] = paired(rows, size, turned_cells(c)) if j < 2 else rows
    return out


def neox_config(**other):
    return {"architectures": ["GPTNeoXForCausalLM"], "attention_bias": True, "bos_token_id": 0, "eos_token_id": 0,
            "hidden_act": "gelu", "hidden_size": 12, "initializer_range": 0.02, "intermediate_size": 16,
            "layer_norm_eps": 1e-5, "max_position_embeddings": 32, "model_type": "gpt_neox", "num_attention_heads": 2,
            "num_hidden_layers": 2, "rotary_emb_base": 10000, "rotary_pct": 0.67, "tie_word_embeddings": False,
            "use_parallel_residual": True, "vocab_size": 257, **other}


def write_neox(name, seed, kind, **other):
    config = neox_config(**other)
    files = write_family(name, seed, config, kind, neox_parameters, neox_logits, neox_gradients)
    prefix = lambda key: key if key == "embed_out.weight" else f"gpt_neox.{key}"
    write_tensors(FAMILIES / name / "model.safetensors", {prefix(key): file for key, file in files.items()})
    write_json(FAMILIES / name / "tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))


def head_size(c):
    return c.get("head_dim") or c["hidden_size"] // c["num_attention_heads"]


def llama_parameters(random, c):
    width, hidden = c["hidden_size"], c["intermediate_size"]
    queries, keys = (head_size(c) * c[f"num_{kind}_heads"] for kind in ("attention", "key_value"))
    shapes = {"embed_tokens.weight": (c["vocab_size"], width)}
    for i in range(c["num_hidden_layers"]):
        for name, shape in (("input_layernorm", (width,)), ("self_attn.q_proj", (queries, width)),
                            ("self_attn.k_proj", (keys, width)), ("self_attn.v_proj", (keys, width)),
                            ("self_attn.o_proj", (width, queries)), ("post_attention_layernorm", (width,)),
                            ("mlp.gate_proj", (hidden, width)), ("mlp.up_proj", (hidden, width)),
                            ("mlp.down_proj", (width, hidden))):
            shapes[f"layers.{i}.{name}.weight"] = shape
            if c["model_type"] == "qwen2" and name[-6:] in ("q_proj", "k_proj", "v_proj"):
                shapes[f"layers.{i}.{name}.bias"] = shape[:1]
    shapes["norm.weight"] = (width,)
    if not c["tie_word_embeddings"]:
        shapes["lm_head.weight"] = (c["vocab_size"], width)
    return {name: (1.0 if "norm" in name else 0.0) + random.normal(*shape, scale=0.3) for name, shape in shapes.items()}


def llama_logits(p, c, ids):
    heads, groups = c["num_attention_heads"], c["num_attention_heads"] // c["num_key_value_heads"]
    size, base = head_size(c), c["rope_theta"]
    linear = lambda x, name: x @ p[name + ".weight"].T + p.get(name + ".bias", 0)
    norm = lambda x, name: x / (x.square().mean(-1, keepdim=True) + c["rms_norm_eps"]).sqrt() * p[name + ".weight"]
    split = lambda x: x.unflatten(-1, (-1, size)).transpose(1, 2)
    x = p["embed_tokens.weight"][ids]
    for i in range(c["num_hidden_layers"]):
        own, y = f"layers.{i}.self_attn.", norm(x, f"layers.{i}.input_layernorm")
        q = turned(split(linear(y, own + "q_proj")), size, base, c["rope_scaling"])
        k = turned(split(linear(y, own + "k_proj")), size, base, c["rope_scaling"]).repeat_interleave(groups, 1)
        v = split(linear(y, own + "v_proj")).repeat_interleave(groups, 1)
        assert q.shape[1] == heads
        window = c["sliding_window"] if c["model_type"] == "mistral" else None
        x = x + linear(attention(q, k, v, window), own + "o_proj")
        y, own = norm(x, f"layers.{i}.post_attention_layernorm"), f"layers.{i}.mlp."
        x = x + linear(F.silu(linear(y, own + "gate_proj")) * linear(y, own + "up_proj"), own + "down_proj")
    return norm(x, "norm") @ p.get("lm_head.weight", p["embed_tokens.weight"]).T


LLAMA_LAYER = {"attention_norm.gamma": "input_layernorm", "feed_forward_norm.gamma": "post_attention_layernorm",
               "self_attention.query.weight": "self_attn.q_proj", "self_attention.key.weight": "self_attn.k_proj",
               "self_attention.value.weight": "self_attn.v_proj", "self_attention.output.weight": "self_attn.o_proj",
               "feed_forward.gate.weight": "mlp.gate_proj", "feed_forward.up.weight": "mlp.up_proj",
               "feed_forward.contract.weight": "mlp.down_proj"}


def llama_gradients(p, c):
    size = head_size(c)
    out = {"target.embedding.weight": p["embed_tokens.weight"].grad, "decoder.norm.gamma": p["norm.weight"].grad}
    if "lm_head.weight" in p:
        out["output.weight"] = p["lm_head.weight"].grad
    for i in range(c["num_hidden_layers"]):
        for ours, theirs in LLAMA_LAYER.items():
            turns = theirs[-6:] in ("q_proj", "k_proj")
            gradient = p[f"layers.{i}.{theirs}.weight"].grad
            out[f"decoder.layers.{i}.{ours}"] = paired(gradient, size, size) if turns else gradient
            if f"layers.{i}.{theirs}.bias" in p:
                gradient = p[f"layers.{i}.{theirs}.bias"].grad
                out[f"decoder.layers.{i}.{ours[:-6]}bias"] = paired(gradient, size, size) if turns else gradient
    return out


def write_llama(name, seed, kind, **config):
    config = {"hidden_act": "silu", "hidden_size": 8, "intermediate_size": 12, "max_position_embeddings": 32,
              "num_attention_heads": 2, "num_hidden_layers": 2, "num_key_value_heads": 1, "rms_norm_eps": 1e-6,
              "rope_scaling": None, "vocab_size": 257, **config}
    files = write_family(name, seed, config, kind, llama_parameters, llama_logits, llama_gradients)
    prefix = lambda key: key if key == "lm_head.weight" else f"model.{key}"
    write_tensors(FAMILIES / name / "model.safetensors", {prefix(key): file for key, file in files.items()})
    write_json(FAMILIES / name / "tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))


def gpt_neo_parameters(random, c):
    width, hidden = c["hidden_size"], c["intermediate_size"]
    shapes = {"wte.weight": (c["vocab_size"], width), "wpe.weight": (c["max_position_embeddings"], width)}
    for i in range(c["num_layers"]):
        for name, rows, columns, bias in (("ln_1", width, 0, True), ("ln_2", width, 0, True),
                                          ("attn.attention.q_proj", width, width, False),
                                          ("attn.attention.k_proj", width, width, False),
                                          ("attn.attention.v_proj", width, width, False),
                                          ("attn.attention.out_proj", width, width, True),
                                          ("mlp.c_fc", hidden, width, True), ("mlp.c_proj", width, hidden, True)):
            shapes[f"h.{i}.{name}.weight"] = (rows, columns) if columns else (rows,)
            if bias:
                shapes[f"h.{i}.{name}.bias"] = (rows,)
    shapes |= {"ln_f.weight": (width,), "ln_f.bias": (width,)}
    return {name: (1.0 if "ln_" in name and name.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
            for name, shape in shapes.items()}


def gpt_neo_logits(p, c, ids):
    """Scores are not scaled; every second layer sees window_size tokens back from each, itself among them."""
    width, heads, length = c["hidden_size"], c["num_heads"], ids.shape[1]
    linear = lambda x, name: x @ p[name + ".weight"].T + p.get(name + ".bias", 0)
    norm = lambda x, name: F.layer_norm(x, (width,), p[name + ".weight"], p[name + ".bias"], c["layer_norm_epsilon"])
    gelu_new = lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))
    back = torch.arange(length)[:, None] - torch.arange(length)
    x = p["wte.weight"][ids] + p["wpe.weight"][:length]
    for i in range(c["num_layers"]):
        own, y = f"h.{i}.attn.attention.", norm(x, f"h.{i}.ln_1")
        q, k, v = (linear(y, own + part).unflatten(-1, (heads, -1)).transpose(1, 2)
                   for part in ("q_proj", "k_proj", "v_proj"))
        hidden = (back < 0) | (back >= c["window_size"]) if i % 2 == 1 else back < 0
        context = F.softmax((q @ k.transpose(-1, -2)).masked_fill(hidden, -math.inf), -1) @ v
        x = x + linear(context.transpose(1, 2).flatten(-2), own + "out_proj")
        x = x + linear(gelu_new(linear(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc")), f"h.{i}.mlp.c_proj")
    return norm(x, "ln_f") @ p["wte.weight"].T


def gpt_neo_gradients(p, c):
    names = {"attention_norm": "ln_1", "feed_forward_norm": "ln_2", "self_attention.query": "attn.attention.q_proj",
             "self_attention.key": "attn.attention.k_proj", "self_attention.value": "attn.attention.v_proj",
             "self_attention.output": "attn.attention.out_proj", "feed_forward.expand": "mlp.c_fc",
             "feed_forward.contract": "mlp.c_proj"}
    out = {"target.embedding.weight": p["wte.weight"].grad, "target.positions.weight": p["wpe.weight"].grad,
           "decoder.norm.gamma": p["ln_f.weight"].grad, "decoder.norm.beta": p["ln_f.bias"].grad}
    for i in range(c["num_layers"]):
        for part, name in names.items():
            weight, bias = ("gamma", "beta") if "norm" in part else ("weight", "bias")
            out[f"decoder.layers.{i}.{part}.{weight}"] = p[f"h.{i}.{name}.weight"].grad
            if f"h.{i}.{name}.bias" in p:
                out[f"decoder.layers.{i}.{part}.{bias}"] = p[f"h.{i}.{name}.bias"].grad
    return out


def write_gpt_neo():
    config = {"activation_function": "gelu_new", "architectures": ["GPTNeoForCausalLM"],
              "attention_layers": ["global", "local"], "attention_types": [[["global", "local"], 1]],
              "hidden_size": 8, "intermediate_size": 20, "layer_norm_epsilon": 1e-5, "max_position_embeddings": 16,
              "model_type": "gpt_neo", "num_heads": 2, "num_layers": 2, "vocab_size": 257, "window_size": 2}
    files = write_family("gpt_neo", 139, config, "F32", gpt_neo_parameters, gpt_neo_logits, gpt_neo_gradients)
    write_tensors(FAMILIES / "gpt_neo/model.safetensors", {f"transformer.{key}": file for key, file in files.items()})
    write_json(FAMILIES / "gpt_neo/tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))


def write_all():
    write_gpt_neo()
    write_neox("neox", 113, "F16")
    write_neox("neox_serial", 127, "F32", num_hidden_layers=1, rotary_emb_base=100, rotary_pct=0.34,
               tie_word_embeddings=True, use_parallel_residual=False)
    write_llama("llama_heads", 131, "F32", architectures=["LlamaForCausalLM"], head_dim=6, model_type="llama",
                rope_theta=500000.0, tie_word_embeddings=False)
    scaling = {"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 64, "low_freq_factor": 1.0,
               "high_freq_factor": 4.0}
    write_llama("llama3", 233, "F32", architectures=["LlamaForCausalLM"], head_dim=6, hidden_size=4, model_type="llama",
                num_hidden_layers=1, rope_scaling=scaling, rope_theta=100.0, tie_word_embeddings=True)
    write_llama("yarn", 251, "F32", architectures=["LlamaForCausalLM"], head_dim=8, hidden_size=4, model_type="llama",
                num_hidden_layers=1, rope_theta=10000.0, tie_word_embeddings=True,
                rope_scaling={"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 64})
    write_llama("qwen2", 137, "BF16", architectures=["Qwen2ForCausalLM"], max_window_layers=2, model_type="qwen2",
                rope_theta=100.0, sliding_window=32, tie_word_embeddings=True, use_sliding_window=False)
    write_llama("mistral", 241, "BF16", architectures=["MistralForCausalLM"], head_dim=None, model_type="mistral",
                rope_theta=10000.0, sliding_window=3, tie_word_embeddings=False)


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
