// Full, windowed and grouped attention: work and cache of one model by the length of the text. Also measured
// seconds of forward passes. Script names: cost.neighbours is the window, cost.groups the key/value heads,
// cost.multiplications and cost.cache plots, cost.variants the table; cost.measure times the passes,
// cost.seconds is the plot, cost.times the table.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/view_frame.h"
#include "app/widgets/base/controls.h"
#include "core/analysis/pass_time.h"
#include "core/language/messages.h"
#include "core/models/model_sizes.h"
#include "core/models/sizes/cost_curve.h"

namespace attnlab {
namespace {

/// "1.23 ms".
std::string seconds_text(double seconds) {
  if (seconds < 1e-3) return format_number(seconds * 1e6, 3) + " µs";
  return seconds < 1 ? format_number(seconds * 1e3, 3) + " ms" : format_number(seconds, 3) + " s";
}

bool is_measured(const CostFrame& frame) {
  return frame.choice.measurement > 0 && frame.model.analyses->of<std::vector<PassTime>>() &&
         !frame.model.analyses->of<std::vector<PassTime>>()->empty();
}

void draw_measure_button(const CostFrame& frame) {
  const bool busy = frame.model.analyses->busy<std::vector<PassTime>>();
  if (text_button("cost.measure", is_measured(frame) ? Icon::Reset : Icon::Play,
                  is_measured(frame) ? tr("Measure again") : tr("Measure on this machine"),
                  tr("Times several forward passes of the open model for each length"),
                  {.primary = !is_measured(frame), .enabled = !busy}))
    frame.choose("measurement", std::to_string(frame.choice.measurement + 1));
  if (busy) {
    ImGui::SameLine(0, em());
    ImGui::AlignTextToFramePadding();
    dim_text(tr("Timing forward passes…"));
  }
}

/// Measured milliseconds, and the milliseconds of the counted work at the speed of the longest text.
CostCurves time_curves(const std::vector<PassTime>& times) {
  CostCurves curves{
      {}, {{tr_mark("measured"), {}, true}, {tr_mark("counted, at the speed of the longest text"), {}}}};
  const double pace = times.back().multiplications_a_second();
  for (const PassTime& time : times) {
    curves.x.push_back(double(time.positions));
    curves.curves[0].y.push_back(1e3 * time.seconds);
    curves.curves[1].y.push_back(1e3 * time.multiplications / pace);
  }
  return curves;
}

CostTable times_table(const std::vector<PassTime>& times) {
  CostTable table{"cost.times",
                  tr("Measured times of forward passes"),
                  {tr("positions"), tr("multiplications"), tr("median"), tr("per second"), tr("passes")}};
  for (const PassTime& time : times)
    table.rows.push_back(
        {{format_count(time.positions), format_whole(time.multiplications), seconds_text(time.seconds),
          format_compact(time.multiplications_a_second()), format_count(time.runs)}});
  return table;
}

std::string conditions_text(const CostFrame& frame) {
  const std::string text =
      frame.model.gpu.empty()
          ? tr("One sequence, one thread, float32, the weights of the open model; attention on the CPU.")
          : tr("One sequence, one thread, float32, the weights of the open model; attention on {1}.",
               frame.model.gpu);
  if (frame.model.training.state != TrainingView::State::Running) return text;
  return text + " " + tr("A run is training at the same time and uses part of the CPU.");
}

void draw_times(const CostFrame& frame, const std::vector<PassTime>& times) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (times.size() > 1) {
    const float height = em() * (1.45f * float(times.size() + 1) + 6);
    const CostCurves curves = time_curves(times);
    draw_cost_legend(curves);
    draw_cost_curves("seconds", curves,
                     {.x_title = tr("positions"),
                      .y_title = tr("milliseconds"),
                      .size = {std::min(room.x, em() * 60), std::max(room.y - height, em() * 12)},
                      .x_values = AxisValues::Whole,
                      .target = "cost.seconds"});
    ImGui::Dummy({0, em() * 0.2f});
  }
  draw_cost_table(times_table(times));
  draw_cost_note(conditions_text(frame));
}

}  // namespace

void draw_cost_seconds(const CostFrame& frame) {
  if (frame.choice.of != "model")
    return empty_note(tr("Only the open model can run here."), tr("Choose “This model” above."));
  draw_measure_button(frame);
  ImGui::Dummy({0, em() * 0.2f});
  if (!frame.model.analyses->error<std::vector<PassTime>>().empty())
    return empty_note(
        tr("Could not time a forward pass: {1}", frame.model.analyses->error<std::vector<PassTime>>()));
  if (is_measured(frame)) return draw_times(frame, *frame.model.analyses->of<std::vector<PassTime>>());
  draw_cost_note(
      tr("The forward pass of the open model runs several times for texts of several lengths, up to its "
         "context. The median of the times appears beside the counted multiplications."));
}

