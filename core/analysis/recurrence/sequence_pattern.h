// Sequence patterns: one-to-many, many-to-one and many-to-many, by what a model reads and predicts over time.
#pragma once

#include <span>
#include <string_view>

#include "core/models/model_config.h"

namespace attnlab {

/// How much of something there is in an example.
enum class OverTime { None, One, Steps };

/// What an example of a format has over time.
struct FormatTime {
  OverTime source = OverTime::None;  ///< what is read first: a text, a picture
  OverTime input = OverTime::None;   ///< what is read while predictions are made
  OverTime output = OverTime::None;  ///< what is predicted
};
FormatTime time_of(Format format);

/// One of the patterns in which recurrent networks are used.
struct SequencePattern {
  std::string_view name;      ///< "many-to-one"
  std::string_view sentence;  ///< for a student
  bool (*fits)(const FormatTime& time);
};

std::span<const SequencePattern> sequence_patterns();

/// The pattern of a model; null where it has none, as word vectors.
const SequencePattern* pattern_of(const ModelConfig& config);

}  // namespace attnlab
