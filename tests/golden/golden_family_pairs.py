"""Folders of T5, Marian and BART, as their papers and published configurations describe them.

`expected` also holds `greedy`: what each source is answered with, the likeliest token first, up to the context.
"""
import math

import torch
import torch.nn.functional as F

import golden_families as families
import golden_io as io
from golden_families import FAMILIES, held_weights, write_json, write_tensors
from golden_pieces import sentence_piece, unigram_json, unigrams

IGNORED = -100  # no such target counts


def gelu_new(x):
    return 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))


ACTIVATIONS = {"relu": F.relu, "gelu": F.gelu, "gelu_new": gelu_new, "silu": F.silu, "swish": F.silu}


def split(x, heads):
    return x.unflatten(-1, (heads, -1)).transpose(1, 2)


def attended(scores, v):
    return (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2)


def hidden_positions(length, lengths):
    """[B,1,1,T]: −∞ for what is padding."""
    padding = torch.arange(length)[None] >= lengths[:, None]
    return torch.zeros(padding.shape, dtype=torch.float64).masked_fill(padding, -math.inf)[:, None, None]


def later_positions(length):
    return torch.full((length, length), -math.inf, dtype=torch.float64).triu(1)


class T5:
    """Raffel et al. 2020: RMS norms before sublayers, no biases, scores not scaled, a bias for buckets of distances."""

    def __init__(self, c):
        self.c = c
        gated, _, name = c["feed_forward_proj"].rpartition("-")
        self.gated = gated == "gated"
        self.activation = gelu_new if self.gated and name == "gelu" else ACTIVATIONS[name]
        self.depth = {"encoder": c["num_layers"], "decoder": c["num_decoder_layers"]}
        self.tied = c.get("tie_word_embeddings", True)

    def shapes(self):
        c, inner = self.c, self.c["num_heads"] * self.c["d_kv"]
        shapes = {"shared.weight": (c["vocab_size"], c["d_model"])}
        for stack, depth in self.depth.items():
            for i in range(depth):
                attentions = ("SelfAttention", "EncDecAttention")[:2 if stack == "decoder" else 1]
                for j, attention in enumerate(attentions):
                    layer = f"{stack}.block.{i}.layer.{j}"
                    shapes |= {f"{layer}.{attention}.{part}.weight": (inner, c["d_model"]) for part in "qkv"}
                    shapes[f"{layer}.{attention}.o.weight"] = (c["d_model"], inner)
                    if i == j == 0:
                        table = (c["relative_attention_num_buckets"], c["num_heads"])
                        shapes[f"{layer}.{attention}.relative_attention_bias.weight"] = table
                    shapes[f"{layer}.layer_norm.weight"] = (c["d_model"],)
                layer = f"{stack}.block.{i}.layer.{len(attentions)}"
                for part in ("wi_0", "wi_1") if self.gated else ("wi",):
                    shapes[f"{layer}.DenseReluDense.{part}.weight"] = (c["d_ff"], c["d_model"])
                shapes[f"{layer}.DenseReluDense.wo.weight"] = (c["d_model"], c["d_ff"])
                shapes[f"{layer}.layer_norm.weight"] = (c["d_model"],)
            shapes[f"{stack}.final_layer_norm.weight"] = (c["d_model"],)
        if not self.tied:
            shapes["lm_head.weight"] = (c["vocab_size"], c["d_model"])
        return shapes

    def norm(self, p, x, name):
        return x * torch.rsqrt(x.square().mean(-1, keepdim=True) + self.c["layer_norm_epsilon"]) * p[name + ".weight"]

    def bias(self, p, stack, length):
        """[1,H,T,T] by the bucket of each distance; logarithms in single precision, as published."""
        both = stack == "encoder"
        distance = torch.arange(length)[None] - torch.arange(length)[:, None]  # from the query on
        count = self.c["relative_attention_num_buckets"] // (2 if both else 1)
        buckets = (distance > 0).long() * count if both else torch.zeros_like(distance)
        back = distance.abs() if both else (-distance).clamp(min=0)
        exact = count // 2
        largest = self.c["relative_attention_max_distance"]
        share = torch.log(back.clamp(min=1).float() / exact) / math.log(largest / exact)
        far = (exact + (share * (count - exact)).long()).clamp(max=count - 1)
        buckets = buckets + torch.where(back < exact, back, far)
        table = p[f"{stack}.block.0.layer.0.SelfAttention.relative_attention_bias.weight"]
        return table[buckets].permute(2, 0, 1)[None]

    def attend(self, p, name, x, memory, added):
        q, k, v = (split(y @ p[f"{name}.{part}.weight"].T, self.c["num_heads"])
                   for part, y in (("q", x), ("k", memory), ("v", memory)))
        return attended(q @ k.transpose(-1, -2) + added, v) @ p[f"{name}.o.weight"].T

    def feed_forward(self, p, name, x):
        if self.gated:
            inner = self.activation(x @ p[f"{name}.wi_0.weight"].T) * (x @ p[f"{name}.wi_1.weight"].T)
        else:
            inner = self.activation(x @ p[f"{name}.wi.weight"].T)
        return inner @ p[f"{name}.wo.weight"].T

    def stack(self, p, stack, x, mask, memory=None, hidden=None):
        added = self.bias(p, stack, x.shape[1]) + mask
        for i in range(self.depth[stack]):
            layer = lambda j, last="": f"{stack}.block.{i}.layer.{j}{last}"
            y = self.norm(p, x, layer(0, ".layer_norm"))
            x = x + self.attend(p, layer(0, ".SelfAttention"), y, y, added)
            if memory is not None:
                y = self.norm(p, x, layer(1, ".layer_norm"))
                x = x + self.attend(p, layer(1, ".EncDecAttention"), y, memory, hidden)
            last = 1 if memory is None else 2
            x = x + self.feed_forward(p, layer(last, ".DenseReluDense"), self.norm(p, x, layer(last, ".layer_norm")))
        return self.norm(p, x, f"{stack}.final_layer_norm")

    def logits(self, p, source, lengths, inputs):
        hidden = hidden_positions(source.shape[1], lengths)
        memory = self.stack(p, "encoder", p["shared.weight"][source], hidden)
        y = self.stack(p, "decoder", p["shared.weight"][inputs], later_positions(inputs.shape[1]), memory, hidden)
        if self.tied:
            return (y * self.c["d_model"] ** -0.5) @ p["shared.weight"].T
        return y @ p["lm_head.weight"].T

    def gradients(self, p):
        of = lambda name: p[name + ".weight"].grad
        out = {"target.embedding.weight": of("shared")}
        for stack, depth in self.depth.items():
            theirs, ours = f"{stack}.block.0.layer.0.SelfAttention", f"{stack}.layers.0.self_attention"
            out[ours + ".relative_bias.weight"] = of(theirs + ".relative_attention_bias")
            for i in range(depth):
                ours, theirs = f"{stack}.layers.{i}.", f"{stack}.block.{i}.layer."
                attentions = [("self_attention", "SelfAttention", "attention_norm")]
                if stack == "decoder":
                    attentions.append(("cross_attention", "EncDecAttention", "cross_attention_norm"))
                for j, (attention, name, norm) in enumerate(attentions):
                    for part, letter in (("query", "q"), ("key", "k"), ("value", "v"), ("output", "o")):
                        out[f"{ours}{attention}.{part}.weight"] = of(f"{theirs}{j}.{name}.{letter}")
                    out[f"{ours}{norm}.gamma"] = of(f"{theirs}{j}.layer_norm")
                last = f"{theirs}{len(attentions)}."
                parts = [("gate", "wi_0"), ("up", "wi_1")] if self.gated else [("expand", "wi")]
                for part, name in [*parts, ("contract", "wo")]:
                    out[f"{ours}feed_forward.{part}.weight"] = of(f"{last}DenseReluDense.{name}")
                out[f"{ours}feed_forward_norm.gamma"] = of(last + "layer_norm")
            out[f"{stack}.norm.gamma"] = of(f"{stack}.final_layer_norm")
        if not self.tied:
            out["output.weight"] = of("lm_head")
        return out


