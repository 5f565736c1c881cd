"""Goes on with the run in this folder, in one process or in many, from where it stands.

    python3 train.py --steps 2000
    torchrun --nproc_per_node 4 train.py --steps 2000

It needs nothing but PyTorch. Weights, the optimizer's moments, the schedule and the order of the data are those of the
run: the steps are the same, to rounding, on any number of processes. The result is a run again (--out), which Attention
Lab opens with its metrics. Where --out holds a run already, it goes on from there: after a crash, give the same command
again.
"""
import argparse
import csv
import json
import math
import os
import shutil
import struct
import time

import torch
import torch.distributed as dist
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel

from model import load, read_safetensors
from model import read_batch  #: !stream_windows

HERE = os.path.dirname(os.path.abspath(__file__))
IGNORED = -100  # a target that does not count
WORD = (1 << 64) - 1
