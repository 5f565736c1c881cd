// Draws blocks of text, and their links as items.
#include "app/widgets/rich_text/rich_text.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/rich_text/rich_layout.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Kind = Prose::Kind;

class RichTextDrawing {
 public:
  RichTextDrawing(const RichTextOptions& options, ImVec2 origin)
      : options_(options), origin_(origin), canvas_(window_canvas()) {}

  void draw(const RichLayout& layout) {
    for (const RichBlock& block : layout.blocks) draw_block(block);
  }

  const std::string& clicked() const { return clicked_; }
  int links() const { return links_; }

 private:
  Colour ink() const { return options_.colour ? options_.colour : theme().palette.text; }

  void draw_block(const RichBlock& block) {
    const Palette& p = theme().palette;
    const Box box{{origin_.x + block.box.min.x, origin_.y + block.box.min.y},
                  {origin_.x + block.box.max.x, origin_.y + block.box.max.y}};
    const Kind kind = block.prose->kind;
    const bool dim = kind == Kind::Quote;
    if (dim) canvas_.fill({box.min, {box.min.x + std::floor(em() * 0.2f), box.max.y}}, p.border);
    if (kind == Kind::Code) draw_code(block, box);
    if (kind == Kind::Note) draw_note_face(box);
    if (kind == Kind::Table) draw_rules(block, box);
    if (kind == Kind::Item && !block.runs.empty()) draw_marker(block, box);
    if (kind == Kind::Equation && block.formula) draw_block_formula(block, box);
    for (const RichRun& run : block.runs)
      draw_run(run, {box.min.x + run.at.x, box.min.y + run.at.y}, dim ? p.text_dim : ink());
  }

  void draw_code(const RichBlock& block, const Box& box) const {
    canvas_.fill(box, theme().palette.raised, em() * 0.3f);
    float y = box.min.y + std::floor(em() * 0.4f);
    for (const std::string& line : block.code) {
      draw_text(canvas_, fonts().mono, {std::floor(box.min.x + em() * 0.6f), y}, theme().palette.text, line);
      y += std::ceil(font_size(fonts().mono) * 1.15f);
    }
  }

  void draw_note_face(const Box& box) const {
    const Palette& p = theme().palette;
    canvas_.fill(box, blend(p.panel, p.accent, 0.1f), em() * 0.3f);
    canvas_.frame(box, blend(p.panel, p.accent, 0.45f), em() * 0.3f);
    draw_text(canvas_, fonts().small,
              {std::floor(box.min.x + em() * 0.8f), box.min.y + std::floor(em() * 0.4f)}, p.text_dim,
              tr("For the teacher"));
  }

  void draw_rules(const RichBlock& block, const Box& box) const {
    for (std::size_t r = 0; r + 1 < block.rules.size(); ++r) {
      const float y = std::floor(box.min.y + block.rules[r]);
      canvas_.fill({{box.min.x, y}, {box.max.x, y + 1}},
                   r == 0 ? theme().palette.text_dim : theme().palette.border);
    }
  }

  void draw_marker(const RichBlock& block, const Box& box) const {
    const RichRun& run = block.runs.front();
    const float width = text_size(fonts().ui, block.prose->marker).x;
    draw_text(canvas_, fonts().ui,
              {std::floor(box.min.x + run.at.x - em() * 0.45f - width), std::floor(box.min.y + run.at.y)},
              ink(), block.prose->marker);
  }

  void draw_block_formula(const RichBlock& block, const Box& box) const {
    const float indent = std::floor(em() * 0.9f);
    move_cursor({box.min.x + indent, box.min.y + std::floor(em() * 0.1f)});
    ImGui::PushID(block.prose);
    draw_formula("formula", block.formula,
                 {.size = kBlockFormula, .wrap_width = box.width() - indent, .colour = ink()});
    ImGui::PopID();
  }

  void draw_run(const RichRun& run, ImVec2 at, Colour colour) {
    float y = at.y;
    for (const RichLine& line : run.lines) {
      const float height = std::ceil(std::max(line.ascent + line.descent, em()));
      const float baseline = std::floor(y + std::max(line.ascent, font_ascent(fonts().ui)));
      draw_line(run, line, {at.x, baseline}, colour, {{at.x, y}, {at.x + line.width, y + height}});
      y += height + line_leading();
    }
  }

  /// Neighbours of one span are one text.
  void draw_line(const RichRun& run, const RichLine& line, ImVec2 at, Colour colour, const Box& box) {
    for (std::size_t i = line.first; i < line.end;) {
      std::size_t end = i + 1;
      const bool words = !run.pieces[i].formula;
      while (words && end < line.end && run.pieces[end].span == run.pieces[i].span &&
             !run.pieces[end].formula)
        ++end;
      if (i > line.first) at.x += run.pieces[i].space;
      at.x = draw_pieces(run, i, end, at, colour, box);
      i = end;
    }
  }

