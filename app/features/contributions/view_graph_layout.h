// Layout of the graph of contributions: rows of parts, columns of tokens. Pure.
#pragma once

#include <vector>

#include "app/widgets/base/box.h"
#include "core/analysis/contributions/contributions.h"

namespace attnlab {

/// Parts that stand side by side: what begins the stream, an attention, a feed-forward network, or constants.
struct GraphRow {
  std::vector<std::size_t> parts;            ///< numbers of parts, in order
  const ContributionPart* reader = nullptr;  ///< a head of the row, whose keys are the columns; null: none
};

/// The rows from the input to the output.
std::vector<GraphRow> graph_rows(const Contributions& all);

/// Sizes of what is drawn, in pixels.
struct GraphSizes {
  float em = 13;
  float label = 0;             ///< width of the rows' names at the left
  std::vector<float> nodes{};  ///< width of a node, for each row
  Index tokens = 0;            ///< columns of the text that the stream is of
  Index source = 0;            ///< columns of the encoder's text, before those
  float word = 0;              ///< the widest token below the columns
};

/// Places of nodes, tokens and rows. The input is at the bottom, the logit at the top.
class GraphLayout {
 public:
  /// `at` is the top left corner; the drawing is at least as large as `room`, and larger where it must be.
  GraphLayout(const std::vector<GraphRow>& rows, const GraphSizes& sizes, ImVec2 at, ImVec2 room);

  /// The size below which the drawing is larger than its room.
  static ImVec2 least_size(const std::vector<GraphRow>& rows, const GraphSizes& sizes);

  ImVec2 size() const { return size_; }
  /// The face of a part, which stands at place `place` of a row.
  Box node(std::size_t row, std::size_t place) const;
  Box logit() const;
  /// Where a row's heads read a token.
  ImVec2 token(std::size_t row, Index key, bool source) const;
  /// The line of a row.
  Box row_box(std::size_t row) const;
  float row_height() const { return row_height_; }
  float token_width() const { return token_width_; }
  /// Whether the tokens below the columns are turned by 90°, as some are wider than a column.
  bool tokens_upwards() const { return upwards_; }
  /// Every n-th token is written.
  Index token_step() const;
  /// Where the token of a column is written.
  Box token_label(Index key, bool source) const;

 private:
  float foot() const;
  float middle(std::size_t row) const;

  const std::vector<GraphRow>& rows_;
  GraphSizes sizes_;
  ImVec2 at_, size_{};
  float row_height_ = 0, token_width_ = 0, nodes_ = 0, nodes_width_ = 0;
  bool upwards_ = false;
};

}  // namespace attnlab
