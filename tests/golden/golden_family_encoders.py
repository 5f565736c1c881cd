"""Folders of BERT, RoBERTa and DistilBERT, as their papers and published configurations describe them."""
import math

import torch
import torch.nn.functional as F

import golden_families as families
import golden_io as io
from golden_families import FAMILIES, held_weights, tokenizer_json, vocabulary, write_json, write_tensors

IGNORED = -100  # no such target counts

#: Parts of a layer: ours, and the name of each family.
LAYER = {
    "bert": {"self_attention.query": "attention.self.query", "self_attention.key": "attention.self.key",
             "self_attention.value": "attention.self.value", "self_attention.output": "attention.output.dense",
             "attention_norm": "attention.output.LayerNorm", "feed_forward.expand": "intermediate.dense",
             "feed_forward.contract": "output.dense", "feed_forward_norm": "output.LayerNorm"},
    "distilbert": {"self_attention.query": "attention.q_lin", "self_attention.key": "attention.k_lin",
                   "self_attention.value": "attention.v_lin", "self_attention.output": "attention.out_lin",
                   "attention_norm": "sa_layer_norm", "feed_forward.expand": "ffn.lin1",
                   "feed_forward.contract": "ffn.lin2", "feed_forward_norm": "output_layer_norm"},
}
LAYER["roberta"] = LAYER["bert"]
STACK = {"bert": "encoder.layer", "roberta": "encoder.layer", "distilbert": "transformer.layer"}

#: What reads the last layer: dense layer, norm, matrix and bias of hidden words; dense layer and matrix of a class.
WORDS = {"bert": ("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"),
         "roberta": ("lm_head.dense", "lm_head.layer_norm", "lm_head.bias"),
         "distilbert": ("vocab_transform", "vocab_layer_norm", "vocab_projector.bias")}
CLASS = {"bert": ("pooler.dense", "classifier"), "roberta": ("classifier.dense", "classifier.out_proj"),
         "distilbert": ("pre_classifier", "classifier")}


class Sizes:
    """One configuration's numbers under one name each."""

    def __init__(self, c):
        distilled = c["model_type"] == "distilbert"
        of = lambda usual, own: c[own if distilled else usual]
        self.family, self.vocabulary = c["model_type"], c["vocab_size"]
        self.width, self.layers = of("hidden_size", "dim"), of("num_hidden_layers", "n_layers")
        self.heads, self.hidden = of("num_attention_heads", "n_heads"), of("intermediate_size", "hidden_dim")
        self.activation = of("hidden_act", "activation")
        self.epsilon = 1e-12 if distilled else c.get("layer_norm_eps", 1e-12)
        self.positions, self.segments = c["max_position_embeddings"], 0 if distilled else c["type_vocab_size"]
        self.padding = c["pad_token_id"] if self.family == "roberta" else None  # has a position of its own
        self.labels = len(c.get("id2label", {}))
        self.output = ("words" if "ForMaskedLM" in c["architectures"][0] else
                       "labels" if "ForToken" in c["architectures"][0] else "class")


def shapes_of(s):
    linear = lambda name, rows, columns: {f"{name}.weight": (rows, columns), f"{name}.bias": (rows,)}
    norm = lambda name: {f"{name}.weight": (s.width,), f"{name}.bias": (s.width,)}
    shapes = {"embeddings.word_embeddings.weight": (s.vocabulary, s.width),
              "embeddings.position_embeddings.weight": (s.positions, s.width)}
    if s.segments:
        shapes["embeddings.token_type_embeddings.weight"] = (s.segments, s.width)
    shapes |= norm("embeddings.LayerNorm")
    for i in range(s.layers):
        for ours, theirs in LAYER[s.family].items():
            name = f"{STACK[s.family]}.{i}.{theirs}"
            rows, columns = (s.hidden if "expand" in ours else s.width), (s.hidden if "contract" in ours else s.width)
            shapes |= norm(name) if "norm" in ours else linear(name, rows, columns)
    if s.output == "words":
        dense, last, bias = WORDS[s.family]
        shapes |= linear(dense, s.width, s.width) | norm(last) | {bias: (s.vocabulary,)}
    elif s.output == "labels":
        shapes |= linear("classifier", s.labels, s.width)
    else:
        dense, last = CLASS[s.family]
        shapes |= linear(dense, s.width, s.width) | linear(last, s.labels, s.width)
    return shapes


def activation_of(name):
    gelu_new = lambda x: 0.5 * x * (1 + torch.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x ** 3)))
    return {"gelu": F.gelu, "gelu_new": gelu_new, "relu": F.relu}[name]


