// Gallery parts below the tokens and the trees: tables of operands, columns.
#include <imgui.h>

#include "app/widgets/base/controls.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/plots/column_chart.h"
#include "app/widgets/plots/histogram.h"
#include "app/widgets/product/operand_table.h"
#include "app/widgets/tokens/token_text.h"
#include "app/widgets/tokens/tree.h"

namespace attnlab {

void Gallery::trees_page() {
  const TreeNode nodes[] = {
      {.depth = 0, .text = "the", .detail = "-0.36", .weight = 0.7f, .lit = true},
      {.depth = 0, .text = "a", .detail = "-1.61", .weight = 0.2f},
      {.depth = 0, .text = "some", .detail = "-3.00", .weight = 0.05f, .alive = false},
      {.parent = 0, .depth = 1, .text = "cat", .detail = "-0.87", .weight = 0.6f, .lit = true},
      {.parent = 0, .depth = 1, .text = "dog", .detail = "-1.74", .weight = 0.25f},
      {.parent = 1,
       .depth = 1,
       .text = "incomprehensibility",
       .detail = "-4.61",
       .weight = 0.05f,
       .alive = false},
      {.parent = 3, .depth = 2, .text = "sleeps", .detail = "-1.20", .weight = 0.72f, .lit = true},
      {.parent = 4, .depth = 2, .text = "<eos>", .detail = "-2.10", .weight = 0.7f, .ended = true},
      {.parent = 3, .depth = 2, .text = "eats", .detail = "-3.90", .weight = 0.05f, .alive = false},
      {.parent = 6,
       .depth = 3,
       .text = "<eos>",
       .detail = "-1.25",
       .weight = 0.95f,
       .ended = true,
       .lit = true}};
  group_label("the selected path, what continued, what was dropped, and ends");
  const TreeResult drawn = tree("tree", nodes, {.root = "<sos>", .target = "tree"});
  if (drawn.clicked >= 0) ++clicks_;
  ImGui::Dummy({0, em()});
  group_label("one node; none");
  tree("one", {nodes, 1}, {.root = "the text"});
  ImGui::Dummy({0, em()});
  tree("none", {}, {.root = "the text"});
  ImGui::Dummy({0, em()});
  draw_columns();
}

/// Products, a plain sum, and a long sum without its smallest terms.
void Gallery::draw_operands() {
  const float gap = em() * 2, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  std::vector<OperandTerm> products, parts;
  double sum = 0, plain = 0;
  for (int d = 0; d < data_.query.cols; ++d) {
    products.push_back(
        {"d = " + std::to_string(d), data_.query.at(selected_.row, d), data_.key.at(selected_.col, d)});
    sum += products.back().product();
  }
  for (std::size_t i = 0; i < data_.tokens.size(); ++i) {
    parts.push_back({display_token(data_.tokens[i]), data_.scaled.at(selected_.row, static_cast<int>(i)), 1});
    plain += parts.back().left;
  }
  OperandTableOptions o{.left_name = "query",
                        .right_name = "key",
                        .left_role = Role::Query,
                        .right_role = Role::Key,
                        .result_role = Role::Output,
                        .result = sum,
                        .result_name = "score",
                        .linked = 3,
                        .target = "products"};
  const auto panel = [&](const char* id, const char* title, const char* detail,
                         std::span<const OperandTerm> terms) {
    ImGui::BeginChild(id, {width, 0});
    panel_header(title, detail);
    operand_table(id, terms, o);
    ImGui::EndChild();
  };
  panel("products", "Products", "a term is lit from elsewhere", products);
  ImGui::SameLine(0, gap);
  o = {.left_name = "score", .result = plain, .single = true, .target = "sum"};
  panel("sum", "A plain sum", "", parts);
  ImGui::SameLine(0, gap);
  o = {.left_name = "query", .right_name = "key", .result = sum, .others = 5, .target = "rest"};
  for (std::size_t i = 3; i < products.size(); ++i) o.rest += products[i].product();
  panel("rest", "Most terms left out", "a line tells how many", std::span(products).first(3));
}

/// Values on both sides of zero, many columns, and a histogram in a low strip.
void Gallery::draw_columns() {
  const float gap = em() * 2, width = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3,
              height = ImGui::GetContentRegionAvail().y;
  std::vector<double> change, many;
  for (int d = 0; d < data_.query.cols; ++d) change.push_back(data_.query.at(3, d));
  for (int i = 0; i < 64; ++i) many.push_back(data_.wide_scores.at(255, i) * data_.wide_scores.at(255, i));
  column_chart("both", change, {.size = {width, height}, .selected = 4, .y_title = "above and below zero"});
  ImGui::SameLine(0, gap);
  column_chart("many", many, {.size = {width, height}, .role = Role::Key, .y_title = "many"});
  ImGui::SameLine(0, gap);
  const HistogramSeries values[] = {{.name = "values", .values = data_.tall.values}};
  histogram_plot("strip", values,
                 {.size = {width, std::min(height, em() * 9)}, .x_title = "one set of values"});
}

}  // namespace attnlab
