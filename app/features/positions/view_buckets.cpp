// The page of T5's relative position bias: the bucket of every query and key, and what each head has learned
// for each distance. Script names: positions.similarity is the plot of the learned biases.
#include <algorithm>

#include "app/features/positions/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/plots/line_plot.h"
#include "core/layers/relative_bias.h"
#include "core/models/architecture_kind.h"
#include "core/models/transformer_parts.h"

namespace attnlab {

namespace {

Formula relative_bias_formula(const PositionsFrame&) {
  using namespace math;
  const Formula pair = text("h,pj");
  return row({sub(var("S"), pair), rel(), sub(var("s"), pair), op("+"), var("B"),
              bracket(row({call("b", row({var("j"), op("−"), var("p")})), punct(), var("h")}))});
}

/// The stack that reads the tokens on screen: the encoder, where there is one.
const Part* shown_stack(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  return architecture.source_stack ? architecture.source_stack : architecture.target_stack;
}

DistanceBuckets shown_buckets(const ModelConfig& config) {
  return distance_buckets(config, shown_stack(config));
}

/// Queries that are farther from each other see the same buckets.
Index bucketed_queries(const ModelConfig& config) {
  return std::min(longest_source(config), config.relative_distance);
}

/// [T,queries]
std::vector<float> bucket_cells(const PositionsFrame& frame) {
  const DistanceBuckets buckets = shown_buckets(frame.trace.config());
  std::vector<float> cells;
  for (Index key = 0; key < frame.positions; ++key)
    for (Index query = 0; query < frame.width; ++query)
      cells.push_back(static_cast<float>(buckets.of(key - query)));
  return cells;
}

std::string bucket_origin(const PositionsFrame& frame, Index query) {
  return "b(" + std::to_string(frame.position) + " − " + std::to_string(query) + ")";
}

/// Of the shown stack; null where the model learns no such biases.
const TraceTensor* learned_biases(const Trace& trace) {
  const Part& stack = *shown_stack(trace.config());
  for (const TraceTensor& parameter : trace.parameters())
    if (parameter.is(relative_bias_sites::kRelativeBiasWeight) && parameter.place.within(stack))
      return &parameter;
  return nullptr;
}

/// From each distance at which keys can stand to what one head adds there.
struct BiasCurve {
  std::string name;
  std::vector<double> distance, bias;
};

BiasCurve bias_curve(const PositionsFrame& frame, const TraceTensor& table, Index head) {
  const DistanceBuckets buckets = shown_buckets(frame.trace.config());
  const Index farthest = frame.positions - 1, last = buckets.sides == BucketSides::Both ? farthest : 0;
  BiasCurve curve{"head " + std::to_string(head), {}, {}};
  for (Index distance = -farthest; distance <= last; ++distance) {
    const Index cell = buckets.of(distance) * table.shape[1] + head;
    curve.distance.push_back(static_cast<double>(distance));
    curve.bias.push_back(static_cast<double>(table.value[static_cast<std::size_t>(cell)]));
  }
  return curve;
}

void draw_bias_curves(const PositionsFrame& frame, const TraceTensor& table) {
  std::vector<BiasCurve> curves;
  for (const Index head : drawn_heads(table.shape[1], frame.model.state.selection.head))
    curves.push_back(bias_curve(frame, table, head));
  std::vector<Series> series;
  for (const BiasCurve& curve : curves)
    series.push_back({.name = curve.name, .x = curve.distance, .y = curve.bias});
  line_plot("biases", series,
            {.x_title = "distance from query to key",
             .x_values = AxisValues::Whole,
             .marker = 0.0,
             .target = "positions.similarity"});
}

/// "encoder", "encoder, 8 of 12 heads": whose biases are drawn.
std::string drawn_biases_words(const PositionsFrame& frame, const TraceTensor& table) {
  const std::string heads = drawn_heads_words(table.shape[1]);
  return std::string(shown_stack(frame.trace.config())->title) + (heads.empty() ? "" : ", " + heads);
}

void draw_learned_biases(const PositionsFrame& frame, const PositionRows&, ImVec2 size) {
  ImGui::BeginChild("biases", size, false, ImGuiWindowFlags_NoBackground);
  const TraceTensor* const table = learned_biases(frame.trace);
  panel_header("Learned bias of each head", table ? drawn_biases_words(frame, *table) : "");
  if (table) {
    draw_bias_curves(frame, *table);
  } else {
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 "This model has no such biases. With model.positions=relative_bias it learns one for each "
                 "bucket and head.");
  }
  ImGui::EndChild();
}

}  // namespace

extern const PositionPage kRelativeBiasPage = {
    .scheme = "relative_bias",
    .formula = relative_bias_formula,
    .hint = "T5 itself leaves out √D.",
    .row = "query",
    .map_title = "Bucket of every key and query",
    .width = bucketed_queries,
    .table = bucket_cells,
    .of_weights = true,  // on which sides distances count is the model's too
    .y_title = "bucket",
    .origin = bucket_origin,
    .value_word = "bucket",
    .whole_values = true,
    .draw_similarity = draw_learned_biases};

}  // namespace attnlab
