// A product on the stage: its three matrices, its bias, and clicks in them.
#include "app/views/stage/stage_product.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/cells.h"
#include "app/widgets/heat_map/legend.h"

namespace attnlab {

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
               role_text(p.bias.role), "+ bias b", Align::Right);
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
