// Gallery page with rich text at several widths.
#include "app/widgets/rich_text/rich_text.h"

#include <cmath>
#include <vector>

#include "app/widgets/base/controls.h"
#include "app/widgets/base/text_area.h"
#include "app/widgets/gallery/gallery.h"

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

}  // namespace attnlab
