#!/usr/bin/env python3
"""What hooks cost where nobody listens: training steps with and without them compiled in, in turns.

Usage: compare_hooks.py BUILD [--rounds N] [--model NAME]

BUILD is a build folder; `cmake --build BUILD --target bench_training_step_without_hooks` makes what is compared
with. The table gives the median over rounds and the median of the rounds' ratios.
"""
import argparse
import pathlib
import statistics
import subprocess

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("build", type=pathlib.Path)
parser.add_argument("--rounds", type=int, default=15)
parser.add_argument("--model", default="nanogpt-cpu")
parser.add_argument("--steps", type=int, default=60)
arguments = parser.parse_args()


def milliseconds(program):
    """Median time of a step on one thread: the table's column after the name."""
    out = subprocess.run([arguments.build / "bench" / program, str(arguments.steps), "1", arguments.model],
                         check=True, capture_output=True, text=True).stdout
    return float(next(line for line in out.splitlines() if line.startswith(arguments.model)).split()[1])


with_hooks, without, ratios = [], [], []
for i in range(arguments.rounds):
    order = ["training_step", "training_step_without_hooks"]
    times = {program: milliseconds(program) for program in (order if i % 2 == 0 else reversed(order))}
    with_hooks.append(times[order[0]])
    without.append(times[order[1]])
    ratios.append(with_hooks[-1] / without[-1])
print(f"{'model':14}{'with hooks':>12}{'without':>12}{'ratio':>9}   (median ms a step, one thread)")
print(f"{arguments.model:14}{statistics.median(with_hooks):12.3f}{statistics.median(without):12.3f}"
      f"{statistics.median(ratios):9.4f}")
