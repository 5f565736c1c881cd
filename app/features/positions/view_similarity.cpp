// Positions: the similarity of the dragged position to the others, by distance; for patches, as a picture.
// Also the buckets of the relative position bias of T5. Script names: positions.similarity is the plot or
// picture, positions.measure[0,i] dot product and cosine; positions.similarity is the plot of the learned
// biases.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/positions/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/plots/line_plot.h"
#include "core/analysis/positions.h"
#include "core/language/messages.h"
#include "core/layers/relative_bias.h"
#include "core/models/architecture_kind.h"
#include "core/models/transformer_parts.h"
#include "core/ops/attention/distance_bias.h"

namespace attnlab {
namespace {

Formula relative_bias_formula(const PositionsFrame&) {
  using namespace math;
  const Formula pair = text("h,pj");
  return row({sub(var("S"), pair), rel(), sub(var("s"), pair), op("+"), var("B"),
              bracket(row({call("b", row({var("j"), op("−"), var("p")})), punct(), var("h")}))});
}

/// The stack that reads the tokens on screen: the encoder, if there is one.
const Part* shown_stack(const ModelConfig& config) {
  const ArchitectureKind& architecture = architecture_of(config);
  return architecture.source_stack ? architecture.source_stack : architecture.target_stack;
}

DistanceBuckets shown_buckets(const ModelConfig& config) {
  return distance_buckets(config, shown_stack(config));
}

/// Queries beyond this distance have the same buckets.
Index bucketed_queries(const ModelConfig& config) {
  return std::min(longest_source(config), config.relative_distance);
}

/// [T,queries]
std::vector<float> bucket_cells(const PositionsFrame& frame) {
  const DistanceBuckets buckets = shown_buckets(frame.trace.config());
  std::vector<float> cells;
  for (Index key = 0; key < frame.positions; ++key)
    for (Index query = 0; query < frame.width; ++query) cells.push_back(float(buckets.of(key - query)));
  return cells;
}

std::string bucket_origin(const PositionsFrame& frame, Index query) {
  return "b(" + std::to_string(frame.position) + " − " + std::to_string(query) + ")";
}

/// Of the shown stack; null if the model does not learn such biases.
const TraceTensor* learned_biases(const Trace& trace) {
  const Part& stack = *shown_stack(trace.config());
  for (const TraceTensor& parameter : trace.parameters())
    if (parameter.is(relative_bias_sites::kRelativeBiasWeight) && parameter.place.within(stack))
      return &parameter;
  return nullptr;
}

/// For each distance that a key can have, what one head adds there.
struct BiasCurve {
  std::string name;
  std::vector<double> distance, bias;
};

BiasCurve bias_curve(const PositionsFrame& frame, const TraceTensor& table, Index head) {
  const DistanceBuckets buckets = shown_buckets(frame.trace.config());
  const Index farthest = frame.positions - 1, last = buckets.sides == BucketSides::Both ? farthest : 0;
  BiasCurve curve{tr("head {1}", std::to_string(head)), {}, {}};
  for (Index distance = -farthest; distance <= last; ++distance) {
    const Index cell = buckets.of(distance) * table.shape[1] + head;
    curve.distance.push_back(double(distance));
    curve.bias.push_back(double(table.value[cell]));
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
            {.x_title = tr("distance from query to key"),
             .x_values = AxisValues::Whole,
             .marker = 0.0,
             .target = "positions.similarity"});
}

/// "encoder", "encoder, 8 of 12 heads": whose biases are drawn.
std::string drawn_biases_words(const PositionsFrame& frame, const TraceTensor& table) {
  const std::string heads = drawn_heads_words(table.shape[1]);
  return std::string(tr(shown_stack(frame.trace.config())->title)) + (heads.empty() ? "" : ", " + heads);
}

void draw_learned_biases(const PositionsFrame& frame, const PositionRows&, ImVec2 size) {
  ImGui::BeginChild("biases", size, false, ImGuiWindowFlags_NoBackground);
  const TraceTensor* const table = learned_biases(frame.trace);
  panel_header(tr("Learned bias of each head"), table ? drawn_biases_words(frame, *table) : "");
  if (table) {
    draw_bias_curves(frame, *table);
  } else {
    wrapped_text(fonts().ui, theme().palette.text_dim,
                 tr("This model does not have learned biases. With model.positions=relative_bias, it would "
                    "learn one for each bucket and head."));
  }
  ImGui::EndChild();
}

}  // namespace

extern const PositionPage kRelativeBiasPage = {
    .scheme = "relative_bias",
    .formula = relative_bias_formula,
    .hint = tr_mark("T5 itself does not divide by √D."),
    .row = tr_mark("query"),
    .map_title = tr_mark("Bucket of every key and query"),
    .width = bucketed_queries,
    .table = bucket_cells,
    .of_weights = true,  // on which sides distances count is the model's too
    .y_title = tr_mark("bucket"),
    .origin = bucket_origin,
    .value_word = tr_mark("bucket"),
    .whole_values = true,
    .draw_similarity = draw_learned_biases};

namespace {

/// Smaller relative differences are rounding.
constexpr double kSame = 1e-4;

/// The similarities, cached until the table, the position or the measure changes.
struct PositionSimilarity {
  std::uint64_t table = 0;
  Index position = -1;
  bool cosine = false;
  Similarity similarity;
};

const Similarity& similarity_of(const PositionsFrame& frame, const PositionRows& rows, bool cosine) {
  PositionSimilarity& cache = frame.model.remembered<PositionSimilarity>();
  if (cache.table != rows.view.version || cache.position != frame.position || cache.cosine != cosine)
    cache = {rows.view.version, frame.position, cosine,
             similarity(rows.table, frame.width, frame.position,
                        cosine ? SimilarityMeasure::Cosine : SimilarityMeasure::DotProduct)};
  return cache.similarity;
}

std::vector<Real> row_of(const TraceTensor& tensor, Index head, Index row) {
  const Index heads = tensor.shape[1], positions = tensor.shape[2], size = tensor.shape[3];
  const auto from = static_cast<std::size_t>((std::min(head, heads - 1) * positions + row) * size);
  const auto cells = tensor.value.subspan(from, size);
  return {cells.begin(), cells.end()};
}

/// The selected query and key of a rotary model, for products at any distance.
struct TurnedPair {
  std::string name;
  std::vector<double> cosine;
};

TurnedPair turned_pair(const PositionsFrame& frame, std::span<const double> distances) {
  const Selection& s = frame.model.state.selection;
  const std::string attention = attention_prefix(s);
  const TraceTensor *query = frame.trace.find(attention + ".query"),
                    *key = frame.trace.find(attention + ".key");
  if (!frame.own || !query || !key) return {};
  if (s.query >= query->shape[2] || s.key >= key->shape[2]) return {};
  const std::vector<Real> q = row_of(*query, s.head, s.query), k = row_of(*key, s.key_head(), s.key);
  const RotaryTurns turns = rotary_turns(frame.trace.config());
  const double size = std::sqrt(turned_product(q, q, 0, turns) * turned_product(k, k, 0, turns));
  TurnedPair pair{tr("q of {1} · k of {2}", frame.place(s.query), frame.place(s.key)), {}};
  for (double distance : distances)
    pair.cosine.push_back(size > 0 ? turned_product(q, k, distance, turns) / size : 0);
  return pair;
}

std::string spread_text(const Similarity& s) {
  const double largest =
      std::abs(*std::ranges::max_element(s.mean, {}, [](double v) { return std::abs(v); }));
  if (s.spread <= kSame * largest) return tr("Equal distances have equal values.");
  return tr("Pairs differ from their mean by up to {1}.", format_number(s.spread, 2));
}

void draw_measure(const PositionsFrame& frame) {
  const char* const measures[] = {tr("dot product"), tr("cosine")};
  int chosen = frame.choice.cosine ? 1 : 0;
  ImGui::SameLine(0, 0);
  const float width = segmented_width(measures);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
  if (segmented("positions.measure", measures, chosen)) frame.choose("cosine", chosen ? "on" : "off");
}

void draw_title(const std::string& title) {
  const float width = text_size(fonts().ui_bold, title).x;
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, title);
}

/// The size below the title, less `note` for a line below the plot.
ImVec2 room_in(ImVec2 size, float note) {
  return {size.x, size.y - ImGui::GetFrameHeight() - note - em() * 0.5f};
}

float note_height() { return std::ceil(em() * 1.4f); }

void draw_against_distance(std::span<const Series> series, ImVec2 size) {
  line_plot("similarity", series,
            {.x_title = tr("distance"),
             .size = size,
             .x_values = AxisValues::Whole,
             .marker = 0.0,
             .target = "positions.similarity"});
}

/// Draws exp(−m·distance), the factor on a weight from a head's slope m.
void draw_factors(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  const std::vector<Real> slopes = distance_slopes(frame.width);
  std::vector<double> distance;
  for (Index d = 0; d < frame.positions; ++d) distance.push_back(double(d));
  std::vector<std::vector<double>> factors;
  for (Index head : rows.waves) {
    factors.emplace_back();
    for (double d : distance) factors.back().push_back(std::exp(-double(slopes[head]) * d));
  }
  std::vector<Series> series;
  for (std::size_t i = 0; i < factors.size(); ++i)
    series.push_back({.name = tr("head {1}", std::to_string(rows.waves[i])), .x = distance, .y = factors[i]});
  line_plot("factors", series,
            {.x_title = tr("distance"),
             .size = size,
             .x_values = AxisValues::Whole,
             .y_lo = 0,
             .y_hi = 1.05,
             .target = "positions.similarity"});
}

struct PatchSimilarity {
  std::vector<float> cells;
};

/// Draws the patches as a square, without a class vector before them.
void draw_patches(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  const Similarity& s = similarity_of(frame, rows, frame.choice.cosine);
  const ModelConfig& config = frame.trace.config();
  const auto side = static_cast<int>(config.picture_size / config.patch_size);
  const std::size_t first = has_class_token(config) ? 1 : 0;
  std::vector<float>& cells = frame.model.remembered<PatchSimilarity>().cells;
  cells.clear();
  for (std::size_t i = first; i < s.value.size(); ++i) cells.push_back(float(s.value[i]));
  if (static_cast<int>(cells.size()) < side * side) return;
  const int here = static_cast<int>(frame.position) - static_cast<int>(first);
  HeatMapOptions o;
  o.size = size;
  o.rows.title = tr("patch row");
  o.cols.title = tr("patch column");
  if (here >= 0) o.selected = {here / side, here % side};
  o.target = "positions.similarity";
  const HeatMapResult map = heat_map("patches", matrix_view(cells.data(), side, side), o);
  if (map.clicked)
    frame.choose("position",
                 std::to_string(map.clicked->row * side + map.clicked->col + static_cast<int>(first)));
}

}  // namespace