class PostNormPair:
    """Marian and BART: norms after sums, biases everywhere, one embedding, a bias for each logit."""

    def __init__(self, c):
        self.c, self.bart = c, c["model_type"] == "bart"
        self.depth = {"encoder": c["encoder_layers"], "decoder": c["decoder_layers"]}
        self.activation = ACTIVATIONS[c["activation_function"]]

    def parts(self, stack):
        """(ours, theirs) of a layer."""
        attention = lambda ours, theirs: [(f"{ours}.{part}", f"{theirs}.{name}_proj") for part, name in (
            ("query", "q"), ("key", "k"), ("value", "v"), ("output", "out"))]
        parts = [*attention("self_attention", "self_attn"), ("attention_norm", "self_attn_layer_norm")]
        if stack == "decoder":
            parts += [*attention("cross_attention", "encoder_attn"), ("cross_attention_norm", "encoder_attn_layer_norm")]
        return [*parts, ("feed_forward.expand", "fc1"), ("feed_forward.contract", "fc2"),
                ("feed_forward_norm", "final_layer_norm")]

    def shapes(self):
        c, width = self.c, self.c["d_model"]
        shapes = {"shared.weight": (c["vocab_size"], width), "final_logits_bias": (1, c["vocab_size"])}
        for stack, depth in self.depth.items():
            for i in range(depth):
                for ours, theirs in self.parts(stack):
                    rows = c["encoder_ffn_dim"] if theirs == "fc1" else width
                    columns = c["encoder_ffn_dim"] if theirs == "fc2" else width
                    name = f"{stack}.layers.{i}.{theirs}"
                    shapes[name + ".weight"] = (width,) if "norm" in ours else (rows, columns)
                    shapes[name + ".bias"] = (rows,)
            if self.bart:
                shapes |= {f"{stack}.embed_positions.weight": (c["max_position_embeddings"] + 2, width),
                           f"{stack}.layernorm_embedding.weight": (width,),
                           f"{stack}.layernorm_embedding.bias": (width,)}
        return shapes

    def positions(self, p, stack, length):
        if self.bart:  # the first two rows belong to no position
            return p[f"{stack}.embed_positions.weight"][2:2 + length]
        width = self.c["d_model"]
        angle = torch.arange(length).double()[:, None] / 10000 ** (torch.arange(0, width, 2).double() / width)
        return torch.cat([angle.sin(), angle.cos()], -1)

    def linear(self, p, x, name):
        return x @ p[name + ".weight"].T + p[name + ".bias"]

    def norm(self, p, x, name):
        return F.layer_norm(x, x.shape[-1:], p[name + ".weight"], p[name + ".bias"], 1e-5)

    def attend(self, p, name, x, memory, mask):
        q, k, v = (split(self.linear(p, y, f"{name}.{part}_proj"), self.c["encoder_attention_heads"])
                   for part, y in (("q", x), ("k", memory), ("v", memory)))
        return self.linear(p, attended(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + mask, v), name + ".out_proj")

    def stack(self, p, stack, ids, mask, memory=None, hidden=None):
        factor = math.sqrt(self.c["d_model"]) if self.c["scale_embedding"] else 1
        x = p["shared.weight"][ids] * factor + self.positions(p, stack, ids.shape[1])
        if self.bart:
            x = self.norm(p, x, f"{stack}.layernorm_embedding")
        for i in range(self.depth[stack]):
            layer = f"{stack}.layers.{i}."
            x = self.norm(p, x + self.attend(p, layer + "self_attn", x, x, mask), layer + "self_attn_layer_norm")
            if memory is not None:
                x = self.norm(p, x + self.attend(p, layer + "encoder_attn", x, memory, hidden),
                              layer + "encoder_attn_layer_norm")
            inner = self.activation(self.linear(p, x, layer + "fc1"))
            x = self.norm(p, x + self.linear(p, inner, layer + "fc2"), layer + "final_layer_norm")
        return x

    def logits(self, p, source, lengths, inputs):
        hidden = hidden_positions(source.shape[1], lengths)
        memory = self.stack(p, "encoder", source, hidden)
        y = self.stack(p, "decoder", inputs, later_positions(inputs.shape[1]), memory, hidden)
        return y @ p["shared.weight"].T + p["final_logits_bias"]

    def gradients(self, p):
        of = lambda name: p[name].grad
        out = {"target.embedding.weight": of("shared.weight"), "output.bias": of("final_logits_bias")[0]}
        norm = lambda ours, theirs: {f"{ours}.gamma": of(theirs + ".weight"), f"{ours}.beta": of(theirs + ".bias")}
        for stack, depth in self.depth.items():
            for i in range(depth):
                for ours, theirs in self.parts(stack):
                    ours, theirs = f"{stack}.layers.{i}.{ours}", f"{stack}.layers.{i}.{theirs}"
                    out |= norm(ours, theirs) if "norm" in ours else {
                        f"{ours}.{kind}": of(f"{theirs}.{kind}") for kind in ("weight", "bias")}
            if self.bart:
                side = "source" if stack == "encoder" else "target"
                out[f"{side}.positions.weight"] = of(f"{stack}.embed_positions.weight")[2:]
                out |= norm(f"{side}.norm", f"{stack}.layernorm_embedding")
        return out


