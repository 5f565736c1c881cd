// Sequence patterns: their rows, and what each format has over time.
#include "core/analysis/recurrence/sequence_pattern.h"

#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {

FormatTime time_of(Format format) {
  using enum OverTime;
  switch (format) {
    case Format::Stream: return {.source = None, .input = Steps, .output = Steps};
    case Format::Pairs: return {.source = Steps, .input = Steps, .output = Steps};
    case Format::Masked:
    case Format::Labels: return {.source = Steps, .input = None, .output = Steps};
    case Format::Class: return {.source = Steps, .input = None, .output = One};
    case Format::Picture: return {.source = One, .input = None, .output = One};
    case Format::PictureText: return {.source = One, .input = Steps, .output = Steps};
    case Format::WordContext:
    case Format::Numbers: return {};
  }
  no_such_kind("format");
}

std::span<const SequencePattern> sequence_patterns() {
  using enum OverTime;
  static constexpr SequencePattern kPatterns[] = {
      {tr_mark("one-to-many"),
       tr_mark("The model reads one input without time steps and writes a text step by step."),
       [](const FormatTime& t) { return t.source == One && t.output == Steps; }},
      {tr_mark("many-to-one"),
       tr_mark("The model reads a text step by step and predicts one class from its last states."),
       [](const FormatTime& t) { return t.source == Steps && t.output == One; }},
      {tr_mark("many-to-many (encoder–decoder)"),
       tr_mark("The model reads a text to its end, then writes another: the two may have different lengths."),
       [](const FormatTime& t) { return t.source == Steps && t.input == Steps && t.output == Steps; }},
      {tr_mark("many-to-many (aligned)"),
       tr_mark("At each step, the model reads a token and makes a prediction."),
       [](const FormatTime& t) {
         return (t.source == Steps) != (t.input == Steps) && t.source != One && t.output == Steps;
       }},
  };
  return kPatterns;
}

const SequencePattern* pattern_of(const ModelConfig& config) {
  const FormatTime time = time_of(format_of(config));
  for (const SequencePattern& pattern : sequence_patterns())
    if (pattern.fits(time)) return &pattern;
  return nullptr;
}

}  // namespace attnlab
