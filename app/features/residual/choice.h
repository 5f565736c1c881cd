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

/// Residual stream: what the logit lens predicts from each state, and what each sublayer adds.
struct ResidualChoice {
  std::string part = "words";          ///< words, sizes or directions
  std::string colour = "probability";  ///< of the predictions: probability, right or rank
  Index state = -1;                    ///< of the chosen cell; −1: the last
  Index position = 0;                  ///< of the chosen cell, if no token of the stream is selected

  bool shows_words() const { return part == "words"; }
  friend bool operator==(const ResidualChoice&, const ResidualChoice&) = default;
};

/// What was computed from one forward pass.
struct ResidualPass {
  TracePtr trace;
  std::vector<StreamState> states{};  ///< one a row of the lens
  Lens lens{};
  std::vector<std::vector<double>> sizes{}, added{};  ///< ‖x‖₂ and ‖f(x)‖₂, by state and position
  bool says_otherwise = false;  ///< an edit after the stream changes the prediction of the model
};

/// The newest of each; null before the first. The forward pass on screen may be newer.
struct ResidualResults {
  std::shared_ptr<const ResidualPass> pass;
  std::vector<AtStep<Lens>> course;  ///< of past steps, by step: those that are known
  std::string error;                 ///< why the newest computation failed
  friend bool operator==(const ResidualResults&, const ResidualResults&) = default;
};

/// A cell of the lens.
struct ResidualPlace {
  std::size_t state = 0;  ///< of residual_states()
  Index position = 0;     ///< of the stream, also if the model predicts a class
};

/// The place of the chosen cell of the stage: the state whose tensor it is, or else the state of the options;
/// the selected token of the text that the stream belongs to, or else the position of the options. `states`
/// has at least one.
ResidualPlace residual_place(const AppState& state, const Trace& trace,
                             const std::vector<StreamState>& states);

}  // namespace attnlab

namespace attnlab::residual {

extern const Feature kFeature;

}  // namespace attnlab::residual
