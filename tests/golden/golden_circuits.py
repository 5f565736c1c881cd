"""Circuits of heads for the golden files, by whole matrices over the vocabulary and the stream, from the weights in
gpt.safetensors and encoder_decoder.safetensors. Needs NumPy alone, and can be run by itself."""
import json
import pathlib
import struct

import numpy as np

FOLDER = pathlib.Path(__file__).parent


def read_weights(name):
    data = (FOLDER / f"{name}.safetensors").read_bytes()
    size = struct.unpack("<Q", data[:8])[0]
    header, body = json.loads(data[8:8 + size]), data[8 + size:]
    weights = {}
    for key, entry in header.items():
        if key.startswith("param."):
            begin, end = entry["data_offsets"]
            cells = np.frombuffer(body[begin:end], "<f4").astype(np.float64)
            weights[key[len("param."):]] = cells.reshape(entry["shape"])
    return weights


def write(name, tensors):
    header, body = {}, b""
    for key, array in tensors.items():
        data = np.ascontiguousarray(array, "<f4").tobytes()
        header[key] = {"dtype": "F32", "shape": list(np.shape(array)), "data_offsets": [len(body), len(body) + len(data)]}
        body += data
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    (FOLDER / f"{name}.safetensors").write_bytes(struct.pack("<Q", len(text)) + text + body)


class Network:
    """Points of the stream are numbered: point k is what sublayer k reads, the last one what the stack ends in."""

    def __init__(self, name, heads, layers, norm, factor):
        self.p, self.heads, self.layers, self.norm, self.factor = read_weights(name), heads, layers, norm, factor
        self.width = self.p["target.embedding.weight"].shape[1]
        self.size = self.width // heads
        self.paired = any(key.startswith("encoder.") for key in self.p)

    def sublayers(self, stack):
        each = ["attention_norm", *(["cross_attention_norm"] if self.paired and stack == "decoder" else []),
                "feed_forward_norm"]
        return [f"{stack}.layers.{layer}.{norm}" for layer in range(self.layers) for norm in each]

    def norm_map(self, name):
        """A norm without its division: x -> gamma (x - mean x) + beta, as a matrix and a vector."""
        gamma = self.p[f"{name}.gamma"]
        centre = np.eye(self.width) - 1 / self.width
        return np.diag(gamma) @ centre, self.p.get(f"{name}.beta", np.zeros(self.width))

    def way(self, stack, start, end):
        """What is read at point `end` of what was written by sublayer `start` (0: the embeddings too)."""
        names = self.sublayers(stack)
        if self.norm == "pre":
            norms = [names[end] if end < len(names) else f"{stack}.norm"]
        else:
            norms = names[start:end]
        matrix, shift = np.eye(self.width), np.zeros(self.width)
        for norm in norms:
            m, b = self.norm_map(norm)
            matrix, shift = m @ matrix, m @ shift + b
        return matrix, shift

    def here(self, stack, point):
        return self.way(stack, point, point)

    def all_heads(self):
        """(stack, layer, part, head) in order of computation."""
        order = []
        for stack in ("encoder", "decoder") if self.paired else ("decoder",):
            for layer in range(self.layers):
                for part in ("self_attention", "cross_attention") if self.paired and stack == "decoder" else ("self_attention",):
                    order += [(stack, layer, part, head) for head in range(self.heads)]
        return order

    def point(self, head):
        stack, layer, part, _ = head
        return layer * (len(self.sublayers(stack)) // self.layers) + (part == "cross_attention")

    def read_point(self, head, what):
        if head[2] == "cross_attention" and what != "query":
            return "encoder", len(self.sublayers("encoder"))
        return head[0], self.point(head)

    def matrices(self, head, what):
        stack, layer, part, number = head
        rows = slice(number * self.size, (number + 1) * self.size)
        prefix = f"{stack}.layers.{layer}.{part}."
        if what == "output":
            return self.p[prefix + "output.weight"][:, rows]
        bias = self.p.get(prefix + what + ".bias", np.zeros(self.width))
        return self.p[prefix + what + ".weight"][rows], bias[rows]

    def embedded(self, head, what):
        stack, point = self.read_point(head, what)
        matrix, shift = self.way(stack, 0, point)
        table = self.p["source.embedding.weight" if stack == "encoder" else "target.embedding.weight"]
        return table * self.factor @ matrix.T, shift

    def looks(self, head):
        sides = []
        for what in ("query", "key"):
            words, shift = self.embedded(head, what)
            weight, bias = self.matrices(head, what)
            sides.append((words + shift) @ weight.T + bias)
        return sides[0] @ sides[1].T / np.sqrt(self.size)

    def says(self, head):
        words, _ = self.embedded(head, "value")
        matrix, _ = self.way(head[0], self.point(head), len(self.sublayers(head[0])))
        return words @ self.matrices(head, "value")[0].T @ self.matrices(head, "output").T @ matrix.T \
            @ self.p["target.embedding.weight"].T

    def factors(self, head, what, way):
        """The whole matrix [C,C] of what a second head makes of the stream by one of its inputs."""
        here = {side: self.matrices(head, side)[0] @ self.here(*self.read_point(head, side))[0]
                for side in ("query", "key", "value")}
        read = self.matrices(head, what)[0] @ way
        if what == "value":
            return self.matrices(head, "output") @ read
        return here["key" if what == "query" else "query"].T @ read

    def compositions(self):
        rows, heads = [], self.all_heads()
        for into in heads:
            for first in heads:
                written = self.matrices(first, "output") @ self.matrices(first, "value")[0] \
                    @ self.here(*self.read_point(first, "value"))[0]
                for number, what in enumerate(("query", "key", "value")):
                    stack, point = self.read_point(into, what)
                    if stack != first[0] or self.point(first) >= point:
                        continue
                    second = self.factors(into, what, self.way(stack, self.point(first), point)[0])
                    score = np.linalg.norm(second @ written) / (np.linalg.norm(second) * np.linalg.norm(written))
                    rows.append([heads.index(first), heads.index(into), number, score])
        return np.array(rows)


def case(name, network):
    out = {}
    for number, head in enumerate(network.all_heads()):
        out[f"{name}.{number}.looks"] = network.looks(head)
        if head[0] != "decoder":
            continue
        says = network.says(head)
        out[f"{name}.{number}.says"] = says
        if says.shape[0] == says.shape[1]:
            values = np.linalg.eigvals(says)
            out[f"{name}.{number}.copying"] = np.array([values.sum().real / np.abs(values).sum()])
            out[f"{name}.{number}.magnitudes"] = np.sort(np.abs(values))[::-1][:network.size]
    out[f"{name}.compositions"] = network.compositions()
    return out


def write_all():
    gpt = Network("gpt", heads=3, layers=2, norm="pre", factor=1)
    pair = Network("encoder_decoder", heads=2, layers=2, norm="post", factor=np.sqrt(8))
    write("circuits", {**case("gpt", gpt), **case("encoder_decoder", pair)})


if __name__ == "__main__":
    write_all()
