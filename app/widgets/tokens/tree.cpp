// Nodes as chips in columns, joined by curves.
#include "app/widgets/tokens/tree.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

struct Drawing {
  std::span<const TreeNode> nodes;
  TreePlaces places;
  Box bounds;
  float root = 0, column = 0, chip = 0, row = 0;

  Box box(int i) const {
    const auto at = static_cast<std::size_t>(i);
    const float x = bounds.min.x + root + column * float(nodes[at].depth) + column - chip;
    const float y = bounds.min.y + row * float(places.row[at]);
    return box_at({x, y + row * 0.09f}, {chip, std::floor(row * 0.82f)});
  }
  Box root_box() const {
    return box_at({bounds.min.x, bounds.min.y + row * 0.09f}, {root, std::floor(row * 0.82f)});
  }
};

float chip_width(std::span<const TreeNode> nodes) {
  float width = em() * 3;
  for (const TreeNode& node : nodes)
    width = std::max({width, std::min(text_size(fonts().ui, display_token(node.text)).x, em() * 7),
                      text_size(fonts().mono_small, node.detail).x});
  return std::ceil(width + em() * 0.9f);
}

void draw_branch(const Drawing& d, int i) {
  const TreeNode& node = d.nodes[i];
  const Box from = node.parent < 0 ? d.root_box() : d.box(node.parent), to = d.box(i);
  const ImVec2 a{from.max.x, from.centre().y}, b{to.min.x, to.centre().y};
  const float bend = (b.x - a.x) * 0.5f;
  const Colour colour = node.lit     ? theme().palette.accent
                        : node.alive ? theme().palette.text_dim
                                     : theme().palette.border;
  const Canvas canvas = window_canvas();
  canvas.line_to(a);
  canvas.cubic_to({a.x + bend, a.y}, {b.x - bend, b.y}, b, 18);
  canvas.stroke(colour, std::max(1.0f, em() * 0.26f * std::sqrt(node.weight)));
}

void draw_node(const Drawing& d, int i, bool hot) {
  const TreeNode& node = d.nodes[i];
  const Palette& p = theme().palette;
  const Box box = d.box(i);
  const Canvas canvas = window_canvas();
  const float rounding = em() * 0.3f;
  if (node.alive || node.lit)
    canvas.fill(box, node.lit ? p.accent_soft : hot ? p.raised_hover : p.raised, rounding);
  if (node.ended) canvas.frame(box, p.good, rounding, std::max(1.5f, em() / 10));
  if (!node.alive || node.lit) canvas.frame(box, node.lit ? p.accent : p.border, rounding);
  const Box inner{{box.min.x + em() * 0.4f, box.min.y + em() * 0.1f},
                  {box.max.x - em() * 0.4f, box.max.y - em() * 0.1f}};
  const float middle = inner.min.y + inner.height() * 0.54f;
  draw_text_in(canvas, fonts().ui, {inner.min, {inner.max.x, middle}}, node.alive ? p.text : p.text_dim,
               display_token(node.text));
  draw_text_in(canvas, fonts().mono_small, {{inner.min.x, middle}, inner.max}, p.text_dim, node.detail);
}

void draw_root(const Drawing& d, const std::string& text) {
  const Box box = d.root_box();
  const Canvas canvas = window_canvas();
  canvas.fill(box, theme().palette.raised, em() * 0.3f);
  draw_text_in(canvas, fonts().ui,
               {{box.min.x + em() * 0.3f, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}},
               theme().palette.text_dim, text, Align::Centre);
}

}  // namespace

TreePlaces tree_places(std::span<const TreeNode> nodes) {
  TreePlaces places;
  std::vector<int> filled;
  for (const TreeNode& node : nodes) {
    const auto depth = static_cast<std::size_t>(node.depth);
    if (filled.size() <= depth) filled.resize(depth + 1, 0);
    places.row.push_back(filled[depth]++);
    places.rows = std::max(places.rows, filled[depth]);
  }
  places.columns = static_cast<int>(filled.size());
  return places;
}

TreeResult tree(const char* id, std::span<const TreeNode> nodes, const TreeOptions& o) {
  Drawing d{nodes, tree_places(nodes), {}, 0, 0, chip_width(nodes), std::ceil(em() * 3)};
  d.root = std::min(text_size(fonts().ui, o.root).x, em() * 8) + em() * 1.2f;
  d.column = std::max(o.column, d.chip + em() * 1.7f);
  d.bounds = box_at(ImGui::GetCursorScreenPos(), {d.root + d.column * float(std::max(d.places.columns, 1)),
                                                  d.row * float(std::max(d.places.rows, 1))});
  TreeResult r;
  r.bounds = d.bounds;
  KeepsDirection kept;
  kept.within(r.bounds);
  const bool pressed = ImGui::InvisibleButton(id, d.bounds.size());
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const bool hovered = ImGui::IsItemHovered();
  const auto count = static_cast<int>(nodes.size());
  for (int i = 0; i < count; ++i)
    if (hovered && d.box(i).contains(pointer)) r.hovered = i;
  if (pressed) r.clicked = r.hovered;
  mark_part(o.target, "tree", d.bounds);
  for (const bool lit : {false, true})
    for (int i = 0; i < count; ++i)
      if (nodes[i].lit == lit) draw_branch(d, i);
  draw_root(d, o.root);
  for (int i = 0; i < count; ++i) {
    if (!o.target.empty()) mark(o.target + "[" + std::to_string(i) + ",0]", d.box(i));
    draw_node(d, i, i == r.hovered);
  }
  return r;
}

}  // namespace attnlab
