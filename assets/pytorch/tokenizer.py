"""Text to tokens and back, as the run in this folder has them, in plain Python.

    from tokenizer import read_tokenizers
    tokens = read_tokenizers("run")["target"].encode("the old mill")
"""
import json
import os
import unicodedata  #: named

UNKNOWN = -1  # where the vocabulary has no <unk>


def read_tokenizers(folder):
    """Those of a run's folder: "target", and "source" where the model reads a text of its own."""
    with open(os.path.join(folder, "tokenizer.json"), encoding="utf-8") as file:
        sides = json.load(file)
    return {side: LEVELS[stored["level"]](stored) for side, stored in sides.items() if stored}


def letters_of(text):
    """The characters of a text; of bytes each that is no part of a character counts as one."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape")


def is_byte(letter):
    """Whether this stands for a byte that is no part of a character."""
    return 0xDC80 <= ord(letter) <= 0xDCFF


#:{ cut
SPACES = [(0x09, 0x0D), (0x20, 0x20), (0x85, 0x85), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029),
          (0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000)]
NOT_WORDS = [(0x80, 0xA9), (0xAB, 0xB4), (0xB6, 0xB9), (0xBB, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7), (0x2C2, 0x2C5),
             (0x37E, 0x37E), (0x387, 0x387), (0x55A, 0x55F), (0x589, 0x58F), (0x5BE, 0x5BE), (0x60C, 0x60D),
             (0x61B, 0x61F), (0x6D4, 0x6D4), (0x1680, 0x1680), (0x2000, 0x206F), (0x20A0, 0x20CF), (0x2100, 0x2BFF),
             (0x2E00, 0x2E7F), (0x3000, 0x3004), (0x3008, 0x3020), (0xE000, 0xF8FF), (0xFE10, 0xFE6F),
             (0xFEFF, 0xFEFF), (0xFF00, 0xFF0F), (0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF65),
             (0xFFE0, 0xFFFF), (0x1F000, 0x1FAFF)]


def is_space(letter):
    return any(first <= ord(letter) <= last for first, last in SPACES)


def is_word(letter):
    """Letters, digits and _ of any script."""
    if is_byte(letter):
        return False
    if ord(letter) < 0x80:
        return letter.isalnum() or letter == "_"
    return not any(first <= ord(letter) <= last for first, last in NOT_WORDS)


#:}
class Tokenizer:
    """A list of entries, the special ones first."""

    def __init__(self, stored):
        self.entries = ["<pad>", "<sos>", "<eos>", "<unk>"] if stored["special_tokens"] else []
        self.unknown = 3 if stored["special_tokens"] else UNKNOWN
        self.frame = {0, 1, 2} if stored["special_tokens"] else set()
        self.mask = None
        if stored.get("mask"):
            self.mask = len(self.entries)
            self.entries.append("<mask>")
        self.first = len(self.entries)
        self.entries += stored.get("entries", [])
        self.ids = {entry: i for i, entry in enumerate(self.entries) if i >= self.first}

    def whole_tokens(self):
        """Texts that are a token by themselves wherever they stand."""
        return {"<mask>": self.mask} if self.mask is not None else {}

    def encode(self, text):
        """The tokens of a text; bytes that are no character are escaped as Python's surrogateescape does."""
        tokens, whole = [], self.whole_tokens()
        while text:
            found = min(((text.find(each), order) for order, each in enumerate(whole) if each in text), default=None)
            end = found[0] if found else len(text)
            tokens += self.encode_between(letters_of(text[:end]))
            if found:
                each = list(whole)[found[1]]
                tokens.append(whole[each])
                end += len(each)
            text = text[end:]
        return tokens

    def entry(self, token):
        return self.entries[token] if 0 <= token < len(self.entries) else "<?>"

    def known(self, tokens):
        return [self.entry(token) for token in tokens if token not in self.frame]


#:{ characters
class Characters(Tokenizer):
    """A token is a character."""

    def encode_between(self, text):
        return [self.ids.get(letter, self.unknown) for letter in text]

    def decode(self, tokens):
        return "".join(self.known(tokens))


#:}
#:{ labels
class Labels(Tokenizer):
    """A token is what stands between spaces."""

    def encode_between(self, text):
        spaced = "".join(" " if is_space(letter) else letter for letter in text)
        return [self.ids.get(label, self.unknown) for label in spaced.split(" ") if label]

    def decode(self, tokens):
        return " ".join(self.known(tokens))


