// What the parts of the samples share.
#pragma once

#include "app/features/training/choice.h"
#include "app/features/training/view_frame.h"
#include "app/widgets/base/draw.h"
#include "core/analysis/samples.h"

namespace attnlab {

/// Held-out examples and the model's answers, step by step.
struct SamplesFrame {
  const TrainingFrame& frame;
  const SampleHistory& history;
  bool characters;  ///< tokens are single letters
  enum class Kind {
    Answers,  ///< decoded token by token, and may be too short or too long
    Labels,   ///< as many tokens as the correct answer has
    Choices,  ///< one token per example
    Text      ///< texts to continue, without a single correct answer
  } kind;

  const std::vector<Example>& probes() const { return *history.probes; }
};

/// A summary: "5 of 8 examples are correct at step 300. The first became correct at step 120."; "" before the
/// first result. Pure.
std::string samples_sentence(const SampleHistory& history, SamplesFrame::Kind kind);

/// Draws a row per probe at the step on screen. Script names: samples.row.N, from 1.
void draw_samples_rows(const SamplesFrame& samples);

/// Height of the two lines.
float sample_tokens_height();

/// Width of all tokens.
float sample_tokens_width(const Sample& sample, bool characters);

/// Draws two lines with the top left corner at `at`, cut with an ellipsis at `width`. Correct tokens have the
/// colour of success; incorrect tokens have the colour of failure and are underlined; extra tokens are struck
/// out; missing tokens are frames. `characters`: without gaps.
void draw_sample_tokens(Canvas canvas, ImVec2 at, float width, const Sample& sample, bool characters);

}  // namespace attnlab
