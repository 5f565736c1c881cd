# A run as a folder: read, and written as the program writes it.

def read_json(folder, name):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return json.load(file)


def write_json(folder, name, value):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        json.dump(value, file, indent=2, ensure_ascii=False)
        file.write("\n")


def read_rows(folder, name):
    """The lines of a table, its heading first; none where there is no such file."""
    try:
        with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
            return list(csv.reader(file))
    except FileNotFoundError:
        return []


def write_rows(folder, name, rows):
    with open(os.path.join(folder, name), "w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)


def write_safetensors(folder, name, tensors, metadata):
    header, place = {"__metadata__": metadata}, 0
    for key, tensor in tensors.items():
        size = 4 * tensor.numel()
        header[key] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [place, place + size]}
        place += size
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(os.path.join(folder, name), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for tensor in tensors.values():
            file.write(tensor.detach().cpu().float().contiguous().numpy().tobytes())


def is_run(folder):
    return os.path.exists(os.path.join(folder, "training.json"))


class Run:
    """What a run's folder holds beside weights and moments."""

    def __init__(self, folder):
        self.folder = folder
        self.config = read_json(folder, "config.json")
        self.progress = read_json(folder, "training.json")
        self.timeline = {"kept": [], "pins": [], "events": []}
        if self.progress["record"]:
            self.timeline = read_json(folder, "timeline.json")
        self.metrics = read_rows(folder, "metrics.csv") or [
            ["step", "loss", "gradient_norm", "learning_rate", "tokens", "seconds"]]
        self.measurements = read_rows(folder, "measurements.csv") or [["step"]]
        if "validation.loss" not in self.measurements[0]:
            self.measurements = [row + [""] for row in self.measurements]
            self.measurements[0][-1] = "validation.loss"
        self.seed = self.config["training"]["seed"]
        self.settings = {**self.config["model"], **self.config["training"], **self.progress["settings"]}

    def moments(self):
        return read_safetensors(os.path.join(self.folder, "optimizer.safetensors"))[0]

    def measured(self, step, loss):
        row = [""] * len(self.measurements[0])
        row[0], row[self.measurements[0].index("validation.loss")] = step, repr(loss)
        self.measurements = [old for old in self.measurements if old[0] != str(step)] + [row]

    def note(self, step, text):
        self.timeline["events"].append({"step": step, "text": text})

    def save(self, out, model, optimizer, step, updates):
        """Writes the run to a folder beside `out`, which then takes its place."""
        new, old = f"{out}.tmp-{os.getpid()}", f"{out}.old-{os.getpid()}"
        os.makedirs(new)
        for name in ("config.json", "tokenizer.json"):
            shutil.copy(os.path.join(self.folder, name), new)
        os.mkdir(os.path.join(new, "states"))
        for kept in self.timeline["kept"]:
            shutil.copy(os.path.join(self.folder, "states", f"{kept['step']}.safetensors"), os.path.join(new, "states"))
        named = dict(model.named_parameters())
        state = {name: optimizer.state[parameter] for name, parameter in named.items() if parameter.requires_grad}
        metadata = {"format": "pt", "step": str(step)}
        write_safetensors(new, "model.safetensors", named, metadata)
        moments = {name + ".mean": s["exp_avg"] for name, s in state.items()}
        moments.update({name + ".square": s["exp_avg_sq"] for name, s in state.items()})
        write_safetensors(new, "optimizer.safetensors", moments, metadata)
        write_rows(new, "metrics.csv", self.metrics)
        write_rows(new, "measurements.csv", self.measurements)
        write_json(new, "timeline.json", {"metrics": len(self.metrics) - 1, "measurements": len(self.measurements) - 1,
                                          "kept": self.timeline["kept"], "pins": self.timeline["pins"],
                                          "events": self.timeline["events"]})
        write_json(new, "training.json", {"steps": step, "updates": updates, "settings": self.progress["settings"],
                                          "record": True})
        if os.path.exists(out):
            os.rename(out, old)
        os.rename(new, out)
        shutil.rmtree(old, ignore_errors=True)
        self.folder = out


def is_over(process):
    try:
        os.kill(int(process), 0)
        return False
    except (ValueError, ProcessLookupError):
        return True
    except PermissionError:
        return False


def clear_left_overs(out):
    """Brings back a run that a killed program had moved aside, and removes what else such programs left."""
    beside, name = os.path.split(out)
    for ending in (".old-", ".tmp-"):
        for other in sorted(os.listdir(beside)) if os.path.isdir(beside) else []:
            start, _, process = other.rpartition("-")
            if start + "-" != name + ending or not is_over(process):
                continue
            if ending == ".old-" and not os.path.exists(out):
                os.rename(os.path.join(beside, other), out)
            else:
                shutil.rmtree(os.path.join(beside, other))
