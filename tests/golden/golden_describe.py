"""Models that describe a picture, for the golden files: nn.Transformer's halves, and nn.LSTM from one vector."""
import torch
import torch.nn as nn
import torch.nn.functional as F

import golden_io as io
import golden_models as models
from golden_recurrent import Network, leaf

DOUBLE = dict(dtype=torch.float64)


def words(random, vocabulary, rows, length):
    """What the decoder reads and what it is to say; the second row is shorter."""
    ids = random.ids(vocabulary, rows, length + 1)
    inputs, targets = ids[:, :-1], ids[:, 1:].clone()
    targets[1, length - 2:] = models.IGNORED
    return inputs, targets


def write_case(name, names, parameters, batch, logits, epsilon):
    loss = lambda: F.cross_entropy(logits().flatten(0, 1), batch["target"].flatten(), ignore_index=models.IGNORED)
    out = {**batch, "logits": logits(), **io.values(names, "param.")}
    out.update(models.three_steps(loss, names, parameters, epsilon))
    io.write(name, out)


def write_transformer():
    """Patches by a convolution whose stride is its kernel's size; pre-norm, exact GELU, learned positions."""
    random = io.Random(701)
    width, heads, layers, hidden, vocabulary, size, patch, length = 6, 2, 1, 8, 7, 6, 2, 5
    options = dict(dim_feedforward=hidden, dropout=0.0, activation="gelu", batch_first=True, norm_first=True, **DOUBLE)
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(width, heads, **options), layers,
                                    nn.LayerNorm(width, **DOUBLE), enable_nested_tensor=False)
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(width, heads, **options), layers,
                                    nn.LayerNorm(width, **DOUBLE))
    table = nn.Embedding(vocabulary, width, **DOUBLE)
    modules = nn.ModuleList([encoder, decoder, table])
    random.fill(modules)
    patches = (size // patch) ** 2
    kernel, shift = leaf(random, width, 3 * patch * patch), leaf(random, width)
    places, target_places = leaf(random, patches, width), leaf(random, length, width)
    output = leaf(random, vocabulary, width)
    pictures = random.normal(3, 3, size, size).sigmoid()
    inputs, targets = words(random, vocabulary, 3, length)

    def logits():
        x = F.conv2d(pictures, kernel.view(width, 3, patch, patch), shift, stride=patch).flatten(2).transpose(1, 2)
        y = table(inputs) + target_places
        return F.linear(decoder(y, encoder(x + places), tgt_mask=models.causal_mask(length)), output)

    leaves = {"picture.projection.weight": kernel, "picture.projection.bias": shift,
              "picture.positions.weight": places, "target.positions.weight": target_places, "output.weight": output}
    names = models.named_tensors({"target.embedding.weight": table.weight, **leaves})
    for i in range(layers):
        names += list(io.block_names(encoder.layers[i], f"encoder.layers.{i}."))
        names += list(io.block_names(decoder.layers[i], f"decoder.layers.{i}."))
    names += [*io.norm_names(encoder.norm, "encoder.norm"), *io.norm_names(decoder.norm, "decoder.norm")]
    # The gradient of a key's bias is zero but for rounding, which a small ε would turn into steps.
    write_case("describe", names, [*modules.parameters(), *leaves.values()],
               {"pictures": pictures, "input": inputs, "target": targets}, logits, 1e-5)


def write_recurrent():
    """All pixels to one vector, and of it the first states of two layers."""
    random = io.Random(702)
    width, layers, vocabulary, size, length = 5, 2, 7, 4, 5
    network = Network(random, "lstm", layers, width, width, "decoder.")
    p = {"target.embedding.weight": leaf(random, vocabulary, width, scale=1.5),
         "picture.vector.weight": leaf(random, width, 3 * size * size, scale=0.3),
         "picture.vector.bias": leaf(random, width), **network.parameters}
    for layer in range(layers):
        for state in ("hidden", "cell"):
            p[f"decoder.layers.{layer}.initial_{state}.weight"] = leaf(random, width, width)
            p[f"decoder.layers.{layer}.initial_{state}.bias"] = leaf(random, width)
    p["output.weight"], p["output.bias"] = leaf(random, vocabulary, width, scale=4.0), leaf(random, vocabulary)
    pictures = random.normal(3, 3, size, size).sigmoid()
    inputs, targets = words(random, vocabulary, 3, length)
    line = lambda x, name: F.linear(x, p[f"{name}.weight"], p[f"{name}.bias"])

    def logits():
        vector = torch.tanh(line(pictures.flatten(1), "picture.vector"))
        first = lambda state: torch.stack([line(vector, f"decoder.layers.{i}.initial_{state}") for i in range(layers)])
        hidden, _, _ = network(F.embedding(inputs, p["target.embedding.weight"]),
                               (torch.tanh(first("hidden")), first("cell")))
        return line(hidden, "output")

    write_case("describe_rnn", models.named_tensors(p), list(p.values()),
               {"pictures": pictures, "input": inputs, "target": targets}, logits, 1e-6)


def write_all():
    write_transformer()
    write_recurrent()
