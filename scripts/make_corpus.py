#!/usr/bin/env python3
"""Makes assets/corpora/village.txt: short tales of one village, always the same ones.

Usage: scripts/make_corpus.py [OUTPUT]
"""

import pathlib
import random
import re
import sys

sys.dont_write_bytecode = True

import village_people
import village_plots

SEED = 7
TALES = 190
OUTPUT = pathlib.Path(__file__).resolve().parent.parent / "assets" / "corpora" / "village.txt"


class Bag:
    """Hands out items in random order and each once before any comes again."""

    def __init__(self, items, rng):
        self.items, self.rng, self.left = list(items), rng, []

    def draw(self):
        if not self.left:
            self.left = self.rng.sample(self.items, len(self.items))
        return self.left.pop()


class Teller:
    """Tells tales: each part of a plot comes from a bag of its own, so that no wording is worn out."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.bags = {}
        self.plots = Bag(village_plots.PLOTS, self.rng)
        self.heroes = Bag(village_people.VILLAGERS, self.rng)

    def draw(self, name, items):
        return self.bags.setdefault(name, Bag(items, self.rng)).draw()

    def slots(self):
        hero = self.heroes.draw()
        others = self.rng.sample([v for v in village_people.VILLAGERS if v is not hero], 2)
        slots = {"a": hero, "b": others[0], "c": others[1]}
        slots.update({name: self.draw(name, items) for name, items in village_people.SLOTS.items()})
        slots["Fear"] = slots["fear"].capitalize()
        slots["weather"] = self.draw(slots["season"], village_people.WEATHER[slots["season"]])
        return slots

    def parts(self, plot):
        title, linked = plot["title"], plot.get("linked", ())
        way = self.draw(title, range(len(plot["parts"][linked[0]]))) if linked else None
        return [part[way] if i in linked else self.draw((title, i), part) for i, part in enumerate(plot["parts"])]

    def tale(self):
        plot, slots = self.plots.draw(), self.slots()
        parts = [self.draw("opening", village_people.OPENINGS)]
        parts += self.parts(plot)
        parts.append(self.draw("closing", village_people.CLOSINGS))
        text = "\n\n".join([plot["title"], *parts]).format(**slots)
        return tidy(text)


def tidy(text):
    """Capital letters at the start of sentences, and titles in capitals throughout."""
    title, _, body = text.partition("\n\n")
    body = re.sub(r"(^|[.!?] |\n)([a-z])", lambda m: m.group(1) + m.group(2).upper(), body)
    return title.upper() + "\n\n" + body


def main():
    teller = Teller(SEED)
    text = "\n\n\n".join(teller.tale() for _ in range(TALES)) + "\n"
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    output.write_text(text, encoding="utf-8", newline="\n")
    print(f"{output}: {len(text)} characters, {len(set(text))} of them different, {TALES} tales")


if __name__ == "__main__":
    main()
