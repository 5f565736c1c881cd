// A derivation as an indented tree, each cell a link.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "app/views/inspector/explained.h"
#include "app/views/inspector/operands.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// The tree with all terms, once somebody asked for them.
struct WholeTree {
  std::weak_ptr<const Explained> of;
  std::vector<DerivationLine> lines;
};

const std::vector<DerivationLine>& tree_lines(const InspectorFrame& frame) {
  if (!wants_all_terms(frame)) return frame.explained->lines;
  WholeTree& whole = frame.model.remembered<WholeTree>();
  if (whole.of.lock() != frame.explained) whole = {frame.explained, derivation_lines(frame.derivation.root)};
  return whole.lines;
}

/// An operand's indices, without those that it shares with the explained cell.
std::string other_words(const InspectorFrame& frame, const CellName& cell) {
  const CellName& own = frame.derivation.cell;
  std::string words;
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis) {
    const bool same =
        axis < own.index.size() && axis + 1 < cell.index.size() && own.index[axis] == cell.index[axis];
    const std::string part = same ? "" : axis_words(frame.trace, cell, axis, frame.model.vocabularies.get());
    if (!part.empty()) words += (words.empty() ? "" : " · ") + part;
  }
  return words;
}

/// The room of a line's words, and that of its number at the right end, which is never cut. Deep lines are
/// indented less than their depth where the panel is narrow.
struct LineRoom {
  Box words, number;
};

LineRoom room_of(const Box& box, int depth, const std::string& number) {
  const float right = box.max.x - em() * 0.4f,
              middle = right - text_size(fonts().mono, number).x - em() * 0.6f;
  const float indent = std::min(em() * static_cast<float>(depth), (middle - box.min.x) * 0.35f);
  return {{{box.min.x + em() * 0.2f + std::max(indent, 0.0f), box.min.y}, {middle, box.max.y}},
          {{middle, box.min.y}, {right, box.max.y}}};
}

/// Draws "+ 48 terms", or the words and the value of a part. Returns whether the words were cut.
bool draw_line_text(const Box& box, const DerivationLine& line, Colour ink, Colour number_ink,
                    const std::string& after) {
  const Canvas canvas = window_canvas();
  const std::string number = line.value == 0 ? "0" : format_small(line.value, widgets().digits + 1);
  const LineRoom room = room_of(box, line.depth, number);
  const bool cut = draw_text_in(canvas, fonts().ui, room.words, ink, line.words, Align::Left, Cut::Meant);
  const float end = room.words.min.x + text_size(fonts().ui, line.words).x + em() * 0.6f;
  if (!after.empty() && end < room.words.max.x)
    draw_text_in(canvas, fonts().small, {{end, box.min.y}, room.words.max}, theme().palette.text_dim,
                 fitted(fonts().small, after, room.words.max.x - end));
  draw_text_in(canvas, fonts().mono, room.number, number_ink, number, Align::Right);
  return cut;
}

/// Draws the line of the unlisted terms; a press lists them.
void draw_rest_line(const InspectorFrame& frame, const DerivationLine& line, const Box& box) {
  if (ImGui::InvisibleButton("rest", box.size())) wants_all_terms(frame) = true;
  mark("inspector.operand.rest", box);
  const Palette& p = theme().palette;
  if (ImGui::IsItemHovered()) {
    window_canvas().fill(box, p.raised_hover, em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip("Show all terms");
  draw_line_text(box, line, p.accent, p.text, "");
}

void draw_tree_line(const InspectorFrame& frame, const DerivationLine& line) {
  const Box box =
      box_at(ImGui::GetCursorScreenPos(), {ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  if (!line.part) return draw_rest_line(frame, line, box);
  const DerivationPart& part = *line.part;
  const bool link = part.kind == Expression::Kind::Cell;
  const std::string name = link ? "inspector.operand[" + std::to_string(line.links - 1) + ",0]" : "line";
  if (ImGui::InvisibleButton(name.c_str(), box.size())) follow_operand(frame, &part);
  const Palette& p = theme().palette;
  if (!link) {
    if (draw_line_text(box, line, p.text_dim, p.text, "")) tip(line.words);
    return;
  }
  mark(name, box);
  const Role role = tensor_role(frame.trace, part.cell.tensor);
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) {
    window_canvas().fill(box, role_tint(role), em() * 0.2f);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  }
  tip(part.cell.text());
  const Colour ink = role_text(role, hovered);
  draw_line_text(box, line, ink, ink, other_words(frame, part.cell));
}

}  // namespace

void draw_operand_tree(const InspectorFrame& frame) {
  const std::vector<DerivationLine>& lines = tree_lines(frame);
  const float row = std::ceil(em() * 1.5f);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(lines.size()), row);
  while (clipper.Step()) {
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
      ImGui::PushID(i);
      draw_tree_line(frame, lines[static_cast<std::size_t>(i)]);
      ImGui::PopID();
    }
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
