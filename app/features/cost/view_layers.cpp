// Kinds of layers: work, steps and longest path of attention, recurrence and convolution, as curves along
// one size and as the table of the 2017 paper. Also cost curves as series of a plot. Script names:
// cost.along[0,i] is the axis, cost.count[0,i] orders or products, cost.kernel and cost.neighbours sliders,
// cost.work, cost.steps and cost.path plots, cost.kinds the table.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/base/format.h"
#include "app/features/cost/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/models/sizes/cost_curve.h"

namespace attnlab {
namespace {

/// The point from which on two curves are the same; their number of points if they end apart.
std::size_t same_from(const std::vector<double>& a, const std::vector<double>& b) {
  std::size_t from = std::min(a.size(), b.size());
  while (from > 0 && std::abs(a[from - 1] - b[from - 1]) <= 1e-9 * std::abs(b[from - 1])) --from;
  return from;
}

/// "Restricted attention = Recurrence from 64" if the curve continues as an earlier one does, such as with as
/// many neighbors as features: one of them covers the other.
std::string legend_name(const CostCurves& curves, std::size_t i) {
  const CostCurves::Curve& curve = curves.curves[i];
  for (std::size_t before = 0; before < i; ++before) {
    const CostCurves::Curve& other = curves.curves[before];
    const std::size_t from = same_from(curve.y, other.y);
    if (from + 1 >= curves.x.size()) continue;  // they meet in one point at most
    if (from == 0) return std::string(tr(curve.name)) + " = " + std::string(tr(other.name));
    return tr("{1} = {2} from {3}", tr(curve.name), tr(other.name),
              format_count(std::llround(curves.x[from])));
  }
  return std::string(tr(curve.name));
}

}  // namespace

void draw_cost_legend(const CostCurves& curves) {
  const float line = std::ceil(em() * 1.2f), gap = em() * 1.1f;
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  for (std::size_t i = 0; i < curves.curves.size(); ++i) {
    const std::string name = legend_name(curves, i);
    const float width = em() * 1.35f + text_size(fonts().small, name).x + 1;
    if (i > 0 && ImGui::GetItemRectMax().x + gap + width < right) ImGui::SameLine(0, gap);
    const Box box = reserve({width, line});
    const float middle = std::floor(box.centre().y), thick = std::max(2.0f, em() / 8);
    window_canvas().fill({{box.min.x, middle - thick / 2}, {box.min.x + em(), middle + thick / 2}},
                         series_colour(static_cast<int>(i)), 1);
    draw_text_in(window_canvas(), fonts().small, {{box.min.x + em() * 1.35f, box.min.y}, box.max},
                 theme().palette.text_dim, name);
  }
}

LinePlotResult draw_cost_curves(const char* id, const CostCurves& curves, LinePlotOptions options) {
  constexpr float kThin = 1.6f, kBroader = 0.9f;
  std::vector<Series> series;
  float thickness = kThin + kBroader * float(curves.curves.size());
  for (const CostCurves::Curve& curve : curves.curves) {
    thickness -= kBroader;
    series.push_back({.name = std::string(tr(curve.name)),
                      .x = curves.x,
                      .y = curve.y,
                      .thickness = thickness,
                      .points = curve.points});
  }
  options.log_x = options.log_y = true;
  options.legend = false;
  return line_plot(id, series, options);
}

namespace {

/// A number that is counted for a kind of layer.
using LayerNumber = double (*LayerComplexity::*)(const LayerSizes&);

struct CountChoice {
  std::string_view name;  ///< in the option "count"
  const char* title;
};
constexpr CountChoice kCountChoices[] = {{"order", tr_mark("orders from the paper")},
                                         {"products", tr_mark("exact products")}};

constexpr Index kCurvesFrom = 16, kCurvesTo = 65536, kPointsADoubling = 4;

/// What the curves depend on.
struct LayerPlotKey {
  LayerSizes sizes;
  const LayerSizeKind* along = nullptr;
  bool products = false;
  friend bool operator==(const LayerPlotKey&, const LayerPlotKey&) = default;

