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
  const Contributions& all;                ///< of the newest question that was answered
  AskedLogit asked{};                      ///< the question now
  const ContributionPart* part = nullptr;  ///< that is looked at; null: none
  double largest = 0;                      ///< contribution of a part, without its sign

  const Tokenizer& words() const { return model.vocabularies->target; }
  int decimals() const;
  /// "+1.204", "−0.031", with as many decimals as the largest contribution leaves.
  std::string signed_number(double value) const;
  std::string number(double value) const;
  /// "“e”", or "“e” − “a”".
  std::string asked_words() const;
  /// The piece that `key` of a head is; "" beyond the text on screen.
  std::string key_piece(const ContributionPart& head, Index key) const;
  /// Whether the keys of a head are tokens of the source.
  bool keys_of_source(const ContributionPart& head) const;
  /// Whether the model reads a source and a target.
  bool reads_two_texts() const;
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("contributions.") + option, value}});
  }
  /// Looks at a part.
  void select(const ContributionPart& part) const;
  /// Opens it, if it is looked at already; else looks at it.
  void select_or_open(const ContributionPart& part) const;
};

/// Colour of what raises the logit, or lowers it: the ends of the map of signed values.
Colour contribution_colour(double value);

/// The tooltip of a part, where the last item is hovered.
void contribution_tip(const ContributionsFrame& frame, const ContributionPart& part);

/// Bars of all parts with their numbers. Script names: contributions.part[i,0], i in order of computation.
void draw_contribution_bars(const ContributionsFrame& frame, float width);

/// The part that is looked at: its numbers and, of a head, the tokens that it read. Script names:
/// contributions.open, contributions.token[i,0].
void draw_contribution_part(const ContributionsFrame& frame, float width);

/// The parts at the kept steps as curves, the logit with them, and the bars to choose a part by. Script
/// names: contributions.over_training.
void draw_contribution_course(const ContributionsFrame& frame);

/// The size below which the graph scrolls.
ImVec2 least_graph_size(const ContributionsFrame& frame);

/// Parts as nodes over layers and tokens, with lines as thick as what they carry. Script names:
/// contributions.threshold, contributions.node[i,0].
void draw_contribution_graph(const ContributionsFrame& frame, ImVec2 size);

}  // namespace attnlab
