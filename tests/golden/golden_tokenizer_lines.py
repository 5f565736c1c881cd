"""Lines of mixed words, scripts, code and emoji for tokenizers, and hashes of what is made of them."""
import pathlib
import struct
import unicodedata

CORPUS = (pathlib.Path(__file__).parents[2] / "assets/corpora/village.txt").read_text()
LINES, BLOCK, MASK64 = 10000, 100, (1 << 64) - 1

WORDS = ["Hello", "world", "don't", "WE'VE", "They'll", "I'm", "it'ſ", "he'D", "the", "mill", "The", "slowly", "123", "4567",
         "3.14", "x²", "Ⅷ", "½", "٣٤٥", "naïve", "Straße", "ÅNGSTRÖM", "İstanbul", "ΣΊΣΥΦΟΣ", "Привет", "мир", "ещё", "κόσμε",
         "שלום", "مرحبا", "नमस्ते", "สวัสดี", "你好", "世界", "こんにちは", "ｶﾀｶﾅ", "ガギ", "안녕하세요", "각", "ﬁne", "ǆ", "ǅ", "<s>",
         "</s>", "<pad>", "<mask>", "[MASK]", "[SEP]", "[CLS]", "<|end|>", "user", "<0x41>", "▁", "##ing", "—", "…", "«да»", "“so”",
         "¿qué?", "100%", "$5", "€9", "a\u0301", "e\u0301te\u0301", "\u200b", "\u00ad", "\x01", "\u2028", "~", "`", "_", "-"]
CODE = ["for(int i=0;i<n;++i){", "std::vector<int>", "foo_bar", "__init__", "#include <a.h>", "// ...", "\"quoted\"", "(and)",
        "x = y**2;", "if (a != b && !c)", "->", "0x1F", "print(f'{x:.2f}')", "</div>", "a||b", "\treturn;\n", "1e-5", "@user", "^_^"]
EMOJI = ["👋", "👩‍🔬", "🇫🇷", "❤️", "🦙🦙", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👍🏽", "☕", "™", "🧑‍🤝‍🧑"]
SPACES = [" ", " ", " ", " ", " ", "  ", "   ", "\t", "\n", "\r\n", "\n\n", " \n ", "", "", "\u00a0", "\u3000", "\u2003"]
BLOCKS = [(0x01, 0x7F), (0xA0, 0x24F), (0x250, 0x36F), (0x370, 0x3FF), (0x400, 0x52F), (0x531, 0x5F4), (0x600, 0x61C), (0x61E, 0x6FF),
          (0x900, 0x97F), (0xB80, 0xBFF), (0xE00, 0xE5B), (0xF00, 0xFFF), (0x10A0, 0x11FF), (0x13A0, 0x13FD), (0x1E00, 0x1FFF),
          (0x2000, 0x206F), (0x2070, 0x218B), (0x2190, 0x22FF), (0x2460, 0x25FF), (0x2600, 0x27BF), (0x3000, 0x30FF),
          (0x3131, 0x318E), (0x3200, 0x32FE), (0x3300, 0x33FF), (0x3400, 0x3420), (0x4E00, 0x5000), (0xAC00, 0xAD00), (0xE000, 0xE010),
          (0xF900, 0xFA30), (0xFB00, 0xFB4F), (0xFE30, 0xFE6F), (0xFF01, 0xFFEE), (0x1D400, 0x1D4FF), (0x1F300, 0x1F6FF),
          (0x20000, 0x20020), (0x1F900, 0x1F9FF)]


def assigned(blocks):
    """The longest ranges in the blocks without characters that are not assigned."""
    ranges = []
    for first, last in blocks:
        for value in range(first, last + 1):
            if unicodedata.category(chr(value)) == "Cn":
                continue
            if ranges and ranges[-1][1] == value - 1:
                ranges[-1][1] = value
            else:
                ranges.append([value, value])
    return [r for r in ranges if r[1] - r[0] >= 3]


ALPHABET = {"words": WORDS, "code": CODE, "emoji": EMOJI, "spaces": SPACES, "ranges": assigned(BLOCKS)}


def mix64(x):
    """SplitMix64's finalizer (Steele, Lea and Flood 2014), as core/tensor/random.h has it."""
    x = (x + 0x9E3779B97F4A7C15) & MASK64
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK64
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK64
    return x ^ (x >> 31)


class Stream:
    def __init__(self, key):
        self.key, self.position = key, -1

    def below(self, count):
        self.position += 1
        return (mix64(self.key ^ mix64(self.position)) * count) >> 64

    def one_of(self, values):
        return values[self.below(len(values))]


def line(number):
    """Line `number`: tokenizer_lines.cpp makes the same."""
    random, text = Stream(mix64(number)), ""
    for _ in range(random.below(13)):
        kind = random.below(8)
        if kind < 3:
            text += random.one_of(WORDS)
        elif kind < 5:
            first, last = random.one_of(ALPHABET["ranges"])
            for _ in range(1 + random.below(5)):
                text += chr(first + random.below(last - first + 1))
        elif kind == 5:
            at = random.below(len(CORPUS) - 40)
            text += CORPUS[at:at + 1 + random.below(40)]
        else:
            text += random.one_of(CODE if kind == 6 else EMOJI)
        text += random.one_of(SPACES)
    return text


def hashes(values):
    """FNV-1a of each BLOCK values, as bytes with a zero behind each: six hexadecimal digits each."""
    text = ""
    for begin in range(0, len(values), BLOCK):
        state = 0xCBF29CE484222325
        for value in values[begin:begin + BLOCK]:
            for byte in value + b"\0":
                state = ((state ^ byte) * 0x100000001B3) & MASK64
        text += f"{state & 0xFFFFFF:06x}"
    return text


def id_bytes(ids):
    return b"".join(struct.pack("<I", i) for i in ids)
