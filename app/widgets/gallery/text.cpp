// Gallery pages with formulas and tokens.
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/text_area.h"
#include "app/widgets/formula/formula.h"
#include "app/widgets/gallery/gallery.h"
#include "app/widgets/heat_map/attention_lines.h"
#include "app/widgets/product/softmax_table.h"
#include "app/widgets/rich_text/rich_text.h"
#include "app/widgets/tokens/token_strip.h"

namespace attnlab {
namespace {

using Kind = Prose::Kind;

Span plain(std::string text) { return {.text = std::move(text)}; }
Span strong(std::string text) { return {.text = std::move(text), .strong = true}; }
Span emphasis(std::string text) { return {.text = std::move(text), .emphasis = true}; }
Span code(std::string text) { return {.text = std::move(text), .code = true}; }
Span formula(std::string text) { return {.text = std::move(text), .formula = true}; }
Span link(std::string text, std::string to) { return {.text = std::move(text), .link = std::move(to)}; }

std::vector<Prose> running_text() {
  return {
      {.kind = Kind::Heading, .spans = {plain("What one word asks")}},
      {.spans = {plain("A "), strong("query"), plain(" asks, a "), emphasis("key"),
                 plain(" answers: their product is the score "), formula("s = q·k/√D"), plain(", which "),
                 link("softmax makes a weight", "term:softmax"), plain(". An address as "),
                 link("this one", "https://example.org"), plain(" is text with a tooltip. The tensor is "),
                 code("decoder.layers.0.self_attention.scores"), plain(".")}},
      {.kind = Kind::Item, .level = 1, .marker = "1.", .spans = {plain("The scores of one row meet.")}},
      {.kind = Kind::Item, .level = 1, .marker = "2.", .spans = {plain("The largest wins:")}},
      {.kind = Kind::Item,
       .level = 2,
       .marker = "•",
       .spans = {plain("softmax keeps their order, and gives "), formula("Σ_j p_j = 1"), plain(";")}},
      {.kind = Kind::Item, .level = 2, .marker = "•", .spans = {plain("the others keep a little.")}},
      {.kind = Kind::Quote, .spans = {plain("Attention is a mean of values, with weights of its own.")}},
      {.kind = Kind::Equation, .spans = {formula("p_i = e^s_i/Σ_j e^s_j")}},
      {.kind = Kind::Note, .spans = {plain("Let the class guess before anybody presses a button.")}}};
}

std::vector<Prose> tables_and_code() {
  const auto row = [](const char* kind, const char* looks, const char* masked) {
    return std::vector<Spans>{{plain(kind)}, {plain(looks)}, {plain(masked)}};
  };
  return {
      {.kind = Kind::Table,
       .rows = {row("attention", "looks at", "masked"), row("encoder self", "the source", "no"),
                row("decoder self", "the target so far, never the words that are still to come", "yes"),
                row("cross", "the source", "no")}},
      {.kind = Kind::Code, .text = "edit zero decoder.layers.0.self_attention#1\nselect.stage softmax"},
      {.spans = {plain("Words without end as "), plain("Donaudampfschifffahrtsgesellschaftskapitänsmütze"),
                 plain(" are cut where the line ends, and "), strong("1,501"), plain(" is not.")}}};
}

}  // namespace

void Gallery::rich_text_page() {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float gap = em() * 2;
  float x = start.x;
  for (const float width : {em() * 38, em() * 24}) {
    move_cursor({x, start.y});
    ImGui::BeginGroup();
    ImGui::PushID(static_cast<int>(width));
    const std::vector<Prose> text = running_text(), more = tables_and_code();
    const RichTextResult drawn =
        rich_text("text", text,
                  {.width = width, .target = x == start.x ? "rich" : "", .words = [](const std::string& to) {
                     return LinkWords{.pressed = to.starts_with("term:"), .tip = to};
                   }});
    if (!drawn.clicked.empty()) link_ = drawn.clicked, ++clicks_;
    ImGui::Dummy({0, em() * 0.5f});
    rich_text("more", more, {.width = width});
    ImGui::PopID();
    ImGui::EndGroup();
    x += width + gap;
  }
  move_cursor({x, start.y});
  ImGui::BeginChild("area", {em() * 20, em() * 12});
  text_area("gallery.essay", essay_, 5);
  dim_text(link_.empty() ? "No link was pressed." : "Pressed: " + link_);
  ImGui::EndChild();
}

namespace {

using namespace math;

Formula query_symbol() { return var("Q", Role::Query, "query"); }
Formula key_symbol() { return var("K", Role::Key, "key"); }
Formula value_symbol() { return var("V", Role::Value, "value"); }
Formula d_k() { return sub(var("d", Role::None, "d_k"), "k"); }

Formula attention_formula() {
  return row({text("Attention"), paren(row({query_symbol(), punct(), key_symbol(), punct(), value_symbol()})),
              rel(), text("softmax"),
              paren(row({frac(row({query_symbol(), sup(key_symbol(), text("T"))}), sqrt(d_k())), op("+"),
                         var("M", Role::Masked, "mask")})),
              value_symbol()});
}

Formula softmax() {
  return row({sub(var("p", Role::Output, "weights"), "i"), rel(),
              frac(sup(text("e"), row({sub(var("s"), "i"), op("−"), text("max"), var("s")})),
                   sum(var("j"), nullptr,
                       sup(text("e"), row({sub(var("s"), "j"), op("−"), text("max"), var("s")}))))});
}

Formula layer_norm() {
  return row({var("y", Role::Residual), rel(), var("γ"), op("⊙"),
              frac(row({var("x", Role::Residual), op("−"), var("μ")}),
                   sqrt(row({sup(var("σ"), text("2")), op("+"), var("ε")}))),
              op("+"), var("β")});
}

Formula score_cell() {
  return row({sub(var("s"), row({var("q"), punct(), var("k")})), rel(),
              sum(row({var("d"), rel("="), number("1")}), var("D"),
                  row({subsup(var("Q", Role::Query, "query"), row({var("q"), punct(), var("d")}), nullptr),
                       op("·"), sub(key_symbol(), row({var("k"), punct(), var("d")}))}))});
}

Formula adam() {
  return lines({row({sub(var("m"), "t"), rel(), sub(var("β"), "1"),
                     sub(var("m"), row({var("t"), op("−"), number("1")})), op("+"),
                     paren(row({number("1"), op("−"), sub(var("β"), "1")})), var("g", Role::Gradient)}),
                row({var("θ"), rel("←"), var("θ"), op("−"), var("η"),
                     frac(var("m̂"), row({sqrt(var("v̂")), op("+"), var("ε")}))})});
}

Formula cross_entropy() {
  return row({var("L"), rel(), op("−"), frac(number("1"), var("T")),
              sum(row({var("t"), rel("="), number("1")}), var("T"),
                  row({text("log"), sub(var("p", Role::Output), "t"), bracket(sub(var("y"), "t"))}))});
}

Formula position() {
  return row({text("PE"), paren(row({var("p"), punct(), row({number("2"), var("i")})})), rel(), text("sin"),
              paren(frac(var("p"), sup(number("10000"), frac(row({number("2"), var("i")}), var("C")))))});
}

Formula clipping() {
  return row({var("g", Role::Gradient), rel("←"), var("g", Role::Gradient), op("·"), text("min"),
              brace(row({number("1"), punct(), frac(var("c"), norm(var("g", Role::Gradient)))}))});
}

}  // namespace

void Gallery::formulas_page() {
  const std::pair<const char*, Formula> shown[] = {{"scaled dot-product attention", attention_formula()},
                                                   {"softmax", softmax()},
                                                   {"one cell of the scores", score_cell()},
                                                   {"layer norm", layer_norm()},
                                                   {"cross-entropy", cross_entropy()},
                                                   {"sinusoidal positions", position()},
                                                   {"an optimizer step", adam()},
                                                   {"gradient clipping", clipping()}};
  const float column = ImGui::GetContentRegionAvail().x / 2;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  symbol_.clear();
  float y = start.y;
  for (int i = 0; i < 8; i += 2) {
    float tallest = 0;
    for (int j = i; j < i + 2; ++j) {
      move_cursor({start.x + column * float(j - i), y});
      ImGui::BeginGroup();
      group_label(shown[j].first);
      ImGui::Dummy({0, em() * 0.2f});
      ImGui::Indent(em());
      const FormulaResult r =
          draw_formula(shown[j].first, shown[j].second,
                       {.size = j == 0 ? 1.15f : 1.0f, .lit = symbol_, .target = j == 0 ? "formula" : ""});
      ImGui::Unindent(em());
      ImGui::EndGroup();
      tallest = std::max(tallest, ImGui::GetItemRectSize().y);
      if (!r.hovered.empty()) symbol_ = r.hovered;
    }
    y += tallest + em() * 2.2f;
  }
  move_cursor({start.x, y});
  dim_text(symbol_.empty() ? "Hover a symbol." : "Hovered: " + symbol_);
  for (float size : {0.6f, 0.8f, 1.5f}) {
    draw_formula(("sizes" + std::to_string(size)).c_str(), attention_formula(), {.size = size});
    ImGui::SameLine(0, em() * 2);
  }
  ImGui::NewLine();
}

void Gallery::tokens_page() {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  TokenStripOptions s{.label = "source",
                      .unknown = data_.unknown,
                      .selected = selected_.row,
                      .role = Role::Query,
                      .target = "source"};
  const TokenStripResult r = token_strip("source", data_.tokens, s);
  if (r.clicked >= 0) selected_.row = r.clicked;
  const std::vector<float>& w = data_.weights.values;
  TokenStripOptions t{.label = "weights",
                      .unknown = data_.unknown,
                      .strength = std::span(w).subspan(selected_.row * 7, 7),
                      .linked = 1,
                      .role = Role::Key,
                      .target = "target"};
  token_strip("target", data_.tokens, t);
  ImGui::Dummy({0, em() * 0.5f});
  const float left = room.x * 0.42f, height = std::min(ImGui::GetContentRegionAvail().y * 0.52f, em() * 21);
  ImGui::BeginChild("lines", {left, height});
  panel_header("Token to token", "thickness is weight");
  AttentionLinesOptions o;
  o.left = o.right = data_.tokens;
  o.left_unknown = o.right_unknown = data_.unknown;
  o.selected_left = selected_.row;
  o.target = "lines";
  const AttentionLinesResult lines = attention_lines("lines", data_.weights.view(), o);
  if (lines.clicked_left >= 0) selected_.row = lines.clicked_left;
  ImGui::EndChild();
  ImGui::SameLine(0, em() * 2);
  ImGui::BeginChild("softmax", {0, height});
  panel_header("Softmax", "of the row of \"" + data_.tokens[selected_.row] + "\"");
  const std::span<const float> scores = std::span(data_.masked.values).subspan(selected_.row * 7, 7);
  SoftmaxTableOptions table{.name = [&](int i) { return data_.tokens[i]; },
                            .weights = t.strength,
                            .score_name = "masked",
                            .selected = selected_.col,
                            .target = "softmax"};
  const SoftmaxTableResult softmax_result = softmax_table("softmax", scores, table);
  if (softmax_result.clicked >= 0) selected_.col = softmax_result.clicked;
  ImGui::EndChild();
  ImGui::Dummy({0, em() * 0.5f});
  draw_operands();
}

}  // namespace attnlab
