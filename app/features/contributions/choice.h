// The view Contributions: its row and its options.
#pragma once

#include <string>

#include "app/feature/feature.h"

namespace attnlab {

/// Contributions: a logit as the sum of what each part of the model adds to it.
struct ContributionsChoice {
  std::string part = "sum";           ///< sum, graph or training
  std::string order = "computation";  ///< of the parts: computation or size
  std::string word{};       ///< whose logit; "": the right word or, where none is known, the likeliest
  std::string against{};    ///< the word whose logit is subtracted; "": none
  std::string selected{};   ///< the tensor of the part that is looked at; "": the selected head
  double threshold = 0.05;  ///< graph: the thinnest line, as a share of the largest

  bool shows_course() const { return part == "training"; }
  bool by_size() const { return order == "size"; }
  friend bool operator==(const ContributionsChoice&, const ContributionsChoice&) = default;
};

}  // namespace attnlab

namespace attnlab::contributions {
extern const Feature kFeature;
}
