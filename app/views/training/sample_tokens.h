// The tokens of a sample: the right answer with what the model says below it.
#pragma once

#include "app/widgets/base/draw.h"
#include "core/analysis/samples.h"

namespace attnlab {

/// Height of the two lines.
float sample_tokens_height();

/// Width that all tokens need.
float sample_tokens_width(const Sample& sample, bool characters);

/// Two lines with their top left corner at `at`, cut with an ellipsis where they are wider than `width`. What
/// is right is in the colour of success; what is wrong in that of failure, underlined; what is too much
/// struck out; where something is missing there is a frame. `characters`: close to each other.
void draw_sample_tokens(Canvas canvas, ImVec2 at, float width, const Sample& sample, bool characters);

/// "all right", "3 of 5 right"; of a single token "right" or "wrong".
std::string sample_verdict(const Sample& sample);

}  // namespace attnlab
