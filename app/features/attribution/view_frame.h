// What the parts of the view Attribution share: one frame's content.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/features/attribution/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/heat_map/value_range.h"
#include "core/trace/patch_grid.h"

namespace attnlab {

/// One frame of the view.
struct AttributionFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const AttributionChoice& choice;
  ChosenPrediction prediction;  ///< the current one
  std::optional<PatchGrid> grid;
  std::shared_ptr<const Attributions> attribution;  ///< shown; null before the first

  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("attribution.") + option, value}});
  }
  /// The text of a token or class that the model predicts.
  std::string word(TokenId id) const;
  /// Whether an input is drawn as an image instead of as columns of the table.
  bool is_drawn(const AttributedInput& input) const { return input.picture && grid.has_value(); }
};

/// One row of an attribution: its number among the values, and its input.
struct AttributedRow {
  std::size_t value = 0;  ///< in MethodValues::values
  const AttributedInput* input = nullptr;
  Index row = 0;

  Index position() const { return input->first + row; }
  std::string text() const { return input->pieces[row].text; }
};

/// The scale of one method's values, with zero in the middle.
ColourScale attribution_scale();

/// A tooltip about the value of one row by one method.
void draw_attribution_tip(const AttributionFrame& frame, const MethodValues& method,
                          const AttributedRow& row);

/// A line of dim text, wrapped.
void draw_attribution_words(const std::string& text, float width = 0);

/// The methods as rows, the tokens as columns. Script name: attribution.table[method,token].
void draw_attribution_table(const AttributionFrame& frame, float width);

/// One image per method. Script names: attribution.METHOD[row,column].
void draw_attribution_pictures(const AttributionFrame& frame, float width);

/// Sums of the methods, and their completeness errors.
void draw_attribution_sums(const AttributionFrame& frame, float width);

/// Rank correlations of the methods. Script name: attribution.agreement[method,method].
void draw_attribution_agreement(const AttributionFrame& frame, float width);

}  // namespace attnlab