def places_of(s, ids):
    """The row of each token in the table of positions: RoBERTa counts tokens that are not padding, from the row
    behind that of padding on."""
    if s.padding is None:
        return torch.arange(ids.shape[1])
    counts = (ids != s.padding).long()
    return torch.cumsum(counts, dim=1) * counts + s.padding


def logits_of(p, s, ids, lengths, segments):
    linear = lambda x, name: x @ p[name + ".weight"].T + p[name + ".bias"]
    norm = lambda x, name: F.layer_norm(x, (s.width,), p[name + ".weight"], p[name + ".bias"], s.epsilon)
    split = lambda x: x.unflatten(-1, (s.heads, -1)).transpose(1, 2)
    act, length = activation_of(s.activation), ids.shape[1]
    x = p["embeddings.word_embeddings.weight"][ids]
    if s.segments:
        x = x + p["embeddings.token_type_embeddings.weight"][segments]
    x = x + p["embeddings.position_embeddings.weight"][places_of(s, ids)]
    x = norm(x, "embeddings.LayerNorm")
    padding = (torch.arange(length)[None] >= lengths[:, None])[:, None, None]
    for i in range(s.layers):
        name = {ours: f"{STACK[s.family]}.{i}.{theirs}" for ours, theirs in LAYER[s.family].items()}
        q, k, v = (split(linear(x, name["self_attention." + part])) for part in ("query", "key", "value"))
        scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(padding, -math.inf)
        context = (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(-2)
        x = norm(x + linear(context, name["self_attention.output"]), name["attention_norm"])
        inner = act(linear(x, name["feed_forward.expand"]))
        x = norm(x + linear(inner, name["feed_forward.contract"]), name["feed_forward_norm"])
    if s.output == "words":
        dense, last, bias = WORDS[s.family]
        return norm(act(linear(x, dense)), last) @ p["embeddings.word_embeddings.weight"].T + p[bias]
    if s.output == "labels":
        return linear(x, "classifier")
    dense, last = CLASS[s.family]
    between = F.relu if s.family == "distilbert" else torch.tanh
    return linear(between(linear(x[:, :1], dense)), last)


def gradients_of(p, s):
    """The gradients under our names."""
    def part(ours, theirs, weight="weight", bias="bias"):
        return {f"{ours}.{weight}": p[theirs + ".weight"].grad, f"{ours}.{bias}": p[theirs + ".bias"].grad}
    norm = lambda ours, theirs: part(ours, theirs, "gamma", "beta")
    out = {"source.embedding.weight": p["embeddings.word_embeddings.weight"].grad,
           "source.positions.weight": p["embeddings.position_embeddings.weight"].grad[s.padding or 0:]}
    if s.segments:
        out["source.segments.weight"] = p["embeddings.token_type_embeddings.weight"].grad
    out |= norm("source.norm", "embeddings.LayerNorm")
    for i in range(s.layers):
        for ours, theirs in LAYER[s.family].items():
            out |= (norm if "norm" in ours else part)(f"encoder.layers.{i}.{ours}", f"{STACK[s.family]}.{i}.{theirs}")
    if s.output == "words":
        dense, last, bias = WORDS[s.family]
        return out | part("output.dense", dense) | norm("output.norm", last) | {"output.bias": p[bias].grad}
    if s.output == "labels":
        return out | part("output", "classifier")
    dense, last = CLASS[s.family]
    return out | part("output.dense", dense) | part("output", last)


def write_encoder(name, seed, config, kind, rename=lambda key: key, beside=()):
    """A folder with `expected`; `rename` gives a tensor its name in the file, `beside` are (name, shape) that no
    output reads."""
    random, s = io.Random(seed), Sizes(config)
    weights = {key: (1.0 if "norm" in key.lower() and key.endswith("weight") else 0.0)
               + random.normal(*shape, scale=0.3) for key, shape in shapes_of(s).items()}
    files, p = held_weights(weights, kind)
    ids = 2 + random.ids(s.vocabulary - 2, 2, 6)
    lengths = torch.tensor([6, 6 if s.family == "roberta" else 4])
    if s.padding is not None:
        ids[0, 2] = ids[1, 4] = s.padding
    segments = torch.tensor([[0, 0, 0, 1, 1, 1], [0, 1, 1, 1, 1, 1]]) if s.segments > 1 else torch.zeros_like(ids)
    logits = logits_of(p, s, ids, lengths, segments)
    target = random.ids(logits.shape[-1], *logits.shape[:2])
    if s.output != "class":
        target[torch.arange(target.shape[1])[None] >= lengths[:, None]] = IGNORED
        target[0, 1] = IGNORED
    loss = F.cross_entropy(logits.flatten(0, 1), target.flatten(), ignore_index=IGNORED)
    loss.backward()
    for key, shape in beside:
        data, _ = families.stored(random.normal(*shape, scale=0.3), kind)
        files[key] = (kind, shape, data)
    files["embeddings.position_ids"] = ("I64", (1, s.positions),
                                        families.numpy.arange(s.positions, dtype="<i8").tobytes())
    order = sorted(files, key=lambda key: files[key][0] != "I64")
    write_json(FAMILIES / name / "config.json", config)
    write_tensors(FAMILIES / name / "model.safetensors", {rename(key): files[key] for key in order})
    write_json(FAMILIES / name / "tokenizer.json", tokenizer_json(vocabulary([]), [], paired=True))
    given = {"source_segments": segments} if s.segments else {}
    io.write(f"families/{name}/expected",
             {"source": ids, "source_lengths": lengths, **given, "target": target, "logits": logits, "loss": loss,
              **{f"grad.{key}": value for key, value in gradients_of(p, s).items()}})


def prefixed(prefix, *heads):
    """Names as the whole model is saved: the encoder's under the prefix, those that begin with `heads` without."""
    return lambda key: key if key.startswith(heads) else prefix + key


def old_bert(key):
    """As the first releases call the parameters of norms."""
    key = key.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")
    return prefixed("bert.", "cls.", "classifier.")(key)


def bert_config(architecture, **other):
    return {"architectures": [architecture], "attention_probs_dropout_prob": 0.1, "classifier_dropout": None,
            "hidden_act": "gelu", "hidden_dropout_prob": 0.1, "hidden_size": 8, "initializer_range": 0.02,
            "intermediate_size": 12, "layer_norm_eps": 1e-12, "max_position_embeddings": 10, "model_type": "bert",
            "num_attention_heads": 2, "num_hidden_layers": 2, "pad_token_id": 0, "position_embedding_type": "absolute",
            "type_vocab_size": 2, "use_cache": True, "vocab_size": 257, **other}


def distilbert_config(architecture, **other):
    return {"activation": "gelu", "architectures": [architecture], "attention_dropout": 0.1, "dim": 8, "dropout": 0.1,
            "hidden_dim": 12, "initializer_range": 0.02, "max_position_embeddings": 10, "model_type": "distilbert",
            "n_heads": 2, "n_layers": 2, "pad_token_id": 0, "qa_dropout": 0.1, "seq_classif_dropout": 0.2,
            "sinusoidal_pos_embds": False, "tie_weights_": True, "vocab_size": 257, **other}


def roberta_config(architecture, **other):
    return bert_config(architecture, bos_token_id=0, eos_token_id=2, layer_norm_eps=1e-5, model_type="roberta",
                       pad_token_id=1, type_vocab_size=1, **other)


def write_all():
    pairs = [("pooler.dense.weight", (8, 8)), ("pooler.dense.bias", (8,)), ("cls.seq_relationship.weight", (2, 8)),
             ("cls.seq_relationship.bias", (2,))]
    write_encoder("bert", 83, bert_config("BertForMaskedLM"), "F32", prefixed("bert.", "cls."), pairs)
    write_encoder("bert_class", 89, bert_config("BertForSequenceClassification", hidden_act="gelu_new",
                                                id2label={"0": "very good", "1": "bad", "2": "bad"},
                                                num_hidden_layers=1), "F16", old_bert)
    write_encoder("bert_labels", 97, bert_config("BertForTokenClassification", hidden_act="relu", num_hidden_layers=1,
                                                 id2label={"0": "O", "1": "B-PER", "2": "I-PER"}), "F32",
                  prefixed("bert.", "classifier."))
    write_encoder("roberta", 101, roberta_config("RobertaForMaskedLM"), "BF16", prefixed("roberta.", "lm_head."))
    write_encoder("roberta_class", 103, roberta_config("RobertaForSequenceClassification", num_hidden_layers=1,
                                                       id2label={"0": "NO", "1": "YES"}), "F32",
                  prefixed("roberta.", "classifier."))
    write_encoder("distilbert", 107, distilbert_config("DistilBertForMaskedLM"), "F32",
                  prefixed("distilbert.", "vocab_"))
    write_encoder("distilbert_class", 109, distilbert_config("DistilBertForSequenceClassification", n_layers=1,
                                                             id2label={"0": "NEGATIVE", "1": "POSITIVE"}), "F32",
                  prefixed("distilbert.", "pre_classifier.", "classifier."))


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
