"""The plots of the village tales: a title and parts, each told in one of several ways.

Parts that are "linked" are told in the same way: all in the first, or all in the second, and so on.
"""

from village_adventures import BIRTHDAY, CONTEST, COURAGE, JOURNEY, QUESTION
from village_mishaps import LOST, NOISE, QUARREL, STORM, TRICK

PLOTS = [LOST, STORM, CONTEST, BIRTHDAY, QUARREL, JOURNEY, NOISE, COURAGE, QUESTION, TRICK]
