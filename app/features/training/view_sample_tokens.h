// The tokens of a sample: the right answer, with the model's answer below.
#pragma once

#include "app/widgets/base/draw.h"
#include "core/analysis/samples.h"

namespace attnlab {

/// Height of the two lines.
float sample_tokens_height();

/// Width of all tokens.
float sample_tokens_width(const Sample& sample, bool characters);

/// Draws two lines with the top left corner at `at`, cut with an ellipsis at `width`. Right tokens have the
/// colour of success; wrong ones the colour of failure, underlined; extra ones are struck out; missing ones
/// are frames. `characters`: without gaps.
void draw_sample_tokens(Canvas canvas, ImVec2 at, float width, const Sample& sample, bool characters);

/// "all right", "3 of 5 right"; for a single token "right" or "wrong".
std::string sample_verdict(const Sample& sample);

}  // namespace attnlab
