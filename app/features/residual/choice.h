// The view Residual stream: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Residual stream: what each of its states would say, and what each sublayer adds.
struct ResidualChoice {
  std::string part = "words";          ///< words, sizes or directions
  std::string colour = "probability";  ///< of the words: probability, right or rank
  Index state = -1;                    ///< of the chosen cell; −1: the last
  Index position = 0;                  ///< of the chosen cell, where no token of the stream is selected

  bool shows_words() const { return part == "words"; }
  friend bool operator==(const ResidualChoice&, const ResidualChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::residual {
extern const Feature kFeature;
}
