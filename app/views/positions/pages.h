// Pages of the Positions view: what it shows of each position scheme, one row each.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/formula/formula.h"
#include "core/layers/position_scheme.h"
#include "core/models/model_config.h"

namespace attnlab {

struct PositionsFrame;
struct PositionRows;

/// What the view shows of one scheme: its table, whose rows are drawn as curves over the positions.
struct PositionPage {
  std::string_view scheme;  ///< name in position_schemes()
  Formula (*formula)(bool patches);
  std::string_view hint{};                    ///< after the scheme's sentence
  std::string_view row;                       ///< what a row is called: "dimension"
  std::string_view map_title;                 ///< above the whole table
  Index (*width)(const ModelConfig& config);  ///< how many rows
  /// The cells: [T,width], or [width,T] where rows are heads. Empty where the model does not have them.
  std::vector<float> (*table)(const PositionsFrame& frame);
  bool of_weights = false;     ///< the cells change with the model's weights
  bool by_head = false;        ///< rows are heads, and cells what each adds to the dragged query's scores
  std::string_view y_title{};  ///< of the curves
  /// A row between the positions too, within ±1; null where rows are known at positions alone.
  double (*wave)(double position, Index row, Index width) = nullptr;
  bool sine_first = false;  ///< waves: even rows are sines and odd ones cosines, else the other way round
  /// Where the value of a row comes from; null for waves, which come from their angle.
  std::string (*origin)(const PositionsFrame& frame, Index row) = nullptr;
  /// The one value of a row; null where it is the cell at the dragged position.
  double (*value)(const PositionsFrame& frame, Index row) = nullptr;
  std::string_view value_word = "value";
  std::string_view values_title{};  ///< above the values; "" where that is the dragged position
  /// What the scheme makes of distance, in a box of this size.
  void (*draw_similarity)(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size);
};

/// In the order of the view's choices.
std::span<const PositionPage> position_pages();
/// That of a scheme that tells places. Throws std::invalid_argument where it has none.
const PositionPage& position_page(const PositionScheme& scheme);

}  // namespace attnlab