  /// Draws pieces of one span; returns where the next begin.
  float draw_pieces(const RichRun& run, std::size_t first, std::size_t end, ImVec2 at, Colour colour,
                    const Box& line) {
    const Span& span = (*run.spans)[run.pieces[first].span];
    float width = run.pieces[first].width;
    std::string text = run.pieces[first].text;
    for (std::size_t i = first + 1; i < end; ++i) {
      width += run.pieces[i].space + run.pieces[i].width;
      text += (run.pieces[i].space > 0 ? " " : "") + run.pieces[i].text;
    }
    const float top = at.y - font_ascent(fonts().ui);
    const bool formula = run.pieces[first].formula != nullptr;
    const Box box{{at.x, formula ? line.min.y : top},
                  {at.x + width, formula ? line.max.y : top + std::ceil(em())}};
    if (!span.link.empty()) colour = draw_link(span, box, colour);
    if (formula) {
      draw_inline_formula(run.pieces[first], at, colour);
    } else {
      draw_words(run, first, text, {at, box}, span.code, colour);
    }
    return at.x + width;
  }

  struct TextPlace {
    ImVec2 at;
    Box box;
  };

  void draw_words(const RichRun& run, std::size_t first, const std::string& text, const TextPlace& place,
                  bool code, Colour colour) const {
    ImFont* const font = run.pieces[first].font;
    float x = place.at.x;
    if (code) {
      const float top = place.at.y - font_ascent(font);
      canvas_.fill({{x, std::floor(top)}, {place.box.max.x, std::ceil(top + font_size(font))}},
                   theme().palette.raised, em() * 0.2f);
      const std::size_t before = first > 0 && run.pieces[first - 1].span == run.pieces[first].span;
      if (!before) x += code_padding();
    }
    draw_text(canvas_, font, {std::floor(x), std::floor(place.at.y - font_ascent(font))}, colour, text);
  }

  void draw_inline_formula(const RichPiece& piece, ImVec2 at, Colour colour) const {
    move_cursor({std::floor(at.x), std::floor(at.y - piece.ascent)});
    ImGui::PushID(&piece);
    draw_formula("formula", piece.formula, {.size = kInlineFormula, .colour = colour});
    ImGui::PopID();
  }

  /// A part of a link in one line; returns its ink.
  Colour draw_link(const Span& span, const Box& box, Colour plain) {
    const bool begins = last_link_ != &span;
    if (begins) ++links_, last_link_ = &span, parts_ = 0;
    const LinkWords words = options_.words ? options_.words(span.link) : LinkWords{};
    move_cursor(box.min);
    ImGui::PushID(links_ + options_.first_link);
    ImGui::PushID(parts_++);
    const bool pressed = ImGui::InvisibleButton("link", {std::max(box.width(), 1.0f), box.height()});
    const bool hovered = ImGui::IsItemHovered();
    if (begins && words.pressed && !options_.target.empty())
      mark(options_.target + ".link." + std::to_string(links_ + options_.first_link - 1), box);
    tip(words.tip);
    ImGui::PopID();
    ImGui::PopID();
    if (pressed && words.pressed) clicked_ = span.link;
    const Palette& p = theme().palette;
    const Colour ink = !words.pressed ? plain : hovered ? p.text : p.accent;
    const float y = std::floor(box.max.y - em() * 0.06f), thick = std::max(1.0f, std::floor(em() / 14));
    if (words.pressed)
      canvas_.fill({{box.min.x, y}, {box.max.x, y + thick}}, hovered ? ink : faded(ink, 0.6f));
    if (hovered && words.pressed) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    return ink;
  }

  const RichTextOptions& options_;
  ImVec2 origin_;
  Canvas canvas_;
  std::string clicked_;
  int links_ = 0, parts_ = 0;
  const Span* last_link_ = nullptr;
};

}  // namespace

RichTextResult rich_text(const char* id, std::span<const Prose> blocks, const RichTextOptions& options) {
  KeepsDirection kept;
  const float width = options.width > 0 ? options.width : ImGui::GetContentRegionAvail().x;
  const RichLayout layout = lay_out_rich_text(blocks, std::floor(width), options.strong);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 origin{std::floor(at.x), std::floor(at.y)};
  kept.within(box_at(origin, {layout.width, layout.height}));
  ImGui::PushID(id);
  RichTextDrawing drawing(options, origin);
  const bool before = std::exchange(widgets().content, true);
  drawing.draw(layout);
  widgets().content = before;
  ImGui::PopID();
  move_cursor(at);
  ImGui::Dummy({layout.width, layout.height});
  return {box_at(origin, {layout.width, layout.height}), drawing.clicked(), drawing.links()};
}

RichTextResult rich_line(const char* id, const Spans& spans, const RichTextOptions& options) {
  const Prose block{.spans = spans};
  return rich_text(id, {&block, 1}, options);
}

float rich_text_height(std::span<const Prose> blocks, float width) {
  return lay_out_rich_text(blocks, std::floor(width)).height;
}

}  // namespace attnlab
