"""Small tokenizers of SentencePiece's kind, as tokenizer.json and as its own files."""
import numpy


def unigrams(first, words):
    """Pieces of SentencePiece with scores, and those of `first`, which are no parts of texts."""
    letters = sorted({letter for word in words for letter in word})
    pieces = ["▁", *(f"▁{word}" for word in words), *letters]
    return [[name, 0.0] for name in first] + [[piece, round(-2.0 - 0.125 * i, 3)] for i, piece in enumerate(pieces)]


def unigram_json(pieces, specials, end):
    """tokenizer.json as T5 has it, with an end token behind each text."""
    added = [{"id": i, "content": name, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False,
              "special": True} for name, i in specials.items()]
    metaspace = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": None,
            "pre_tokenizer": metaspace,
            "post_processor": {"type": "TemplateProcessing",
                               "single": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": end, "type_id": 0}}],
                               "pair": [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": end, "type_id": 0}}],
                               "special_tokens": {end: {"id": end, "ids": [specials[end]], "tokens": [end]}}},
            "decoder": metaspace, "model": {"type": "Unigram", "unk_id": specials["<unk>"], "vocab": pieces,
                                            "byte_fallback": False}}


def varint(value):
    out = b""
    while value >= 0x80:
        out, value = out + bytes([value & 0x7F | 0x80]), value >> 7
    return out + bytes([value])


def field(number, content):
    if isinstance(content, bytes):
        return varint(number << 3 | 2) + varint(len(content)) + content
    if isinstance(content, float):
        return varint(number << 3 | 5) + numpy.float32(content).tobytes()
    return varint(number << 3) + varint(content)


def sentence_piece(pieces, unknown, end):
    """A file of SentencePiece of Unigram: pieces with a score of 0 are for control; none begins a text."""
    kinds = [2 if i == unknown else 3 if score == 0 else 1 for i, (_, score) in enumerate(pieces)]
    body = b"".join(field(1, field(1, piece.encode()) + field(2, float(score)) + field(3, kind))
                    for (piece, score), kind in zip(pieces, kinds))
    return body + field(2, field(3, 1) + field(41, 2 ** 64 - 1) + field(42, end)) + field(3, field(3, 1) + field(4, 1) + field(5, 1))
