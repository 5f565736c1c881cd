// The view Generation: its row, and what is chosen in it.
#pragma once

#include <string>

#include "app/state/views/view_kind.h"

namespace attnlab {

/// Generation: how the next token is chosen.
struct GenerationChoice {
  std::string part = "token";  ///< token (one choice), cache (keys and values kept) or beams (beam search)
  double temperature = 1;
  Index top_k = 0;  ///< 0: all
  double top_p = 1;
  Index tokens = 16;  ///< how many are generated at most
  Index seed = 1;
  Index step = 0;     ///< which of the generated tokens is looked at
  Index rank = 0;     ///< which of its candidates, the most probable first
  bool cache = true;  ///< keys and values are kept
  Index beams = 3;
  double length_penalty = 0.6;
  Index hypothesis = 0;  ///< which of the sequences found, the best first
  friend bool operator==(const GenerationChoice&, const GenerationChoice&) = default;
};

extern const ViewKind kGenerationView;

}  // namespace attnlab