namespace {

constexpr Index kShortestText = 16, kLongestText = 65536, kTextsADoubling = 2;

/// The curves that were computed last, and the costs at the model's own length.
struct VariantPlots {
  std::optional<ModelConfig> config;
  VariantSizes sizes;
  CostCurves work, cache;
  std::vector<VariantCost> own;
};

/// Adds the costs of one variant to the curves; the cost for `own` positions is also kept separately.
void add_curves(VariantPlots& plots, const AttentionVariant& variant, const std::vector<VariantCost>& costs,
                Index own) {
  CostCurves::Curve work{std::string(variant.title), {}}, cache{std::string(variant.title), {}};
  for (const VariantCost& cost : costs) {
    work.y.push_back(cost.multiplications);
    cache.y.push_back(double(cost.cache_values));
    if (cost.positions == own) plots.own.push_back(cost);
  }
  plots.work.curves.push_back(std::move(work));
  if (plots.own.back().cache_values > 0) plots.cache.curves.push_back(std::move(cache));
}

/// The lengths of the curves, the model's own among them.
std::vector<Index> lengths_with(Index own) {
  std::vector<Index> lengths = geometric_steps(std::min(kShortestText, own), kLongestText, kTextsADoubling);
  if (!std::ranges::binary_search(lengths, own)) lengths.insert(std::ranges::upper_bound(lengths, own), own);
  return lengths;
}

VariantPlots make_plots(const ModelConfig& config, const VariantSizes& sizes) {
  VariantPlots plots{config, sizes, {}, {}, {}};
  const std::vector<Index> lengths =
      has_lengths(config) ? lengths_with(config.context) : std::vector<Index>{config.context};
  const auto costs = variant_costs(config, sizes, lengths);
  for (const VariantCost& cost : costs.front()) plots.work.x.push_back(double(cost.positions));
  plots.cache.x = plots.work.x;
  for (std::size_t i = 0; i < costs.size(); ++i)
    add_curves(plots, attention_variants()[i], costs[i],
               costs[i].size() == 1 ? costs[i].front().positions : longest_target(config));
  return plots;
}

const VariantPlots& plots_of(const CostFrame& frame, const VariantSizes& sizes) {
  VariantPlots& plots = frame.model.remembered<VariantPlots>();
  if (plots.config != frame.config() || plots.sizes != sizes) plots = make_plots(frame.config(), sizes);
  return plots;
}

void draw_variant_controls(const CostFrame& frame, const VariantSizes& sizes) {
  const Index heads = frame.config().heads;
  const CostSlider sliders[] = {
      {.option = "neighbours",
       .label = tr("window"),
       .now = sizes.window,
       .most = 65536,
       .tip = tr("Number of positions that a query of windowed attention sees, counting back from its own")},
      {.option = "groups",
       .label = tr("key/value heads"),
       .now = divisor_at_most(heads, sizes.key_value_heads),
       .most = heads,
       .tip = tr("Of grouped attention; rounded down to a divisor of the heads")}};
  draw_cost_sliders(frame, sliders);
}

LinePlotOptions variant_options(const CostFrame& frame, const char* target, const char* title, ImVec2 size) {
  return {.x_title = tr("positions n"),
          .y_title = title,
          .size = size,
          .x_values = AxisValues::Whole,
          .marker = double(frame.positions()),
          .target = target};
}

/// Draws the work, and beside it the cache if the model has one.
void draw_variant_plots(const CostFrame& frame, const VariantPlots& plots, ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool caches = !plots.cache.curves.empty();
  const float gap = em() * 1.2f, wide = caches ? std::floor((size.x - gap) / 2) : std::min(size.x, em() * 50);
  draw_cost_curves("multiplications", plots.work,
                   variant_options(frame, "cost.multiplications", tr("multiplications"), {wide, size.y}));
  if (!caches) return;
  move_cursor({start.x + wide + gap, start.y});
  draw_cost_curves("cache", plots.cache,
                   variant_options(frame, "cost.cache", tr("keys and values"), {wide, size.y}));
  move_cursor({start.x, start.y + size.y});
}

/// What the table and the plots show.
std::string variants_note(const VariantPlots& plots) {
  const Index positions = plots.own.front().positions;
  const std::string text = tr_plural(
      "The table is for the whole model and a text of {1} position. A window limits the pairs of queries and "
      "keys; grouped heads share keys and values.",
      "The table is for the whole model and a text of {1} positions. A window limits the pairs of queries "
      "and keys; grouped heads share keys and values.",
      positions, format_count(positions));
  return text + " " +
         (plots.cache.curves.empty()
              ? tr("The model does not generate text, so it does not cache keys and values.")
              : tr("The keys and values are the ones that the attention of the next token reads."));
}

CostTable variants_table(const VariantPlots& plots) {
  CostTable table{"cost.variants",
                  tr("Full, windowed, and grouped attention"),
                  {tr("attention"), tr("multiplications"), tr("keys and values"), tr("in 16 bits"),
                   tr("relative to full")}};
  const auto full = double(plots.own.front().cache_values);
  for (std::size_t i = 0; i < plots.own.size(); ++i) {
    const VariantCost& cost = plots.own[i];
    const auto values = double(cost.cache_values);
    const bool caches = cost.cache_values > 0;
    table.rows.push_back(
        {{std::string(tr(attention_variants()[i].title)), format_whole(cost.multiplications),
          caches ? format_count(cost.cache_values) : "–", caches ? format_bytes(2 * values) : "",
          caches ? format_percent(values / full, 2) : ""}});
  }
  return table;
}

}  // namespace

void draw_cost_attention(const CostFrame& frame) {
  if (!is_transformer(frame.config()))
    return empty_note(tr("This model does not have attention heads."),
                      tr("Choose sizes or a well-known model above."));
  const VariantSizes sizes = frame.choice.variant_sizes();
  draw_variant_controls(frame, sizes);
  const VariantPlots& plots = plots_of(frame, sizes);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  draw_cost_legend(plots.work);
  draw_variant_plots(frame, plots, {room.x, std::max(room.y - em() * 12, em() * 12)});
  ImGui::Dummy({0, em() * 0.2f});
  draw_cost_table(variants_table(plots));
  draw_cost_note(variants_note(plots));
}

}  // namespace attnlab
