"""Folders of ViT, as its paper and the published configuration describe it."""
import math

import torch
import torch.nn.functional as F

import golden_io as io
from golden_families import FAMILIES, held_weights, write_json, write_tensors

LAYER = {"attention_norm": "layernorm_before", "feed_forward_norm": "layernorm_after",
         "self_attention.query": "attention.attention.query", "self_attention.key": "attention.attention.key",
         "self_attention.value": "attention.attention.value", "self_attention.output": "attention.output.dense",
         "feed_forward.expand": "intermediate.dense", "feed_forward.contract": "output.dense"}


def shapes_of(c):
    width, hidden, patch = c["hidden_size"], c["intermediate_size"], c["patch_size"]
    patches = (c["image_size"] // patch) ** 2
    shapes = {"embeddings.cls_token": (1, 1, width), "embeddings.position_embeddings": (1, patches + 1, width),
              "embeddings.patch_embeddings.projection.weight": (width, c["num_channels"], patch, patch),
              "embeddings.patch_embeddings.projection.bias": (width,)}
    for i in range(c["num_hidden_layers"]):
        for ours, theirs in LAYER.items():
            rows, columns = (hidden if "expand" in ours else width), (hidden if "contract" in ours else width)
            shapes[f"encoder.layer.{i}.{theirs}.weight"] = (rows,) if "norm" in ours else (rows, columns)
            if c["qkv_bias"] or theirs.split(".")[-1] not in ("query", "key", "value"):
                shapes[f"encoder.layer.{i}.{theirs}.bias"] = (rows,)
    classes = len(c["id2label"])
    return shapes | {"layernorm.weight": (width,), "layernorm.bias": (width,), "classifier.weight": (classes, width),
                     "classifier.bias": (classes,)}


def logits_of(p, c, pictures):
    linear = lambda x, name: x @ p[name + ".weight"].T + p.get(name + ".bias", 0)
    norm = lambda x, name: F.layer_norm(x, (c["hidden_size"],), p[name + ".weight"], p[name + ".bias"],
                                        c["layer_norm_eps"])
    split = lambda x: x.unflatten(-1, (c["num_attention_heads"], -1)).transpose(1, 2)
    own = "embeddings.patch_embeddings.projection."
    x = F.conv2d(pictures, p[own + "weight"], p[own + "bias"], stride=c["patch_size"]).flatten(2).transpose(1, 2)
    x = torch.cat([p["embeddings.cls_token"].expand(len(x), -1, -1), x], 1) + p["embeddings.position_embeddings"]
    for i in range(c["num_hidden_layers"]):
        name = {ours: f"encoder.layer.{i}.{theirs}" for ours, theirs in LAYER.items()}
        y = norm(x, name["attention_norm"])
        q, k, v = (split(linear(y, name["self_attention." + part])) for part in ("query", "key", "value"))
        context = F.softmax(q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]), -1) @ v
        x = x + linear(context.transpose(1, 2).flatten(-2), name["self_attention.output"])
        inner = F.gelu(linear(norm(x, name["feed_forward_norm"]), name["feed_forward.expand"]))
        x = x + linear(inner, name["feed_forward.contract"])
    return linear(norm(x, "layernorm")[:, :1], "classifier")


def gradients_of(p, c):
    own = "embeddings.patch_embeddings.projection."
    out = {"picture.projection.weight": p[own + "weight"].grad.flatten(1), "picture.projection.bias":
           p[own + "bias"].grad, "picture.class_token": p["embeddings.cls_token"].grad.flatten(),
           "picture.positions.weight": p["embeddings.position_embeddings"].grad[0],
           "encoder.norm.gamma": p["layernorm.weight"].grad, "encoder.norm.beta": p["layernorm.bias"].grad,
           "output.weight": p["classifier.weight"].grad, "output.bias": p["classifier.bias"].grad}
    for i in range(c["num_hidden_layers"]):
        for ours, theirs in LAYER.items():
            weight, bias = ("gamma", "beta") if "norm" in ours else ("weight", "bias")
            out[f"encoder.layers.{i}.{ours}.{weight}"] = p[f"encoder.layer.{i}.{theirs}.weight"].grad
            if f"encoder.layer.{i}.{theirs}.bias" in p:
                out[f"encoder.layers.{i}.{ours}.{bias}"] = p[f"encoder.layer.{i}.{theirs}.bias"].grad
    return out


def write_vit(name, seed, kind, mean, deviation, **other):
    """Pictures have pixels of 0 to 1; the folder says what is taken from them before the first layer."""
    config = {"architectures": ["ViTForImageClassification"], "attention_probs_dropout_prob": 0.0,
              "encoder_stride": 2, "hidden_act": "gelu", "hidden_dropout_prob": 0.0, "hidden_size": 8,
              "id2label": {"0": "tench, Tinca tinca", "1": "crane", "2": "crane"}, "image_size": 6,
              "initializer_range": 0.02, "intermediate_size": 12, "layer_norm_eps": 1e-12, "model_type": "vit",
              "num_attention_heads": 2, "num_channels": 3, "num_hidden_layers": 2, "patch_size": 2, "qkv_bias": True,
              **other}
    random, channels = io.Random(seed), config["num_channels"]
    weights = {key: (1.0 if "norm" in key and key.endswith("weight") else 0.0) + random.normal(*shape, scale=0.3)
               for key, shape in shapes_of(config).items()}
    files, p = held_weights(weights, kind)
    size = config["image_size"]
    pictures = torch.from_numpy(random.state.random_sample((3, channels, size, size)).astype("<f4")).double()
    logits = logits_of(p, config, (pictures - mean) / deviation)
    target = random.ids(len(config["id2label"]), 3, 1)
    loss = F.cross_entropy(logits.flatten(0, 1), target.flatten())
    loss.backward()
    write_json(FAMILIES / name / "config.json", config)
    write_json(FAMILIES / name / "preprocessor_config.json",
               {"do_normalize": True, "do_resize": True, "image_mean": [mean] * channels,
                "image_std": [deviation] * channels, "size": size})
    prefix = lambda key: key if key.startswith("classifier") else f"vit.{key}"
    write_tensors(FAMILIES / name / "model.safetensors", {prefix(key): file for key, file in files.items()})
    io.write(f"families/{name}/expected", {"pictures": pictures, "target": target, "logits": logits, "loss": loss,
                                           **{f"grad.{key}": value for key, value in gradients_of(p, config).items()}})


def write_all():
    write_vit("vit", 149, "F16", 0.5, 0.5)
    write_vit("vit_grey", 151, "F32", 0.25, 0.2, num_channels=1, num_hidden_layers=1, qkv_bias=False)


if __name__ == "__main__":
    torch.set_num_threads(1)
    write_all()
