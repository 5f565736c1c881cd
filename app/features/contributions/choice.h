// The view Contributions: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/analysis/contributions/contributions.h"

namespace attnlab {

/// Contributions: a logit as the sum of the contributions of all parts of the model.
struct ContributionsChoice {
  std::string part = "sum";           ///< sum, graph or training
  std::string order = "computation";  ///< of the parts: computation or size
  std::string word{};       ///< whose logit; "": the correct token or, if it is unknown, the most probable
  std::string against{};    ///< the token whose logit is subtracted; "": none
  std::string selected{};   ///< the tensor of the selected part; "": the selected head
  double threshold = 0.05;  ///< graph: the smallest contribution with a line, as a share of the largest

  bool shows_course() const { return part == "training"; }
  bool by_size() const { return order == "size"; }
  friend bool operator==(const ContributionsChoice&, const ContributionsChoice&) = default;
};

/// One logit at the stored steps that are computed so far, by step.
struct ContributionCourse {
  AskedLogit of;
  std::vector<AtStep<Contributions>> steps;
  friend bool operator==(const ContributionCourse&, const ContributionCourse&) = default;
};

/// The position and the tokens that the view Contributions asks about. A token that the vocabulary does not
/// have counts as not chosen.
AskedLogit asked_logit(const AppState& state, const Trace& trace, const Tokenizer& words);

/// The selected part: the part of the chosen tensor, or else the selected head. Null if there is none.
const ContributionPart* looked_at_part(const AppState& state, const Trace& trace, const Contributions& all);

}  // namespace attnlab

namespace attnlab::contributions {

extern const Feature kFeature;

}  // namespace attnlab::contributions
