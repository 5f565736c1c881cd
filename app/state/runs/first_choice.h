// First choice: what a model that was just opened shows first.
#pragma once

#include "app/state/runs/opening.h"

namespace attnlab {

/// Fills in examples, questions and pictures of the task, and where `model` begins: text or picture, selected
/// row and cell. Without its task, a model begins with words of its vocabulary or pictures of figures.
void choose_first(OpenModel& model);

}  // namespace attnlab
