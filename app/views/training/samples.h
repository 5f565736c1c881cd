// What the parts of the samples share.
#pragma once

#include "app/state/training_history.h"
#include "app/views/training/frame.h"

namespace attnlab {

/// Held-out examples and what the model says to them, step by step.
struct SamplesFrame {
  const TrainingFrame& frame;
  const SampleHistory& history;
  bool characters;  ///< tokens are single letters
  enum class Kind {
    Answers,  ///< decoded token by token, and may be too short or too long
    Labels,   ///< as many tokens as there are right ones
    Choices,  ///< one token each
    Text      ///< texts to be continued: nothing is the one right answer
  } kind;

  const std::vector<Example>& probes() const { return *history.probes; }
};

/// "5 of 8 are right at step 300; the first was at step 120.": what happened; "" before anything is known.
/// Pure.
std::string samples_sentence(const SampleHistory& history, SamplesFrame::Kind kind);

/// Probes by kept steps, how much of each is right. Script names: samples.map[ROW,COLUMN].
void draw_samples_map(const SamplesFrame& samples);

/// What its colours mean: at the right end of the line above, of whose width so much is used, or below it.
void draw_samples_legend(const SamplesFrame& samples, float used);

/// A row a probe at the step on screen. Script names: samples.row.N, from 1.
void draw_samples_rows(const SamplesFrame& samples);

}  // namespace attnlab
