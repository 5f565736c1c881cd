# The data: the batches of each step, as the program makes them.

def mix(x):
    """64 bits, mixed so that neighbours give unrelated ones (SplitMix64, Steele, Lea and Flood 2014)."""
    x = (x + 0x9E3779B97F4A7C15) & WORD
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


def join(a, b):
    """Two keys as one, order mattering."""
    return mix(a ^ mix(b))


BATCH, DROPOUT, VALIDATION = 1, 2, 3


def key_for(seed, purpose, number):
    return join(join(seed, purpose), number)


#:{ stream_windows
class Data:
    """Random windows of a text, of which the end is held out."""

    def __init__(self):
        tensors, _ = read_safetensors(os.path.join(HERE, "data.safetensors"))
        self.texts = {name: tokens.long() for name, tokens in tensors.items()}
        self.window = int(self.texts.pop("window"))
        self.before = self.texts.pop("before")  #: framed

    def draw(self, text, key, count):
        """Number i of a key's random numbers is mix(key ^ mix(i)); its share of the places is where window i begins."""
        tokens = self.texts[text]
        length = self.window  #: !framed
        length = self.window - len(self.before)  #: framed
        starts = len(tokens) - length
        begin = torch.tensor([(mix(key ^ mix(i)) * starts) >> 64 for i in range(count)])
        rows = tokens[begin[:, None] + torch.arange(length + 1)]
        rows = torch.cat((self.before.expand(count, -1), rows), dim=1)  #: framed
        target = torch.where(rows[:, 1:] < 0, IGNORED, rows[:, 1:])
        lengths = torch.full((count,), self.window)
        return {"input": rows[:, :-1], "input_lengths": lengths, "target": target}

    def batch(self, step, settings, seed):
        return self.draw("train", key_for(seed, BATCH, step), settings["batch"])

    def validation(self, number, rows):
        return self.draw("validation", key_for(0, VALIDATION, number), rows)


#:}
#:{ !stream_windows
class Data:
    """The batches of the next steps, which the program drew beforehand."""

    def __init__(self):
        self.tensors, _ = read_safetensors(os.path.join(HERE, "data.safetensors"))

    def find(self, prefix):
        names = [name for name in self.tensors if name.startswith(prefix)]
        return read_batch({name: self.tensors[name] for name in names}, prefix)

    def batch(self, step, settings, seed):
        batch = self.find(f"step.{step}.")
        if not batch:
            raise SystemExit(f"data.safetensors has no batch for step {step}: export the run again with more --batches")
        return batch

    def validation(self, number, rows):
        return self.find(f"validation.{number}.")


#:}
def rows_of(batch, rank, processes):
    """The rows that this process works on."""
    size = len(batch["target"])
    begin, end = size * rank // processes, size * (rank + 1) // processes
    return {name: cells[begin:end] for name, cells in batch.items()}
