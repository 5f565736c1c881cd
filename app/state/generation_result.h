// Generation result: what the model says after the text on screen.
#pragma once

#include "app/state/views/generation.h"
#include "core/analysis/decoding_report.h"
#include "core/models/beam_search.h"

namespace attnlab {

/// By either way of choosing.
struct GenerationResult {
  DecodingReport sampled;   ///< without steps where beams were asked for
  BeamResult beams;         ///< empty where they were not
  GenerationChoice choice;  ///< that it was made with
};

}  // namespace attnlab
