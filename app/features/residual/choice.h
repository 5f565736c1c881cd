// The view Residual stream: its row, its options and what it finds.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/app_state.h"
#include "app/state/at_step.h"
#include "core/analysis/residual/lens.h"
#include "core/analysis/residual/stream.h"

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

/// What was worked out of one pass.
struct ResidualPass {
  TracePtr trace;
  std::vector<StreamState> states{};  ///< one a row of the lens
  Lens lens{};
  std::vector<std::vector<double>> sizes{}, added{};  ///< ‖x‖₂ and ‖f(x)‖₂, by state and position
  bool says_otherwise = false;  ///< an edit behind the stream changes what the model says in the end
};

/// The newest of each; null before the first. The pass on screen may be newer.
struct ResidualResults {
  std::shared_ptr<const ResidualPass> pass;
  std::vector<AtStep<Lens>> course;  ///< of past steps, by step: those that are known
  std::string error;                 ///< why the newest work failed
  friend bool operator==(const ResidualResults&, const ResidualResults&) = default;
};

/// A cell of the lens.
struct ResidualPlace {
  std::size_t state = 0;  ///< of residual_states()
  Index position = 0;     ///< of the stream; of a model that gives a class too
};

/// Where the chosen cell of the stage stands: in the state whose tensor it is, else in that of the options;
/// at the selected token of the text that the stream is of, else at that of the options. `states` has one at
/// least.
ResidualPlace residual_place(const AppState& state, const Trace& trace,
                             const std::vector<StreamState>& states);

}  // namespace attnlab

namespace attnlab::residual {

extern const Feature kFeature;

}  // namespace attnlab::residual