void draw_table_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  draw_title(tr("Similarity"));
  draw_measure(frame);
  if (frame.pictures) return draw_patches(frame, rows, room_in(size, 0));
  const Similarity& s = similarity_of(frame, rows, frame.choice.cosine);
  const Series series[] = {{.name = tr("mean of all pairs"),
                            .x = s.distance,
                            .y = s.mean,
                            .colour = theme().palette.text_faint,
                            .thickness = 3},
                           {.name = tr("from {1}", frame.place(frame.position)),
                            .x = s.distance,
                            .y = s.value,
                            .colour = theme().palette.accent,
                            .points = true}};
  draw_against_distance(series, room_in(size, note_height()));
  dim_text(spread_text(s));
}

void draw_turned_similarity(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  draw_title(tr("q·k after rotation, as a cosine"));
  const Similarity& s = similarity_of(frame, rows, true);
  const TurnedPair pair = turned_pair(frame, s.distance);
  std::vector<Series> series = {{.name = tr("q and k with equal pairs"),
                                 .x = s.distance,
                                 .y = s.value,
                                 .colour = theme().palette.accent}};
  if (!pair.cosine.empty())
    series.push_back(
        {.name = pair.name, .x = s.distance, .y = pair.cosine, .colour = role_text(Role::Output)});
  draw_against_distance(series, room_in(size, note_height()));
  dim_text(spread_text(s));
}

void draw_weights_left(const PositionsFrame& frame, const PositionRows& rows, ImVec2 size) {
  draw_title(tr("Weight that remains at a distance: exp(−m·distance)"));
  draw_factors(frame, rows, room_in(size, 0));
}

}  // namespace attnlab
