// Generation result: the model's continuation of the text on screen.
#pragma once

#include "app/features/generation/choice.h"
#include "core/analysis/decoding_report.h"
#include "core/models/generation/beam_search.h"

namespace attnlab {

/// The continuation, by sampling or by beam search.
struct GenerationResult {
  DecodingReport sampled;   ///< without steps after beam search
  BeamResult beams;         ///< empty after sampling
  GenerationChoice choice;  ///< the options of this generation
};

}  // namespace attnlab
