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

/// One logit at kept steps, by step: those that are known.
struct ContributionCourse {
  AskedLogit of;
  std::vector<AtStep<Contributions>> steps;
  friend bool operator==(const ContributionCourse&, const ContributionCourse&) = default;
};

/// That row, with the words that the view Contributions names; a word that the vocabulary does not have
/// counts as not named.
AskedLogit asked_logit(const AppState& state, const Trace& trace, const Tokenizer& words);

/// The part that is looked at: that of the chosen tensor, else the selected head. Null where there is none.
const ContributionPart* looked_at_part(const AppState& state, const Trace& trace, const Contributions& all);

}  // namespace attnlab

namespace attnlab::contributions {

extern const Feature kFeature;

}  // namespace attnlab::contributions
