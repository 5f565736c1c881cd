// What the parts of the Cost view share: one frame's model with its counts, and tables.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/cost/choice.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"
#include "app/widgets/plots/line_plot.h"
#include "core/models/cost.h"
#include "core/models/pass_cost.h"
#include "core/models/sizes/known_models.h"
#include "core/models/sizes/parameter_lines.h"

namespace attnlab {

/// A model with its counts.
struct CountedModel {
  ModelConfig config;
  ModelCost cost;
  std::vector<ParameterLine> lines;
  Index fitting_vocabulary = 0;  ///< of a known model: see vocabulary_for()
  std::optional<PassCost> pass{};
};

/// One frame of the view.
struct CostFrame {
  const ViewModel& model;
  const Emit& emit;
  const CostChoice& choice;
  const KnownModel* known;  ///< the counted model, if it is well known; else null
  const CountedModel& counted;

  const ModelConfig& config() const { return counted.config; }
  const ModelCost& cost() const { return counted.cost; }
  Index positions() const { return counted.cost.positions; }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("cost.") + option, value}});
  }
};

/// A slider of a whole number, in steps of about an eighth of it.
struct CostSlider {
  const char* option;  ///< of the view; its script name is cost.OPTION
  std::string label;
  Index now = 1, least = 1, most = 1;
  Index at_least = -1, at_most = -1;  ///< the values at the slider's ends; −1: the ends themselves
  std::string tip{};
};
/// Draws sliders of equal width, as many per line as have room.
void draw_cost_sliders(const CostFrame& frame, std::span<const CostSlider> sliders);

/// A table: texts at the left of the first columns, numbers at the right of the others.
struct CostTable {
  struct Row {
    std::vector<std::string> cells;
    std::string tip{};
    bool sum = false;  ///< below a line
  };
  std::string name;  ///< for scripts
  std::string title;
  std::vector<std::string> heads;
  std::vector<Row> rows{};
  std::size_t texts = 1;  ///< columns of texts
};
/// Draws a table as wide as its texts, at the cursor, and advances it.
void draw_cost_table(const CostTable& table);

/// Draws small dim lines below a table or plot.
void draw_cost_note(const std::string& text);
/// Draws a small heading and the value in lines below it.
void draw_cost_fact(const std::string& what, const std::string& value);

/// "18,874,368: 75.5 MB in float32, 37.7 MB in 16 bits".
std::string values_text(Index values);

/// The parts of the view; each fills the rest of the window.
void draw_cost_parameters(const CostFrame& frame);
void draw_cost_layers(const CostFrame& frame);
void draw_cost_attention(const CostFrame& frame);
void draw_cost_seconds(const CostFrame& frame);

/// Curves over the same values of one size.
struct CostCurves {
  struct Curve {
    std::string name;  ///< a message
    std::vector<double> y;
    bool points = false;
  };
  std::vector<double> x;
  std::vector<Curve> curves;
};

/// Draws the names of curves with their colours, in as many lines as they need.
void draw_cost_legend(const CostCurves& curves);

/// Draws curves in the room of `options.size`; both axes are logarithmic, and there is no legend. The first
/// curve is the broadest, so that it shows below others of the same values.
LinePlotResult draw_cost_curves(const char* id, const CostCurves& curves, LinePlotOptions options);

}  // namespace attnlab
