// What the parts of the view Contributions share: one frame's content, signed numbers and bars, and clicks.
#pragma once

#include <string>
#include <vector>

#include "app/features/contributions/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// One frame of the view.
struct ContributionsFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const ContributionsChoice& choice;
  const Contributions& all;                ///< of the last question that is computed
  AskedLogit asked{};                      ///< the current question
  const ContributionPart* part = nullptr;  ///< the selected one; null: none
  double largest = 0;                      ///< magnitude of a contribution

  const Tokenizer& words() const { return model.vocabularies->target; }
  int decimals() const;
  /// "+1.204", "−0.031", with the decimals that fit the largest contribution.
  std::string signed_number(double value) const;
  std::string number(double value) const;
  /// "“e”", or "“e” − “a”".
  std::string asked_words() const;
  /// The token of a key of a head; "" beyond the text on screen.
  std::string key_piece(const ContributionPart& head, Index key) const;
  /// Whether the keys of a head are tokens of the source.
  bool keys_of_source(const ContributionPart& head) const;
  /// Whether the model reads a source and a target.
  bool reads_two_texts() const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("contributions.") + option, value}});
  }
  /// Selects a part.
  void select(const ContributionPart& part) const;
  /// Opens the part if it is selected already, or else selects it.
  void select_or_open(const ContributionPart& part) const;
};

/// Color of contributions that raise or lower the logit: the ends of the color map of signed values.
Colour contribution_colour(double value);

/// The tooltip of a part, if the last item is hovered.
void contribution_tip(const ContributionsFrame& frame, const ContributionPart& part);

/// Bars of all parts with their numbers. Script names: contributions.part[i,0], i in order of computation.
void draw_contribution_bars(const ContributionsFrame& frame, float width);

/// The selected part: its numbers and, for a head, the tokens that it reads. Script names:
/// contributions.open, contributions.token[i,0].
void draw_contribution_part(const ContributionsFrame& frame, float width);

/// The parts and the logit at the stored steps as curves, and the bars to select a part. Script
/// names: contributions.over_training.
void draw_contribution_course(const ContributionsFrame& frame);

/// The size below which the graph scrolls.
ImVec2 least_graph_size(const ContributionsFrame& frame);

/// Parts as nodes over layers and tokens, with lines as thick as their contributions. Script names:
/// contributions.threshold, contributions.node[i,0].
void draw_contribution_graph(const ContributionsFrame& frame, ImVec2 size);

}  // namespace attnlab
