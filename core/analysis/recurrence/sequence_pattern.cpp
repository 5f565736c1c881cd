// Sequence patterns: their rows, and what each format has over time.
#include "core/analysis/recurrence/sequence_pattern.h"

#include "core/config/no_such_kind.h"

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
      {"one-to-many", "One thing without time is read, and a text is written step by step.",
       [](const FormatTime& t) { return t.source == One && t.output == Steps; }},
      {"many-to-one", "A text is read step by step, and one answer is given of what the last states know.",
       [](const FormatTime& t) { return t.source == Steps && t.output == One; }},
      {"many-to-many (encoder–decoder)",
       "A text is read to its end, then another is written: the two may have different lengths.",
       [](const FormatTime& t) { return t.source == Steps && t.input == Steps && t.output == Steps; }},
      {"many-to-many (aligned)", "At each step a token is read, and an answer is given at the same step.",
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