def greedy(model, p, c, source, lengths, most):
    """[B,most] tokens, the likeliest at each place; the end token behind an end."""
    inputs = torch.full((len(source), 1), c["decoder_start_token_id"])
    with torch.no_grad():
        for _ in range(most):
            logits = model.logits(p, source, lengths, inputs)[:, -1]
            best = logits.topk(2).values
            assert (best[:, 0] - best[:, 1]).min() > 1e-3, "another processor may choose another token"
            tokens = logits.argmax(-1)
            ended = (inputs[:, 1:] == c["eos_token_id"]).any(-1)
            tokens[ended] = c["eos_token_id"]
            inputs = torch.cat([inputs, tokens[:, None]], 1)
    return inputs[:, 1:]


def write_pair(name, seed, model, kind, rename=lambda key: key, beside=(), copies=(), length=(7, 5), lengths=(7, 4)):
    """A folder with `expected`; `rename` gives a tensor its name in the file, `beside` are (name, shape) that no output
    reads, `copies` other names of the embedding."""
    random, c = io.Random(seed), model.c
    weights = {key: (1.0 if "norm" in key and key.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
               for key, shape in model.shapes().items()}
    files, p = held_weights(weights, kind)
    source, ids = 3 + random.ids(c["vocab_size"] - 3, 2, length[0]), 3 + random.ids(c["vocab_size"] - 3, 2, length[1])
    lengths = torch.tensor(lengths)
    inputs = torch.cat([torch.full((2, 1), c["decoder_start_token_id"]), ids[:, :-1]], 1)
    targets = ids.clone()
    targets[1, -1] = IGNORED
    logits = model.logits(p, source, lengths, inputs)
    loss = F.cross_entropy(logits.flatten(0, 1), targets.flatten(), ignore_index=IGNORED)
    loss.backward()
    for key, shape in beside:
        data, _ = families.stored(random.normal(*shape, scale=0.3), kind)
        files[key] = (kind, shape, data)
    files.update({key: files["shared.weight"] for key in copies})
    write_json(FAMILIES / name / "config.json", c)
    write_tensors(FAMILIES / name / "model.safetensors", {rename(key): value for key, value in files.items()})
    io.write(f"families/{name}/expected",
             {"source": source, "source_lengths": lengths, "input": inputs, "target": targets, "logits": logits,
              "loss": loss, "greedy": greedy(model, p, c, source, lengths, 6),
              **{f"grad.{key}": value for key, value in model.gradients(p).items()}})


def t5_config(**other):
    return {"architectures": ["T5ForConditionalGeneration"], "d_ff": 10, "d_kv": 3, "d_model": 8,
            "decoder_start_token_id": 0, "dropout_rate": 0.1, "eos_token_id": 1, "feed_forward_proj": "relu",
            "initializer_factor": 1.0, "is_encoder_decoder": True, "layer_norm_epsilon": 1e-6, "model_type": "t5",
            "n_positions": 64, "num_decoder_layers": 2, "num_heads": 2, "num_layers": 2, "output_past": True,
            "pad_token_id": 0, "relative_attention_max_distance": 128, "relative_attention_num_buckets": 32,
            "use_cache": True, "vocab_size": 40, **other}


def pair_config(model_type, architecture, vocabulary, **other):
    return {"activation_dropout": 0.0, "activation_function": "gelu", "architectures": [architecture],
            "attention_dropout": 0.0, "d_model": 8, "decoder_attention_heads": 2, "decoder_ffn_dim": 10,
            "decoder_layerdrop": 0.0, "decoder_layers": 1, "dropout": 0.1, "encoder_attention_heads": 2,
            "encoder_ffn_dim": 10, "encoder_layerdrop": 0.0, "encoder_layers": 2, "init_std": 0.02,
            "is_encoder_decoder": True, "max_position_embeddings": 16, "model_type": model_type,
            "num_hidden_layers": 2, "use_cache": True, "vocab_size": vocabulary, **other}


def marian_config(vocabulary, **other):
    return pair_config("marian", "MarianMTModel", vocabulary, **{
        "activation_function": "swish", "decoder_start_token_id": vocabulary - 1, "decoder_vocab_size": vocabulary,
        "eos_token_id": 0, "forced_eos_token_id": 0, "max_length": 512, "normalize_before": False,
        "normalize_embedding": False, "num_beams": 4, "pad_token_id": vocabulary - 1, "scale_embedding": True,
        "share_encoder_decoder_embeddings": True, "static_position_embeddings": True, **other})


def bart_config(vocabulary, **other):
    return pair_config("bart", "BartForConditionalGeneration", vocabulary, bos_token_id=0, decoder_start_token_id=2,
                       eos_token_id=2, forced_eos_token_id=2, pad_token_id=1, **{"scale_embedding": False, **other})


def prefixed(key):
    return key if key in ("final_logits_bias", "lm_head.weight") else f"model.{key}"


ENGLISH = ["the", "mill", "wheel", "turns", "old", "a"]
FRENCH = ["le", "moulin", "tourne", "vieux", "la", "roue"]


def write_t5():
    specials = {"<pad>": 0, "</s>": 1, "<unk>": 2}
    pieces = unigrams(specials, ENGLISH)
    size = len(pieces) + 2  # ids that stand for nothing
    model = T5(t5_config(vocab_size=size))
    copies = ["encoder.embed_tokens.weight", "decoder.embed_tokens.weight"]
    write_pair("t5", 131, model, "F32", copies=copies, length=(24, 21), lengths=(24, 20))
    write_json(FAMILIES / "t5/tokenizer.json", unigram_json(pieces, specials, "</s>"))
    size = len(pieces) + 100
    model = T5(t5_config(vocab_size=size, feed_forward_proj="gated-gelu", tie_word_embeddings=False,
                         num_decoder_layers=1, d_kv=4, layer_norm_epsilon=1e-3))
    write_pair("t5_gated", 137, model, "BF16")
    (FAMILIES / "t5_gated/spiece.model").write_bytes(sentence_piece(pieces, 2, 1))
    size = len(pieces)
    model = T5(t5_config(architectures=["MT5ForConditionalGeneration"], feed_forward_proj="gated-silu", model_type="mt5",
                         num_decoder_layers=2, num_layers=1, relative_attention_max_distance=6,
                         relative_attention_num_buckets=8, tie_word_embeddings=False, tokenizer_class="T5Tokenizer",
                         vocab_size=size))
    write_pair("mt5", 157, model, "F32")
    (FAMILIES / "mt5/spiece.model").write_bytes(sentence_piece(pieces, 2, 1))


def write_marian():
    sides = [unigrams(["</s>", "<unk>"], words) for words in (ENGLISH, FRENCH)]
    entries = dict.fromkeys(["</s>", "<unk>", ">>fr<<", *(piece for side in sides for piece, _ in side if piece != "e"), "<pad>"])
    entries = {entry: i for i, entry in enumerate(entries)}  # pieces "e" have no id
    size = len(entries)
    write_pair("marian", 139, PostNormPair(marian_config(size)), "F32", prefixed,
               [("encoder.embed_positions.weight", (16, 8)), ("decoder.embed_positions.weight", (16, 8))])
    write_json(FAMILIES / "marian/vocab.json", entries)
    for name, side in zip(("source", "target"), sides):
        (FAMILIES / f"marian/{name}.spm").write_bytes(sentence_piece(side, 1, 0))
    write_json(FAMILIES / "marian/tokenizer_config.json", {"eos_token": "</s>", "unk_token": "<unk>", "pad_token": "<pad>",
                                                           "source_lang": "eng", "target_lang": "fra"})


def write_bart():
    first = ["<s>", "<pad>", "</s>", "<unk>"]
    bytes_of_words = sorted(set(families.byte_letters().values()))
    ids = {entry: i for i, entry in enumerate([*first, *bytes_of_words, "<mask>"])}
    config = bart_config(len(ids), decoder_layers=2, encoder_layers=1)
    other = bart_config(len(ids), activation_function="gelu_new", encoder_layers=1, scale_embedding=True)
    for name, seed, c, kind in (("bart", 149, config, "F16"), ("bart_scaled", 163, other, "F32")):
        write_pair(name, seed, PostNormPair(c), kind, prefixed)
        write_json(FAMILIES / f"{name}/vocab.json", ids)
        families.write_text(FAMILIES / f"{name}/merges.txt", "#version: 0.2\n")


def write_all():
    write_t5()
    write_marian()
    write_bart()


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
