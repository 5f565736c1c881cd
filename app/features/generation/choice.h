// The view Generation: its row, its options and its results.
#pragma once

#include <string>

#include "app/feature/feature.h"
#include "core/analysis/decoding_report.h"
#include "core/models/generation/beam_search.h"

namespace attnlab {

/// Generation: how the next token is chosen.
struct GenerationChoice {
  std::string part = "token";  ///< token (one choice), cache (of keys and values) or beams (beam search)
  double temperature = 1;
  Index top_k = 0;  ///< 0: all
  double top_p = 1;
  Index tokens = 16;  ///< the most that are generated
  Index seed = 1;
  Index step = 0;     ///< the selected generated token
  Index rank = 0;     ///< the selected candidate of that token, the most probable first
  bool cache = true;  ///< keys and values are cached
  Index beams = 3;
  double length_penalty = 0.6;
  Index hypothesis = 0;  ///< the selected sequence, the best first

  /// Whether it searches several sequences at once instead of sampling one token after the other.
  bool searches() const;
  friend bool operator==(const GenerationChoice&, const GenerationChoice&) = default;
};

/// The continuation, by sampling or by beam search.
struct GenerationResult {
  DecodingReport sampled;   ///< without steps after beam search
  BeamResult beams;         ///< empty after sampling
  GenerationChoice choice;  ///< the options of this generation
};

}  // namespace attnlab

namespace attnlab::generation {

extern const Feature kFeature;

}  // namespace attnlab::generation
