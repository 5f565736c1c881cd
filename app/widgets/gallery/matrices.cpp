// Gallery pages with heat maps and products.
#include <imgui.h>

#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/splitter.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "app/widgets/product/layout.h"
#include "app/widgets/product/operand_table.h"

namespace attnlab {
namespace {

HeatMapOptions options_for(const GalleryData& d, const char* title, const char* detail, Role role) {
  HeatMapOptions o;
  o.title = title;
  o.detail = detail;
  o.role = role;
  o.rows = {.names = d.tokens, .unknown = d.unknown, .title = "queries", .role = Role::Query};
  o.cols = {.names = d.tokens, .unknown = d.unknown, .title = "keys", .role = Role::Key};
  return o;
}

constexpr ColourScale kSigned{Scale::Diverging, RangeMode::Symmetric, {0, 1}};
constexpr ColourScale kProbability{Scale::Sequential, RangeMode::Fixed, {0, 1}};

}  // namespace

void Gallery::matrices_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float gap = em() * 2.2f, third = (room.x - 2 * gap) / 3, upper = room.y * 0.53f;
  HeatMapOptions o = options_for(data_, "masked", "7 × 7", Role::None);
  o.size = {third, upper};
  o.scale = kSigned;
  o.target = "masked";
  o.selected = selected_;
  const HeatMapResult masked = heat_map("masked", data_.masked.view(), o);
  if (masked.clicked) selected_ = *masked.clicked;
  ImGui::SameLine(0, gap);
  o = options_for(data_, "weights", "softmax of each row", Role::Output);
  o.size = {third, upper};
  o.scale = kProbability;
  o.target = "weights";
  o.linked = selected_;
  o.highlight_row = selected_.row;
  o.dim_others = true;
  const HeatMapResult weights = heat_map("weights", data_.weights.view(), o);
  if (weights.clicked) selected_ = *weights.clicked;
  ImGui::SameLine(0, gap);
  o = options_for(data_, "weights", "256 × 256", Role::Output);
  o.rows = {.title = "queries", .role = Role::Query};
  o.cols = {.title = "keys", .role = Role::Key};
  o.size = {third, upper};
  o.scale = {Scale::Sequential, RangeMode::PerMatrix, {0, 1}};
  heat_map("large", data_.large.view(), o);
  ImGui::Dummy({0, em() * 0.6f});
  const ImVec2 below{third * 0.9f, ImGui::GetContentRegionAvail().y};
  o = options_for(data_, "query", "7 × 8", Role::Query);
  o.cols = {.title = "d"};
  o.size = below;
  o.scale = {Scale::Diverging, RangeMode::PerMatrix, {0, 1}};
  o.edited = {2, 5};
  heat_map("query", data_.query.view(), o);
  ImGui::SameLine(0, gap);
  o.title = "context";
  o.role = Role::Output;
  o.scale.mode = RangeMode::PerRow;
  o.edited = {};
  o.size.x = third * 0.55f;
  heat_map("context", data_.context.view(), o);
  ImGui::SameLine(0, gap);
  o.title = "tall";
  o.detail = "1024 × 16";
  o.role = Role::Residual;
  o.rows = {.title = "positions"};
  o.square = false;
  o.scale = kSigned;
  o.size.x = third * 0.5f;
  heat_map("tall", data_.tall.view(), o);
  ImGui::SameLine(0, gap);
  ImGui::BeginGroup();
  group_label("heads");
  for (int i = 0; i < 8; ++i) {
    const std::string name = "head " + std::to_string(i);
    ThumbnailOptions t{.label = name,
                       .role = Role::Output,
                       .selected = head_ == i,
                       .ablated = i == 5,
                       .edited = i == 6,
                       .target = "thumb." + std::to_string(i),
                       .tooltip = name};
    if (thumbnail(name.c_str(), data_.heads[i].view(), t).clicked) head_ = i;
    if (i % 4 != 3) ImGui::SameLine();
  }
  ImGui::EndGroup();
}

void Gallery::inspector(float width) {
  ImGui::BeginChild("inspector", {width, 0}, false);
  panel_header("Why this number?", "scores");
  const int q = selected_.row, k = selected_.col;
  std::vector<OperandTerm> terms;
  std::vector<Formula> sum{math::text("scores"),
                           math::bracket(math::row({math::number(std::to_string(q)), math::punct(),
                                                    math::number(std::to_string(k))})),
                           math::rel()};
  for (int d = 0; d < data_.query.cols; ++d) {
    terms.push_back({"d = " + std::to_string(d), data_.query.at(q, d), data_.key.at(k, d)});
    if (d > 0) sum.push_back(math::op("+"));
    sum.push_back(math::number(format_factor(terms.back().left, 2), Role::Query));
    sum.push_back(math::op("×"));
    sum.push_back(math::number(format_factor(terms.back().right, 2), Role::Key));
  }
  sum.push_back(math::rel());
  sum.push_back(math::number(format_fixed(data_.scores.at(q, k), 2), Role::Output));
  draw_formula("written", math::row(sum),
               {.size = 0.68f, .wrap_width = ImGui::GetContentRegionAvail().x - em()});
  ImGui::Dummy({0, em() * 0.3f});
  OperandTableOptions o{.left_name = "query",
                        .right_name = "key",
                        .left_role = Role::Query,
                        .right_role = Role::Key,
                        .result_role = Role::Output,
                        .result = data_.scores.at(q, k),
                        .result_name = "scores",
                        .target = "terms"};
  operand_table("terms", terms, o);
  ImGui::EndChild();
}

void Gallery::product_page() {
  if (panel_ <= 0) panel_ = em() * 25;
  const ImVec2 room = ImGui::GetContentRegionAvail();
  ImGui::BeginChild("stage", {room.x - panel_ - splitter_thickness() - em(), 0}, false,
                    ImGuiWindowFlags_HorizontalScrollbar);
  ProductOptions p;
  p.left = {data_.query.view(), "Q", "queries, 7 × 8", Role::Query, kSigned, "product.q", "query"};
  p.right = {data_.key.view().transposed(), "Kᵀ", "keys, 8 × 7", Role::Key, kSigned, "product.k", "key"};
  p.result = {data_.scores.view(), "scores = QKᵀ", "7 × 7", Role::Output, kSigned,
              "product.scores",    "scores"};
  p.rows = {.names = data_.tokens, .unknown = data_.unknown, .title = "queries", .role = Role::Query};
  p.cols = {.names = data_.tokens, .unknown = data_.unknown, .title = "keys", .role = Role::Key};
  p.inner = {.title = "d"};
  p.selected = selected_;
  p.lit = lit_;
  const ProductResult r = product_layout("product", p);
  if (r.clicked) selected_ = *r.clicked;
  ImGui::EndChild();
  ImGui::SameLine(0, em() * 0.5f);
  panel_ = splitter("gallery.splitter", panel_,
                    {.least = em() * 15, .most = room.x * 0.6f, .length = room.y, .panel_after = true})
               .value_or(panel_);
  ImGui::SameLine(0, em() * 0.5f);
  inspector(0);
}

}  // namespace attnlab
