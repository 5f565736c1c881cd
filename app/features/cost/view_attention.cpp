// Full, windowed and grouped attention: work and cache of one model by the length of the text. Script names:
// cost.neighbours is the window, cost.groups the heads of keys and values, cost.multiplications and
// cost.cache plots, cost.variants the table.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/cost/view_curves.h"
#include "app/features/cost/view_frame.h"
#include "app/widgets/base/controls.h"
#include "core/models/model_sizes.h"
#include "core/models/sizes/cost_curve.h"

namespace attnlab {
namespace {

constexpr Index kShortestText = 16, kLongestText = 65536, kTextsADoubling = 2;

/// The curves that were computed last, and the costs at the model's own length.
struct VariantPlots {
  std::optional<ModelConfig> config;
  VariantSizes sizes;
  CostCurves work, cache;
  std::vector<VariantCost> own;
};

/// Adds the costs of one variant to the curves; those of the text of `own` positions are put aside.
void add_curves(VariantPlots& plots, const AttentionVariant& variant, const std::vector<VariantCost>& costs,
                Index own) {
  CostCurves::Curve work{std::string(variant.title), {}}, cache{std::string(variant.title), {}};
  for (const VariantCost& cost : costs) {
    work.y.push_back(cost.multiplications);
    cache.y.push_back(static_cast<double>(cost.cache_values));
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
  for (const VariantCost& cost : costs.front()) plots.work.x.push_back(static_cast<double>(cost.positions));
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
       .label = "window",
       .now = sizes.window,
       .most = 65536,
       .tip = "Positions that a query of windowed attention sees back from its own"},
      {.option = "groups",
       .label = "key/value heads",
       .now = divisor_at_most(heads, sizes.key_value_heads),
       .most = heads,
       .tip = "Of grouped attention: the next lower number that divides the heads"}};
  draw_cost_sliders(frame, sliders);
}

LinePlotOptions variant_options(const CostFrame& frame, const char* target, const char* title, ImVec2 size) {
  return {.x_title = "positions n",
          .y_title = title,
          .size = size,
          .x_values = AxisValues::Whole,
          .marker = static_cast<double>(frame.positions()),
          .target = target};
}

/// Draws the work, and beside it the cache of a model that has one.
void draw_variant_plots(const CostFrame& frame, const VariantPlots& plots, ImVec2 size) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const bool caches = !plots.cache.curves.empty();
  const float gap = em() * 1.2f, wide = caches ? std::floor((size.x - gap) / 2) : std::min(size.x, em() * 50);
  draw_cost_curves("multiplications", plots.work,
                   variant_options(frame, "cost.multiplications", "multiplications", {wide, size.y}));
  if (!caches) return;
  move_cursor({start.x + wide + gap, start.y});
  draw_cost_curves("cache", plots.cache,
                   variant_options(frame, "cost.cache", "keys and values", {wide, size.y}));
  move_cursor({start.x, start.y + size.y});
}

/// What the table and the plots say.
std::string variants_note(const VariantPlots& plots) {
  const std::string text = "The whole model for a text of " + format_count(plots.own.front().positions) +
                           " positions. A window bounds the pairs of queries and keys; groups share keys and "
                           "values. ";
  return text + (plots.cache.curves.empty()
                     ? "It writes no text, and keeps no keys and values."
                     : "Keys and values are those that the next token’s attention reads.");
}

CostTable variants_table(const VariantPlots& plots) {
  CostTable table{"cost.variants",
                  "Full, windowed and grouped attention",
                  {"attention", "multiplications", "keys and values", "in 16 bits", "of full"}};
  const auto full = static_cast<double>(plots.own.front().cache_values);
  for (std::size_t i = 0; i < plots.own.size(); ++i) {
    const VariantCost& cost = plots.own[i];
    const auto values = static_cast<double>(cost.cache_values);
    const bool caches = cost.cache_values > 0;
    table.rows.push_back(
        {{std::string(attention_variants()[i].title), format_whole(cost.multiplications),
          caches ? format_count(cost.cache_values) : "–", caches ? format_bytes(2 * values) : "",
          caches ? format_percent(values / full, 2) : ""}});
  }
  return table;
}

}  // namespace

void draw_cost_attention(const CostFrame& frame) {
  if (!is_transformer(frame.config()))
    return empty_note("This model has no attention heads.", "Choose sizes or a well-known model above.");
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