  LayerNumber work() const { return products ? &LayerComplexity::multiplications : &LayerComplexity::order; }
};

/// The curves that were computed last.
struct LayerPlots {
  LayerPlotKey key;
  CostCurves work, steps, path;
  std::vector<PlotRule> rules;
};

CostCurves curves_of(const LayerPlotKey& key, const std::vector<Index>& values, LayerNumber number) {
  CostCurves curves;
  for (const Index value : values) curves.x.push_back(double(value));
  for (const LayerComplexity& kind : layer_complexities()) {
    CostCurves::Curve& curve = curves.curves.emplace_back(CostCurves::Curve{std::string(kind.title), {}});
    for (const Index value : values) {
      LayerSizes sizes = key.sizes;
      sizes.*key.along->size = value;
      curve.y.push_back((kind.*number)(sizes));
    }
  }
  return curves;
}

/// "n = d = 768": where attention and recurrence cost the same by their orders.
std::string crossing_label(const LayerPlotKey& key, Index at) {
  const bool n_is_d =
      !key.products && (key.along->size == &LayerSizes::n || key.along->size == &LayerSizes::d);
  return (n_is_d ? "n = d = " : std::string(key.along->name) + " = ") + format_count(at);
}

LayerPlots make_plots(const LayerPlotKey& key) {
  const auto meet = attention_meets_recurrence(*key.along, key.sizes, key.work());
  // The crossing and the model's own size are inside.
  const Index own = key.sizes.*key.along->size, far = std::max(own, meet.value_or(own)),
              near = std::min(own, meet.value_or(own));
  const Index first = std::max(std::min(kCurvesFrom, near / 2), key.along->least);
  const Index last = std::min(std::max(kCurvesTo, 2 * far), kLargestLayerSize);
  const std::vector<Index> values = geometric_steps(first, last, kPointsADoubling);
  LayerPlots plots{key,
                   curves_of(key, values, key.work()),
                   curves_of(key, values, &LayerComplexity::sequential_steps),
                   curves_of(key, values, &LayerComplexity::longest_path),
                   {}};
  if (meet) plots.rules.push_back({double(*meet), crossing_label(key, *meet)});
  return plots;
}

const LayerPlots& plots_of(const CostFrame& frame, const LayerPlotKey& key) {
  LayerPlots& plots = frame.model.remembered<LayerPlots>();
  if (!plots.key.along || plots.key != key) plots = make_plots(key);
  return plots;
}

void draw_controls(const CostFrame& frame, const LayerSizes& sizes) {
  std::vector<const char*> titles;
  for (const LayerSizeKind& kind : layer_size_kinds()) titles.push_back(tr(kind.title.data()));
  const LayerSizeKind& along = layer_size_kind(frame.choice.along);
  int at = static_cast<int>(&along - layer_size_kinds().data());
  if (segmented("cost.along", titles, at)) frame.choose("along", std::string(layer_size_kinds()[at].name));
  const char* const count_titles[] = {tr(kCountChoices[0].title), tr(kCountChoices[1].title)};
  if (ImGui::GetContentRegionAvail().x > segmented_width(titles) + em() + segmented_width(count_titles))
    ImGui::SameLine(0, em());
  choose_row("cost.count", kCountChoices, frame.choice.count,
             [&](const std::string& name) { frame.choose("count", name); });
  const CostSlider sliders[] = {
      {.option = "kernel", .label = tr("kernel k"), .now = sizes.k, .least = 2, .most = 1024},
      {.option = "neighbours", .label = tr("neighbors r"), .now = sizes.r, .most = 65536}};
  draw_cost_sliders(frame, sliders);
}

LinePlotOptions plot_options(const LayerPlots& plots, const char* target, const std::string& title,
                             ImVec2 size) {
  return {.x_title = std::string(tr(plots.key.along->title)),
          .y_title = title,
          .size = size,
          .x_values = AxisValues::Whole,
          .marker = double(plots.key.sizes.*plots.key.along->size),
          .target = target};
}

/// The option that changes a size; "" if the counted model determines it.
const char* option_of(const CostFrame& frame, const LayerSizeKind& along) {
  if (along.size == &LayerSizes::k) return "kernel";
  if (along.size == &LayerSizes::r) return "neighbours";
  if (frame.choice.of != "sizes") return "";
  return along.size == &LayerSizes::n ? "context" : "width";
}

/// Dragging in the plot changes the size on its axis.
void take_size(const CostFrame& frame, const LayerPlots& plots, const LinePlotResult& drawn) {
  const std::string option = option_of(frame, *plots.key.along);
  if (!drawn.picked_x || option.empty()) return;
  const Index most = option == "context" ? 65536 : option == "width" ? 16384 : kLargestLayerSize;
  const Index wanted =
      std::clamp(static_cast<Index>(std::llround(*drawn.picked_x)), plots.key.along->least, most);
  if (wanted != plots.key.sizes.*plots.key.along->size) frame.choose(option.c_str(), std::to_string(wanted));
}

void draw_plots(const CostFrame& frame, const LayerPlots& plots, ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.2f, left = std::floor((size.x - gap) * 0.56f),
              half = std::floor((size.y - gap * 0.5f) / 2);
  LinePlotOptions work = plot_options(
      plots, "cost.work", plots.key.products ? tr("multiplications") : tr("work"), {left, size.y});
  work.rules = plots.rules;
  take_size(frame, plots, draw_cost_curves("work", plots.work, work));
  LinePlotOptions steps = plot_options(plots, "cost.steps", tr("steps"), {size.x - left - gap, half});
  move_cursor({start.x + left + gap, start.y});
  take_size(frame, plots, draw_cost_curves("steps", plots.steps, steps));
  LinePlotOptions path = plot_options(plots, "cost.path", tr("path"), {size.x - left - gap, half});
  move_cursor({start.x + left + gap, start.y + size.y - half});
  take_size(frame, plots, draw_cost_curves("path", plots.path, path));
  move_cursor({start.x, start.y + size.y});
}

CostTable kinds_table(const LayerPlotKey& key) {
  CostTable table{"cost.kinds",
                  tr("Kinds of layers"),
                  {tr("layer"), key.products ? tr("multiplications") : tr("work"), "", tr("sequential steps"),
                   "", tr("longest path"), ""}};
  for (const LayerComplexity& kind : layer_complexities())
    table.rows.push_back({{std::string(tr(kind.title)), std::string(key.products ? kind.exact : kind.work),
                           format_whole((kind.*key.work())(key.sizes)), std::string(kind.steps),
                           format_whole(kind.sequential_steps(key.sizes)), std::string(kind.path),
                           format_whole(kind.longest_path(key.sizes))},
                          tr("counted: {1}", tr(kind.counted))});
  return table;
}

std::string note_of(const LayerPlotKey& key) {
  const std::string sizes =
      tr("One layer with n = {1}, d = {2}, k = {3}, r = {4}.", format_count(key.sizes.n),
         format_count(key.sizes.d), format_count(key.sizes.k), format_count(key.sizes.r)) +
      " ";
  if (!key.products)
    return sizes +
           tr("The orders are from table 1 of Vaswani et al. 2017, without constant factors; paths are "
              "rounded up. Self-attention takes less work than recurrence while n is smaller than d.");
  return sizes + tr("The counts include all matrix products of the layer. The four projections of attention "
                    "alone take twice as many multiplications as an Elman network, and products between "
                    "positions take more than the projections if n is larger than 2·d.");
}

}  // namespace

void draw_cost_layers(const CostFrame& frame) {
  const LayerPlotKey key{frame.choice.layer_sizes(frame.positions(), frame.config().width),
                         &layer_size_kind(frame.choice.along), frame.choice.counts_products()};
  draw_controls(frame, key.sizes);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float below = em() * 12;
  const LayerPlots& plots = plots_of(frame, key);
  draw_cost_legend(plots.work);
  draw_plots(frame, plots, {room.x, std::max(room.y - below, em() * 12)});
  ImGui::Dummy({0, em() * 0.2f});
  draw_cost_table(kinds_table(key));
  draw_cost_note(note_of(key));
}

}  // namespace attnlab
