#!/usr/bin/env python3
"""Folders of other programs' models: GPT-2 and Llama as their papers describe them, with tokenizer files.

A folder in FOLDER/families holds config.json, weights and a tokenizer, as other programs write them, and `expected`:
logits, loss and gradients under our names, in double precision of the weights as the file holds them.
"""
import json
import math
import struct

import numpy
import torch
import torch.nn.functional as F

import golden_byte_pairs
import golden_io as io

FAMILIES = io.FOLDER / "families"
ADDED = "<|endoftext|>"

WORDS = ["Hello", "world", "don't", "we've", "They'll", "I'm", "he'd", "IT'S", "it's", "you're", "'tis", "the", "mill",
         "wheel", "turned", "slowly", "123", "4567", "3.14", "1st", "x²", "Ⅷ", "½", "٣٤٥", "०१२", "naïve", "Straße", "ÅNGSTRÖM",
         "Привет", "мир", "ещё", "Γειά", "σου", "κόσμε", "שלום", "עולם", "مرحبا", "بالعالم", "नमस्ते", "दुनिया", "สวัสดี", "ชาวโลก",
         "你好", "世界", "こんにちは", "カタカナ", "안녕하세요", "👋", "👩‍🔬", "🇫🇷", "❤️", "🦙🦙", "for(int", "i=0;", "i<n;", "++i)", "{", "}", "==",
         "!=", "->", "::", "std::vector<int>", "foo_bar", "__init__", "#include", "//", "\"quoted\"", "(and)", "—", "…", "«да»",
         "“so”", "¿qué?", "100%", "$5", "€9", "a\u0301", "e\u0301te\u0301", "ʼn", "ǅ", "\u200b", "\u00ad", "\x01", "~", "`", "ffi"]
SPACES = [" ", " ", " ", " ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n ", "", "", "\u00a0", "\u3000", "\u2028", "\u2003"]


def lines(seed, count, most):
    """`count` lines of mixed words, scripts, emoji and code, with all kinds of space between."""
    state = numpy.random.RandomState(seed)
    result = []
    for _ in range(count):
        text = ""
        for _ in range(state.randint(0, most + 1)):
            text += WORDS[state.randint(len(WORDS))] + SPACES[state.randint(len(SPACES))]
        if state.randint(12) == 0:
            text += ADDED + WORDS[state.randint(len(WORDS))]
        result.append(text)
    return result


def byte_letters():
    """The visible character of each byte, in the order of GPT-2's ids: visible ones first."""
    visible = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in visible]
    return {byte: chr(byte) for byte in visible} | {byte: chr(256 + i) for i, byte in enumerate(others)}


def learnt_pieces(count):
    """Merges (left, right) in byte letters, learnt from mixed lines and a corpus of ours."""
    corpus = (io.FOLDER.parents[1] / "assets/corpora/village.txt").read_text()[:6000]
    letters, tokens = byte_letters(), {}
    for byte in range(256):
        tokens[byte] = letters[byte]
    merges = []
    for left, right, _ in golden_byte_pairs.learn(corpus + "\n".join(lines(7, 120, 12)), count):
        merges.append((tokens[left], tokens[right]))
        tokens[256 + len(merges) - 1] = tokens[left] + tokens[right]
    return merges


def vocabulary(merges, random=None):
    """Ids of letters, merges and the added token: in GPT-2's order, or shuffled by `random`."""
    pieces = list(dict.fromkeys([*byte_letters().values(), *(left + right for left, right in merges), ADDED]))
    ids = list(range(len(pieces)))
    if random is not None:
        random.state.shuffle(ids)
    return dict(zip(pieces, ids))


