// A product on the stage: its three matrices, its bias, and clicks in them.
#include "app/views/stage/stage_product.h"

#include <algorithm>
#include <cmath>

#include "app/views/stage/stages.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/legend.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Marks the selected head's columns in the joined contexts.
void mark_head(const StageFrame& frame, const HeatMapResult& concat) {
  const Index size = frame.trace.config().head_size();
  const auto x = [&](Index column) {
    return std::clamp(concat.grid.min.x + concat.cell_width * float(column), concat.cells.min.x,
                      concat.cells.max.x);
  };
  const Index first = frame.selection.head * size;
  const Box head{{x(first), concat.cells.max.y + em() * 0.15f},
                 {x(first + size), concat.cells.max.y + em() * 0.35f}};
  const Canvas canvas = window_canvas();
  canvas.fill(head, role_text(Role::Output));
}

TensorSlice head_rows(const StageFrame& frame, const TensorSlice& whole, Index head) {
  const Index size = frame.trace.config().head_size();
  return row_range(whole, head * size, size);
}

TensorSlice head_columns(const StageFrame& frame, const TensorSlice& whole, Index head) {
  const Index size = frame.trace.config().head_size();
  return column_range(whole, head * size, size);
}

/// The operands of the projection, found again only for another tensor or trace.
struct StageProjection {
  TraceKey trace;
  std::string tensor;
  Projection found;
};

const Projection& projection_of(const StageFrame& frame, const std::string& tensor) {
  StageProjection& cache = frame.model.remembered<StageProjection>();
  if (cache.trace != frame.model.trace_key() || cache.tensor != tensor)
    cache = {frame.model.trace_key(), tensor, find_projection(frame.trace, tensor)};
  return cache.found;
}

struct ProjectionLook {
  const char* symbol;
  const char* title;
  const char* weights;
};

ProjectionLook look_of(Stage stage) {
  switch (stage) {
    case Stage::Query: return {symbol::kQuery, tr("Queries Q"), tr("Query weights Wᵀ")};
    case Stage::Key: return {symbol::kKey, tr("Keys K"), tr("Key weights Wᵀ")};
    case Stage::Value: return {symbol::kValue, tr("Values V"), tr("Value weights Wᵀ")};
    case Stage::Output: return {symbol::kOutput, tr("Output Y"), tr("Output weights Wᵀ")};
    default: no_such_kind("projection");
  }
}

}  // namespace

void draw_projection_stage(StageFrame& frame) {
  const Stage stage = frame.model.state.chosen.stage;
  const bool output = stage == Stage::Output;
  const bool of_keys = stage == Stage::Key || stage == Stage::Value;
  const ProjectionLook look = look_of(stage);
  const Role role = stage_role(stage);
  const std::string name = stage_tensor(frame.selection, stage);
  const Projection& parts = projection_of(frame, name);
  TensorSlice weight = frame.named(parts.weight), bias = frame.named(parts.bias);
  const Index head = of_keys ? frame.selection.key_head() : frame.selection.head;
  if (!output) weight = head_rows(frame, weight, head), bias = head_columns(frame, bias, head);
  Product p;
  p.left = {frame.named(parts.input),
            output ? symbol::kConcat : symbol::kInput,
            output ? tr("Concatenated heads") : tr("Input X"),
            output ? Role::Output : Role::Residual,
            signed_scale(),
            "stage.left"};
  p.right = {transposed(weight),         symbol::kWeight, look.weights,
             output ? Role::None : role, signed_scale(),  "stage.right"};
  p.result = {frame.matrix(stage), look.symbol, look.title, role, signed_scale(), "stage.result"};
  p.bias = {bias, symbol::kBias, "", output ? Role::None : role, signed_scale(), "stage.bias"};
  p.rows = of_keys ? frame.key_labels() : frame.query_labels();
  if (stage == Stage::Value) p.rows.role = Role::Value;
  p.rows_are_queries = !of_keys;
  p.cols.title = output ? tr("features c") : "d";
  p.inner.title = tr("features c");
  const ProductResult r = draw_product(frame, p);
  if (output) mark_head(frame, r.left);
}

void draw_scores_stage(StageFrame& frame) {
  Product p;
  // Rotary positions rotate queries and keys before their product.
  const TensorSlice turned_query = frame.matrix("rotated_query"), turned_key = frame.matrix("rotated_key");
  const bool turned = !turned_query.empty();
  p.left = {turned ? turned_query : frame.matrix(Stage::Query),
            symbol::kQuery,
            turned ? tr("Rotated queries Q") : tr("Queries Q"),
            Role::Query,
            signed_scale(),
            "stage.left"};
  p.right = {transposed(turned ? turned_key : frame.matrix(Stage::Key)),
             symbol::kKey,
             turned ? tr("Rotated keys Kᵀ") : tr("Keys Kᵀ"),
             Role::Key,
             signed_scale(),
             "stage.right"};
  p.result = {frame.matrix(Stage::Scores),
              symbol::kScores,
              tr("Scores S"),
              Role::None,
              signed_scale(),
              "stage.result"};
  p.rows = frame.query_labels();
  p.cols = frame.key_labels();
  p.inner.title = "d";
  p.cols_are_keys = true;
  // Wide cells make room for numbers; without room for numbers, square cells show the diagonal.
  if (p.result.slice.view.rows > kMostNumberedRows) p.widest = 1.3f;
  draw_product(frame, p);
}