#:}
#:{ words
ELIDED = {"l", "d", "n", "j", "s", "c", "m", "t", "qu"}
CLOSING = {",", ".", ";", ":", "!", "?", ")", "]", "}", "%", "…", "”", "’", "'"}
OPENING = {"(", "[", "{", "“", "‘"}
APOSTROPHES = ("'", "’")


def lower_case(word):
    """Of Latin, Greek and Cyrillic letters."""
    def lower(letter):
        n = ord(letter)
        if 0x41 <= n <= 0x5A or (0xC0 <= n <= 0xDE and n != 0xD7) or (0x391 <= n <= 0x3A9 and n != 0x3A2):
            return chr(n + 0x20)
        if 0x139 <= n <= 0x148 or 0x179 <= n <= 0x17E:
            return chr(n + n % 2)
        if (0x100 <= n <= 0x137 and n not in (0x130, 0x131)) or 0x14A <= n <= 0x177:
            return chr(n | 1)
        return chr(n + 0x20 if 0x410 <= n <= 0x42F else n + 0x50 if 0x400 <= n <= 0x40F else 0xFF if n == 0x178 else n)
    return "".join(map(lower, word))


class Words(Tokenizer):
    """A token is a word, or a mark between words."""

    def run_length(self, text, at):
        end = at
        while end < len(text) and is_word(text[end]):
            end += 1
        return end - at

    def word_end(self, text, at):
        """Words may have apostrophes and hyphens inside; French's short ones end with theirs."""
        end = at + self.run_length(text, at)
        while end < len(text) and (text[end] in APOSTROPHES or text[end] == "-"):
            after = end + 1
            following = self.run_length(text, after)
            elides = text[end] in APOSTROPHES and lower_case(text[at:end]) in ELIDED
            if elides and (following > 0 or after == len(text) or is_space(text[after])):
                return after
            if following == 0:
                return end
            end = after + following
        return end

    def encode_between(self, text):
        tokens, at = [], 0
        while at < len(text):
            if is_space(text[at]):
                at += 1
                continue
            end = self.word_end(text, at) if is_word(text[at]) else at + 1
            word = text[at:end]
            tokens.append(self.ids.get(word, self.ids.get(lower_case(word), self.unknown)))
            at = end
        return tokens

    def decode(self, tokens):
        """Words with single spaces between, and none before marks."""
        text, glue, quoted = "", True, False
        for word in self.known(tokens):
            wants_space = not glue and (not quoted if word == '"' else word not in CLOSING)
            text += (" " if wants_space else "") + word
            if word == '"':
                quoted = not quoted
            elided = word[-1:] in APOSTROPHES and lower_case(word[:-1]) in ELIDED
            glue = word in OPENING or elided or (word == '"' and quoted)
        return text


