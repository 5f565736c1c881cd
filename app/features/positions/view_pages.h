// Pages of the Positions view, one row per position scheme.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula/formula.h"
#include "core/language/messages.h"
#include "core/layers/position_scheme.h"
#include "core/models/model_config.h"

namespace attnlab {

struct PositionsFrame;
struct PositionRows;

/// The page of one scheme: its table, with rows drawn as curves over the positions.
struct PositionPage {
  std::string_view scheme;  ///< name in position_schemes()
  Formula (*formula)(const PositionsFrame& frame);
  std::string_view hint{};                    ///< after the scheme's sentence
  std::string_view row;                       ///< the name of a row: "dimension"
  std::string_view map_title;                 ///< above the whole table
  Index (*width)(const ModelConfig& config);  ///< number of rows
  /// The cells: [T,width], or [width,T] if rows are heads. Empty if the model does not have the table.
  std::vector<float> (*table)(const PositionsFrame& frame);
  bool of_weights = false;     ///< the cells change with the model's weights
  bool by_head = false;        ///< rows are heads, and cells their biases on the dragged query's scores
  std::string_view y_title{};  ///< of the curves
  /// Where rows are sines and cosines, defined also between the positions: by how much a row's angle grows
  /// from one position to the next, in radians. Else null.
  double (*angle)(const PositionsFrame& frame, Index row) = nullptr;
  bool (*is_sine)(const PositionsFrame& frame, Index row) = nullptr;  ///< of waves; others are cosines
  /// The origin of a row's value, as text; null for waves, which come from their angle.
  std::string (*origin)(const PositionsFrame& frame, Index row) = nullptr;
  /// The single value of a row; null if the value is the cell at the dragged position.
  double (*value)(const PositionsFrame& frame, Index row) = nullptr;
  std::string_view value_word = tr_mark("value");
  bool whole_values = false;        ///< cells are whole numbers
  std::string_view values_title{};  ///< above the values; "": the dragged position
  /// Draws the scheme's effect by distance, in a box of this size.
  void (*draw_similarity)(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
};

/// All pages in the order of the view's choices.
std::span<const PositionPage> position_pages();
/// The page of a scheme with positions. Throws std::invalid_argument if the scheme does not have a page.
const PositionPage& position_page(const PositionScheme& scheme);

}  // namespace attnlab
