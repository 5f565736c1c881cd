// Probe labels: what a linear probe may look for, as one label for each token of a text.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/autograd/place.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// The texts that one stack of a model reads, as far as labels depend on them.
struct ProbedStack {
  Text text = Text::Target;        ///< Source or Target
  Format format = Format::Stream;  ///< of the model
  TaskConfig task{};               ///< what the model learns
  TokenLevel level{};              ///< of the stack's tokens
  Index longest = 1;               ///< the most positions that an example of the task has here

  /// Whether its positions are patches of a picture, and not tokens.
  bool reads_patches() const;
  friend bool operator==(const ProbedStack&, const ProbedStack&) = default;
};

/// One text that a stack reads.
struct ProbedText {
  std::span<const Piece> pieces;  ///< [T]; of a patch its row and column, "0,3"; special tokens have no text
  std::string_view answer{};      ///< the class of the whole example; "" where it is not known
};

/// The label of each token; "" where a token has none.
using TokenLabels = std::vector<std::string>;

/// One property of tokens that follows from the text, and that a model may or may not keep.
struct ProbeLabel {
  std::string_view name;                    ///< as options write it: "depth"
  std::string_view title;                   ///< on screen: "bracket depth"
  std::string_view sentence;                ///< what the label of a token is
  bool (*known)(const ProbedStack& stack);  ///< whether the task knows it
  /// [T] for any text that the stack may read, whether the task could have drawn it or not.
  TokenLabels (*labels)(const ProbedStack& stack, const ProbedText& text);
};

std::span<const ProbeLabel> probe_labels();
/// Throws std::invalid_argument with near names.
const ProbeLabel& probe_label(std::string_view name);
/// The labels that the task of the stack knows, in the order of the rows; they are constants.
std::vector<const ProbeLabel*> known_labels(const ProbedStack& stack);

}  // namespace attnlab