void draw_context_stage(StageFrame& frame) {
  const TensorSlice weights = frame.matrix(Stage::Softmax), masked = frame.matrix(Stage::Masked);
  const std::vector<unsigned char> hidden =
      masked.empty() ? std::vector<unsigned char>() : masked_cells(masked.view);
  Product p;
  p.left = {weights,      symbol::kAttention,         tr("Attention weights A"),
            Role::Output, weight_scale(weights.view), "stage.left"};
  if (!hidden.empty()) p.left.slice.view.mask = hidden.data();
  p.right = {
      frame.matrix(Stage::Value), symbol::kValue, tr("Values V"), Role::Value, signed_scale(), "stage.right"};
  p.result = {frame.matrix(Stage::Context),
              symbol::kContext,
              tr("Context Z"),
              Role::Output,
              signed_scale(),
              "stage.result"};
  p.rows = frame.query_labels();
  p.inner = frame.key_labels();
  p.cols.title = "d";
  draw_product(frame, p);
}

namespace {

ProductPart part_of(const StageMatrix& m) {
  ProductPart part;
  part.matrix = m.slice.view;
  part.title = m.title;
  part.detail = m.detail.empty() ? size_text(m.slice) : m.detail;
  part.role = m.role;
  part.scale = m.scale;
  part.target = m.target;
  part.tensor = m.symbol;
  return part;
}

ProductOptions options_of(const StageFrame& frame, const Product& p) {
  ProductOptions o;
  o.left = part_of(p.left);
  o.right = part_of(p.right);
  o.result = part_of(p.result);
  o.rows = p.rows;
  o.cols = p.cols;
  o.inner = p.inner;
  o.widest = p.widest;
  o.selected = selected_in(frame, p.result.slice);
  o.size = ImGui::GetContentRegionAvail();
  return o;
}

float bias_height() { return std::ceil(em() * 1.5f); }

/// Draws the bias, which is the same for every token, as one row under the result with the result's columns.
void draw_bias(StageFrame& frame, const Product& p, const ProductResult& product) {
  const HeatMapResult& result = product.result;
  HeatMapOptions o;
  o.role = p.bias.role;
  o.scale = p.bias.scale;
  o.rows.hidden = o.cols.hidden = true;
  o.legend = false;
  o.cell_width = result.whole_cell.x;
  o.cell_height = bias_height();
  o.target = p.bias.target;
  o.cols_with = {{p.result.target, MapAxis::Columns}};
  o.leads = false;
  o.tensor = p.bias.symbol;
  o.selected = {0, selected_in(frame, p.result.slice).col};
  const float y = result.cells.max.y + em() * 2.3f;
  move_cursor({result.cells.min.x, y});
  const HeatMapResult drawn = heat_map("bias", p.bias.slice.view, o);
  const Canvas canvas = window_canvas();
  const float right = result.cells.min.x - em() * 0.6f, name_width = em() * 3.6f;
  draw_text_in(canvas, fonts().ui_bold, {{right - name_width, y}, {right, y + bias_height()}},
               role_text(p.bias.role), tr("+ bias b"), Align::Right);
  const MatrixFacts& facts = matrix_facts(ImGui::GetID("bias"), p.bias.slice.view, p.bias.scale);
  const float legend_right = right - name_width - em() * 0.5f,
              legend_left = std::max(legend_right - em() * 15, product.bounds.min.x);
  if (legend_right - legend_left >= legend_width(facts.range(0), p.bias.scale))
    draw_legend(canvas, {{legend_left, y}, {legend_right, y + bias_height()}}, facts.range(0), p.bias.scale,
                p.bias.slice.view.at(0, o.selected.col));
  tie(frame, p.bias, drawn);
  follow_click(frame, p.bias, drawn);
}

}  // namespace

ProductResult draw_product(StageFrame& frame, const Product& p) {
  ProductOptions o = options_of(frame, p);
  const bool biased = !p.bias.slice.empty();
  if (biased) o.size.y -= bias_height() + em() * 0.7f;
  const ProductResult r = product_layout("product", o);
  tie(frame, p.left, r.left);
  tie(frame, p.right, r.right);
  tie(frame, p.result, r.result);
  follow_click(frame, p.left, r.left);
  follow_click(frame, p.right, r.right);
  choose_click(frame, p.result.slice, r.result);
  choose_token(frame, p.rows_are_queries ? TokenRole::Query : TokenRole::Key, r.left.clicked_row_label);
  if (p.cols_are_keys) choose_token(frame, TokenRole::Key, r.right.clicked_col_label);
  if (biased) draw_bias(frame, p, r);
  keep_in_sight(seen_cell_box(r.result, o.selected), o.selected);
  return r;
}

}  // namespace attnlab