def write_text(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def write_json(path, value):
    write_text(path, json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def tokenizer_json(ids, merges, paired):
    added = {"id": ids[ADDED], "content": ADDED, "single_word": False, "lstrip": False, "rstrip": False,
             "normalized": True, "special": True}
    byte_level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": [added], "normalizer": None,
            "pre_tokenizer": byte_level, "post_processor": {**byte_level, "trim_offsets": False},
            "decoder": {**byte_level, "add_prefix_space": True},
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                      "end_of_word_suffix": "", "fuse_unk": False, "vocab": ids,
                      "merges": [list(merge) if paired else " ".join(merge) for merge in merges]}}


def stored(values, kind):
    """The bytes of a tensor in a file, and the numbers that they stand for."""
    single = numpy.ascontiguousarray(values.detach().numpy(), "<f4")
    if kind == "F32":
        return single.tobytes(), single.astype(float)
    if kind == "F16":
        half = single.astype("<f2")
        return half.tobytes(), half.astype(float)
    bits = single.view("<u4").astype(numpy.uint64)
    upper = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype("<u2")  # to the nearest, ties to even
    return upper.tobytes(), (upper.astype("<u4") << 16).view("<f4").astype(float)


def write_tensors(path, tensors):
    """{name: (dtype, shape, bytes)} as safetensors."""
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, (kind, shape, data) in tensors.items():
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def gpt2_parameters(random, c):
    """All weights by the names of the published code; Conv1D weights are [in, out]."""
    width, hidden = c["n_embd"], c.get("n_inner") or 4 * c["n_embd"]
    shapes = {"wte.weight": (c["vocab_size"], width), "wpe.weight": (c["n_positions"], width)}
    for i in range(c["n_layer"]):
        for norm in ("ln_1", "ln_2"):
            shapes |= {f"h.{i}.{norm}.weight": (width,), f"h.{i}.{norm}.bias": (width,)}
        for name, rows, columns in (("attn.c_attn", width, 3 * width), ("attn.c_proj", width, width),
                                    ("mlp.c_fc", width, hidden), ("mlp.c_proj", hidden, width)):
            shapes |= {f"h.{i}.{name}.weight": (rows, columns), f"h.{i}.{name}.bias": (columns,)}
    shapes |= {"ln_f.weight": (width,), "ln_f.bias": (width,)}
    if not c.get("tie_word_embeddings", True):
        shapes["lm_head.weight"] = (c["vocab_size"], width)
    return {name: (1.0 if "ln_" in name and name.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
            for name, shape in shapes.items()}


def gpt2_logits(p, c, ids):
    width, heads = c["n_embd"], c["n_head"]
    norm = lambda x, name: F.layer_norm(x, (width,), p[name + ".weight"], p[name + ".bias"],
                                        c.get("layer_norm_epsilon", 1e-5))
    conv1d = lambda x, name: x @ p[name + ".weight"] + p[name + ".bias"]
    gelu_new = lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))
    activation = {"gelu_new": gelu_new, "gelu": F.gelu}[c.get("activation_function", "gelu_new")]
    length = ids.shape[1]
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    x = p["wte.weight"][ids] + p["wpe.weight"][:length]
    for i in range(c["n_layer"]):
        qkv = conv1d(norm(x, f"h.{i}.ln_1"), f"h.{i}.attn.c_attn")
        q, k, v = (part.unflatten(-1, (heads, -1)).transpose(1, 2) for part in qkv.split(width, -1))
        scores = q @ k.transpose(-1, -2)
        if c.get("scale_attn_weights", True):
            scores = scores / math.sqrt(width // heads)
        context = F.softmax(scores.masked_fill(later, -math.inf), -1) @ v
        x = x + conv1d(context.transpose(1, 2).flatten(-2), f"h.{i}.attn.c_proj")
        x = x + conv1d(activation(conv1d(norm(x, f"h.{i}.ln_2"), f"h.{i}.mlp.c_fc")), f"h.{i}.mlp.c_proj")
    return norm(x, "ln_f") @ p.get("lm_head.weight", p["wte.weight"]).T


def gpt2_gradients(p, c):
    """The gradients under our names: weights [out, in], queries, keys and values apart."""
    width, of = c["n_embd"], lambda name: p[name].grad
    out = {"target.embedding.weight": of("wte.weight"), "target.positions.weight": of("wpe.weight"),
           "decoder.norm.gamma": of("ln_f.weight"), "decoder.norm.beta": of("ln_f.bias")}
    if "lm_head.weight" in p:
        out["output.weight"] = of("lm_head.weight")
    for i in range(c["n_layer"]):
        ours, theirs = f"decoder.layers.{i}.", f"h.{i}."
        for norm, name in (("attention_norm", "ln_1"), ("feed_forward_norm", "ln_2")):
            out[f"{ours}{norm}.gamma"] = of(f"{theirs}{name}.weight")
            out[f"{ours}{norm}.beta"] = of(f"{theirs}{name}.bias")
        for j, part in enumerate(("query", "key", "value")):
            columns = slice(j * width, (j + 1) * width)
            out[f"{ours}self_attention.{part}.weight"] = of(f"{theirs}attn.c_attn.weight")[:, columns].T
            out[f"{ours}self_attention.{part}.bias"] = of(f"{theirs}attn.c_attn.bias")[columns]
        for part, name in (("self_attention.output", "attn.c_proj"), ("feed_forward.expand", "mlp.c_fc"),
                           ("feed_forward.contract", "mlp.c_proj")):
            out[f"{ours}{part}.weight"] = of(f"{theirs}{name}.weight").T
            out[f"{ours}{part}.bias"] = of(f"{theirs}{name}.bias")
    return out


def held_weights(weights, kind):
    """The weights as a file holds them, and as tensors with gradients."""
    files, p = {}, {}
    for key, values in weights.items():
        data, held = stored(values, kind)
        files[key] = (kind, values.shape, data)
        p[key] = torch.from_numpy(held).requires_grad_()
    return files, p


def write_family(name, seed, config, kind, parameters, logits_of, gradients_of):
    """config.json and `expected`; returns the weights as a file holds them."""
    random, folder = io.Random(seed), FAMILIES / name
    files, p = held_weights(parameters(random, config), kind)
    ids = random.ids(config["vocab_size"], 2, 7)
    logits = logits_of(p, config, ids[:, :-1])
    loss = F.cross_entropy(logits.flatten(0, 1), ids[:, 1:].flatten())
    loss.backward()
    write_json(folder / "config.json", config)
    io.write(f"families/{name}/expected", {"input": ids[:, :-1], "target": ids[:, 1:], "logits": logits, "loss": loss,
                                           **{f"grad.{k}": v for k, v in gradients_of(p, config).items()}})
    return files


def write_gpt2(name, seed, config, kind):
    return write_family(name, seed, config, kind, gpt2_parameters, gpt2_logits, gpt2_gradients)


def llama_parameters(random, c):
    """All weights by the names of the published code, [out, in]."""
    width, hidden, size = c["hidden_size"], c["intermediate_size"], c["hidden_size"] // c["num_attention_heads"]
    keys = size * c["num_key_value_heads"]
    shapes = {"embed_tokens.weight": (c["vocab_size"], width)}
    for i in range(c["num_hidden_layers"]):
        shapes |= {f"layers.{i}.{name}.weight": shape for name, shape in (
            ("input_layernorm", (width,)), ("self_attn.q_proj", (width, width)), ("self_attn.k_proj", (keys, width)),
            ("self_attn.v_proj", (keys, width)), ("self_attn.o_proj", (width, width)),
            ("post_attention_layernorm", (width,)), ("mlp.gate_proj", (hidden, width)),
            ("mlp.up_proj", (hidden, width)), ("mlp.down_proj", (width, hidden)))}
    shapes |= {"norm.weight": (width,), "lm_head.weight": (c["vocab_size"], width)}
    return {name: (1.0 if "norm" in name else 0.0) + random.normal(*shape, scale=0.3) for name, shape in shapes.items()}


def turned(x):
    """Cells i and i + D/2 of each head, as a point of the plane, turned by position / 10000^(2i/D)."""
    length, size = x.shape[-2:]
    pairs = torch.arange(0, size, 2).double() / size
    angles = torch.arange(length).double()[:, None] / 10000 ** pairs
    a, b = x[..., : size // 2], x[..., size // 2:]
    return torch.cat([a * angles.cos() - b * angles.sin(), b * angles.cos() + a * angles.sin()], -1)


def llama_logits(p, c, ids):
    heads, groups = c["num_attention_heads"], c["num_attention_heads"] // c["num_key_value_heads"]
    weight = lambda name: p[name + ".weight"]
    norm = lambda x, name: x / (x.square().mean(-1, keepdim=True) + c["rms_norm_eps"]).sqrt() * weight(name)
    split = lambda x, count: x.unflatten(-1, (count, -1)).transpose(1, 2)
    later = torch.ones(ids.shape[1], ids.shape[1], dtype=torch.bool).triu(1)
    x = weight("embed_tokens")[ids]
    for i in range(c["num_hidden_layers"]):
        own, y = f"layers.{i}.self_attn.", norm(x, f"layers.{i}.input_layernorm")
        q = turned(split(y @ weight(own + "q_proj").T, heads))
        k = turned(split(y @ weight(own + "k_proj").T, heads // groups)).repeat_interleave(groups, 1)
        v = split(y @ weight(own + "v_proj").T, heads // groups).repeat_interleave(groups, 1)
        scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(later, -math.inf)
        x = x + (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2) @ weight(own + "o_proj").T
        y, own = norm(x, f"layers.{i}.post_attention_layernorm"), f"layers.{i}.mlp."
        gated = F.silu(y @ weight(own + "gate_proj").T) * (y @ weight(own + "up_proj").T)
        x = x + gated @ weight(own + "down_proj").T
    return norm(x, "norm") @ weight("lm_head").T


def llama_gradients(p, c):
    """The gradients under our names; rows of queries and keys so that pairs stand side by side."""
    of = lambda name: p[name + ".weight"].grad
    size = c["hidden_size"] // c["num_attention_heads"]
    paired = lambda grad: grad.unflatten(0, (-1, 2, size // 2)).transpose(1, 2).flatten(0, 2)
    out = {"target.embedding.weight": of("embed_tokens"), "decoder.norm.gamma": of("norm"),
           "output.weight": of("lm_head")}
    for i in range(c["num_hidden_layers"]):
        ours, theirs = f"decoder.layers.{i}.", f"layers.{i}."
        out[ours + "attention_norm.gamma"] = of(theirs + "input_layernorm")
        out[ours + "feed_forward_norm.gamma"] = of(theirs + "post_attention_layernorm")
        for part, name in (("query", "q"), ("key", "k"), ("value", "v"), ("output", "o")):
            grad = of(f"{theirs}self_attn.{name}_proj")
            out[f"{ours}self_attention.{part}.weight"] = paired(grad) if name in "qk" else grad
        for part, name in (("gate", "gate"), ("up", "up"), ("contract", "down")):
            out[f"{ours}feed_forward.{part}.weight"] = of(f"{theirs}mlp.{name}_proj")
    return out


def gpt2_config(merges, **other):
    return {"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"], "attn_pdrop": 0.1,
            "bos_token_id": 256 + len(merges), "embd_pdrop": 0.1, "eos_token_id": 256 + len(merges),
            "initializer_range": 0.02, "layer_norm_epsilon": 1e-5, "model_type": "gpt2", "n_ctx": 16, "n_embd": 12,
            "n_head": 3, "n_layer": 2, "n_positions": 16, "resid_pdrop": 0.1, "vocab_size": 257 + len(merges), **other}


def write_whole(merges):
    """One F32 file with the prefix, as GPT2LMHeadModel is saved."""
    files = write_gpt2("gpt2", 61, gpt2_config(merges), "F32")
    write_tensors(FAMILIES / "gpt2/model.safetensors", {f"transformer.{k}": v for k, v in files.items()})
    write_json(FAMILIES / "gpt2/tokenizer.json", tokenizer_json(vocabulary(merges), merges, paired=False))


def write_sharded(merges):
    """Two F16 files without the prefix, with the masks of old files and integers; ids in any order, some unused."""
    config = gpt2_config(merges, architectures=["GPT2Model"], n_inner=None, n_layer=1, vocab_size=264 + len(merges))
    files = write_gpt2("gpt2_f16", 67, config, "F16")
    for i in range(config["n_layer"]):
        files[f"h.{i}.attn.bias"] = ("U8", (1, 1, 16, 16), numpy.tril(numpy.ones((16, 16), "u1")).tobytes())
        files[f"h.{i}.attn.masked_bias"] = ("F16", (), numpy.array(-1e4, "<f2").tobytes())
    files["position_ids"] = ("I64", (1, 16), numpy.arange(16, dtype="<i8").tobytes())
    names = sorted(files, key=lambda name: -{"I64": 8, "F16": 2, "U8": 1}[files[name][0]])
    shards = {"model-00001-of-00002.safetensors": names[::2], "model-00002-of-00002.safetensors": names[1::2]}
    for shard, held in shards.items():
        write_tensors(FAMILIES / "gpt2_f16" / shard, {name: files[name] for name in held})
    places = {name: shard for shard, held in shards.items() for name in held}
    write_json(FAMILIES / "gpt2_f16/model.safetensors.index.json",
               {"metadata": {"total_size": sum(len(data) for _, _, data in files.values())}, "weight_map": places})
    ids = vocabulary(merges, io.Random(68))
    write_json(FAMILIES / "gpt2_f16/tokenizer.json", tokenizer_json(ids, merges, paired=True))


def write_untied(merges):
    """One BF16 file with other switches, and the tokenizer in two files."""
    config = gpt2_config(merges, activation_function="gelu", layer_norm_epsilon=1e-3, n_inner=20, n_layer=1,
                         scale_attn_weights=False, tie_word_embeddings=False)
    files = write_gpt2("gpt2_bf16", 71, config, "BF16")
    prefix = lambda name: name if name == "lm_head.weight" else f"transformer.{name}"
    write_tensors(FAMILIES / "gpt2_bf16/model.safetensors", {prefix(k): v for k, v in files.items()})
    write_json(FAMILIES / "gpt2_bf16/vocab.json", vocabulary(merges))
    write_text(FAMILIES / "gpt2_bf16/merges.txt", "#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges))


def write_llama():
    """One BF16 file; keys and values for every second head, and bytes alone for tokens."""
    config = {"architectures": ["LlamaForCausalLM"], "attention_bias": False, "head_dim": 4, "hidden_act": "silu",
              "hidden_size": 8, "intermediate_size": 12, "max_position_embeddings": 32, "model_type": "llama",
              "num_attention_heads": 2, "num_hidden_layers": 2, "num_key_value_heads": 1, "pretraining_tp": 1,
              "rms_norm_eps": 1e-6, "rope_scaling": None, "rope_theta": 10000.0, "tie_word_embeddings": False,
              "torch_dtype": "bfloat16", "vocab_size": 257}
    files = write_family("llama", 79, config, "BF16", llama_parameters, llama_logits, llama_gradients)
    prefix = lambda name: name if name == "lm_head.weight" else f"model.{name}"
    write_tensors(FAMILIES / "llama/model.safetensors", {prefix(k): v for k, v in files.items()})
    write_json(FAMILIES / "llama/tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))


def write_lines(count=120):
    """Lines for golden_tokenizer.mjs, which adds the ids."""
    write_json(FAMILIES / "lines.json", {"lines": lines(73, count, 9)})


def write_all():
    merges = learnt_pieces(40)
    write_whole(merges)
    write_sharded(merges)
    write_untied(merges)
    write_llama()


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
    write_lines()