#:}
#:{ pairs
class Pairs(Tokenizer):
    """A token is a byte, or what merges make of bytes (Sennrich et al. 2016), within the chunks of a text."""

    LONGEST_CHUNK = 128

    def __init__(self, stored):
        super().__init__(stored)
        self.pieces = [bytes([byte]) for byte in range(256)]
        self.merges = {}  # of a pair: in which order, and what they make
        for left, right, _ in stored.get("merges", []):
            self.merges[left, right] = len(self.merges), len(self.pieces)
            self.pieces.append(self.pieces[left] + self.pieces[right])

    def kind(self, letter):
        return "space" if not is_byte(letter) and is_space(letter) else "word" if is_word(letter) else "other"

    def run_end(self, text, begin, at):
        """Where the run that begins at `at` ends, of a chunk that begins at `begin`."""
        size = len(text[begin:at].encode("utf-8", "surrogateescape"))
        wanted, end = self.kind(text[at]), at
        while end < len(text) and self.kind(text[end]) == wanted:
            size += len(text[end].encode("utf-8", "surrogateescape"))
            if size > self.LONGEST_CHUNK:
                break
            end += 1
        return end

    def chunk_end(self, text, at):
        """Runs of word characters, of other visible ones, or of spaces; one space goes with the visible run behind."""
        visible_at = lambda i: i < len(text) and self.kind(text[i]) != "space"
        if text[at] == " " and visible_at(at + 1):
            return self.run_end(text, at, at + 1)
        end = self.run_end(text, at, at)
        leaves = end - at > 1 and text[end - 1] == " " and visible_at(end) and self.kind(text[at]) == "space"
        return end - 1 if leaves else end

    def merged(self, chunk):
        tokens = list(chunk.encode("utf-8", "surrogateescape"))
        while True:
            pairs = [self.merges[pair] + pair for pair in zip(tokens, tokens[1:]) if pair in self.merges]
            if not pairs:
                return tokens
            _, made, left, right = min(pairs)
            joined, i = [], 0
            while i < len(tokens):
                both = tokens[i] == left and tokens[i + 1: i + 2] == [right]
                joined.append(made if both else tokens[i])
                i += 2 if both else 1
            tokens = joined

    def encode_between(self, text):
        tokens, at, known = [], 0, {}
        while at < len(text):
            end = self.chunk_end(text, at)
            chunk = text[at:end]
            if chunk not in known:
                known[chunk] = [self.id_of(token) for token in self.merged(chunk)]
            tokens += known[chunk]
            at = end
        return tokens

    def id_of(self, token):
        return self.first + token

    def bytes_of(self, token):
        inside = self.first <= token < self.first + len(self.pieces)
        return self.pieces[token - self.first] if inside else self.entry(token).encode()

    def decode(self, tokens):
        joined = b"".join(self.bytes_of(token) for token in tokens if token not in self.frame)
        return joined.decode("utf-8", "surrogateescape")


#:}
#:{ named
CONTRACTIONS = ("'s", "'t", "'re", "'ve", "'m", "'ll", "'d")


class NamedPairs(Pairs):
    """Byte pairs with the ids of a file, cut as GPT-2 cuts (Radford et al. 2019)."""

    def __init__(self, stored):
        super().__init__({"special_tokens": False})
        keep = [*range(33, 127), *range(161, 173), *range(174, 256)]
        others = [byte for byte in range(256) if byte not in keep]
        self.bytes_of_letters = {chr(byte): byte for byte in keep}
        self.bytes_of_letters.update({chr(256 + i): byte for i, byte in enumerate(others)})
        self.added = {token["content"]: token["id"] for token in stored["added_tokens"]}
        self.ids = {self.plain(letters): i for letters, i in stored["vocabulary"].items()}
        self.names = {i: piece for piece, i in self.ids.items()}
        self.names.update({i: text.encode() for text, i in self.added.items()})
        numbers = {piece: i for i, piece in enumerate(self.pieces)}
        for left, right in stored["merges"]:
            left, right = self.plain(left), self.plain(right)
            if left + right not in numbers:
                numbers[left + right] = len(self.pieces)
                self.pieces.append(left + right)
            self.merges[numbers[left], numbers[right]] = len(self.merges), numbers[left + right]

    def plain(self, letters):
        return bytes(self.bytes_of_letters[letter] for letter in letters)

    def whole_tokens(self):
        return self.added

    def kind(self, letter):
        if is_byte(letter):
            return "other"
        if is_space(letter):
            return "space"
        return {"L": "letter", "N": "number"}.get(unicodedata.category(letter)[0], "other")

    def run_end(self, text, begin, at):
        end = at
        while end < len(text) and self.kind(text[end]) == self.kind(text[at]):
            end += 1
        return end

    def chunk_end(self, text, at):
        for contraction in CONTRACTIONS:
            if text.startswith(contraction, at):
                return at + len(contraction)
        start = at + 1 if text[at] == " " and at + 1 < len(text) else at
        if self.kind(text[start]) != "space":
            return self.run_end(text, at, start)
        end = self.run_end(text, at, at)
        return end if end == len(text) or end == at + 1 else end - 1

    def id_of(self, token):
        return self.ids.get(self.pieces[token], UNKNOWN)

    def bytes_of(self, token):
        return self.names.get(token, b"<?>")


#:}
def byte_pairs(stored):  #: pairs
    return NamedPairs(stored) if "vocabulary" in stored else Pairs(stored)  #: named
    return Pairs(stored)  #: pairs !named


LEVELS = {
    "characters": Characters,  #: characters
    "labels": Labels,  #: labels
    "words": Words,  #: words
    "bytes": byte_pairs,  #: pairs
    "bpe": byte_pairs,  #: pairs
}
