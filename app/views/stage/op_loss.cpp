// The loss on the stage: −log p of each target, and the mean.
#include <cmath>

#include "app/base/format.h"
#include "app/state/made_commands.h"
#include "app/views/stage/op_stage.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/plots/column_chart.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using namespace math;

Formula mean_formula(const Trace& trace, Index counted) {
  const Formula each = sub(var("loss"), "t");
  return row({text("loss"), rel(), frac(number("1"), number(std::to_string(counted))),
              sum(var("t"), nullptr, each), rel(), number(format_fixed(trace.loss(), 4), Role::Gradient)});
}

}  // namespace

void draw_loss_stage(StageFrame& frame, const TraceTensor& per_token) {
  const Trace& trace = frame.trace;
  std::vector<double> losses(per_token.value.begin(), per_token.value.end());
  std::vector<std::string> names;
  for (std::size_t t = 0; t < losses.size(); ++t)
    names.push_back(t < trace.target_pieces.size() ? trace.target_pieces[t].text : "");
  std::vector<unsigned char> uncounted;
  for (const TokenId target : trace.batch().target) uncounted.push_back(target == kIgnoredTarget ? 1 : 0);
  uncounted.resize(losses.size());
  // The token after the end of a text is unknown.
  if (frame.model.format == Format::Stream && losses.size() > 1 && uncounted.back())
    losses.pop_back(), names.pop_back(), uncounted.pop_back();
  const Index counted = trace.batch().counted_targets();
  if (counted > 0) draw_formula("mean", mean_formula(trace, counted), {.target = "stage.formula"});
  ImGui::Dummy({0, em() * 0.4f});
  ColumnChartOptions o;
  o.names = names;
  o.size = ImGui::GetContentRegionAvail();
  o.role = Role::Gradient;
  o.faded = uncounted;
  o.y_title = frame.model.format == Format::Numbers ? tr("importance·(x̂ − x)²") : tr("−log p of the target");
  const CellName chosen = chosen_cell(frame.model.state);  // perhaps the mean, which has no column
  o.selected = chosen.tensor == per_token.name ? static_cast<int>(column_of(chosen)) : -1;
  o.target = "stage.loss";
  const ColumnChartResult r = column_chart("loss", losses, o);
  if (r.clicked < 0) return;
  std::vector<Index> place(per_token.shape.rank());
  place.back() = r.clicked;
  frame.emit(show_command({per_token.name, place}));
}

}  // namespace attnlab
