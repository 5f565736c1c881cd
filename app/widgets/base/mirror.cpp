// Mirrors the vertices and the clip rectangles of draw lists, and finds the pointer's place in the layout.
#include "app/widgets/base/mirror.h"

#include <algorithm>
#include <span>

#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

using Vertices = std::span<ImDrawVert>;

Box around(std::span<const ImDrawVert> vertices) {
  Box box{{1e9f, 1e9f}, {-1e9f, -1e9f}};
  for (const ImDrawVert& v : vertices) {
    box.min = {std::min(box.min.x, v.pos.x), std::min(box.min.y, v.pos.y)};
    box.max = {std::max(box.max.x, v.pos.x), std::max(box.max.y, v.pos.y)};
  }
  return box;
}

void move(Vertices vertices, float by) {
  for (ImDrawVert& v : vertices) v.pos.x += by;
}

/// Whether four vertices are an upright part of a texture, as ImGui has letters and images. Filled rectangles
/// have the same place of the texture in all corners.
bool is_glyph(std::span<const ImDrawVert> v) {
  const auto upright = [](ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d) {
    return a.x == d.x && b.x == c.x && a.y == b.y && c.y == d.y && a.x != b.x && a.y != d.y;
  };
  return v.size() >= 4 && upright(v[0].pos, v[1].pos, v[2].pos, v[3].pos) &&
         upright(v[0].uv, v[1].uv, v[2].uv, v[3].uv);
}

/// How many vertices at the beginning are letters of one line.
std::size_t line_of_letters(std::span<const ImDrawVert> vertices) {
  constexpr float kWidestGap = 1.2f;  // in heights of a letter
  std::size_t size = 0;
  Box line;
  while (is_glyph(vertices.subspan(size))) {
    const Box letter = around(vertices.subspan(size, 4));
    const float height = std::max(letter.height(), size ? line.height() : 0.0f);
    const bool follows =
        size == 0 || (letter.min.x > line.max.x - height && letter.min.x < line.max.x + kWidestGap * height &&
                      letter.min.y < line.max.y && letter.max.y > line.min.y);
    if (!follows) break;
    line = around(vertices.first(size += 4));
  }
  return size;
}

}  // namespace

void Mirror::keep(const ImDrawList* list, int first, int last, const Box& box) {
  if (!on || first == last) return;
  if (frame_ != ImGui::GetFrameCount()) kept_.clear();
  frame_ = ImGui::GetFrameCount();
  kept_.push_back({list, first, last, box});
}

Box Mirror::mirrored(const Box& box) const {
  return {{width_ - box.max.x, box.min.y}, {width_ - box.min.x, box.max.y}};
}

Mirror::Part Mirror::part_of(const Box& box) const { return {box, mirrored(box).min.x - box.min.x}; }

/// In the order of their vertices, without what is within another one.
std::vector<Mirror::Kept> Mirror::kept_of(const ImDrawList& list) const {
  std::vector<Kept> all;
  for (const Kept& kept : kept_)
    if (kept.list == &list && frame_ == ImGui::GetFrameCount()) all.push_back(kept);
  std::ranges::sort(all, [](const Kept& a, const Kept& b) {
    return a.first != b.first ? a.first < b.first : a.last > b.last;
  });
  std::vector<Kept> outer;
  for (const Kept& kept : all)
    if (outer.empty() || kept.first >= outer.back().last) outer.push_back(kept);
  return outer;
}

Mirror::Layer Mirror::show_list(ImDrawList& list) const {
  const Vertices vertices(list.VtxBuffer.Data, static_cast<std::size_t>(list.VtxBuffer.Size));
  Layer layer;
  const auto turn = [&](std::size_t from, std::size_t to) {
    while (from < to) {
      const std::size_t letters = line_of_letters(vertices.subspan(from, to - from));
      if (letters > 0) {
        const Vertices line = vertices.subspan(from, letters);
        move(line, part_of(around(line)).by);
      } else {
        vertices[from].pos.x = width_ - vertices[from].pos.x;
      }
      from += std::max<std::size_t>(letters, 1);
    }
  };
  std::size_t at = 0;
  for (const Kept& kept : kept_of(list)) {
    const auto first = static_cast<std::size_t>(kept.first), last = static_cast<std::size_t>(kept.last);
    turn(at, first);
    layer.parts.push_back(part_of(kept.box));
    move(vertices.subspan(first, last - first), layer.parts.back().by);
    at = last;
  }
  turn(at, vertices.size());

  Box window{{1e9f, 1e9f}, {-1e9f, -1e9f}};  // the widest clip rectangle
  for (const ImDrawCmd& command : list.CmdBuffer) {
    window.min = {std::min(window.min.x, command.ClipRect.x), std::min(window.min.y, command.ClipRect.y)};
    window.max = {std::max(window.max.x, command.ClipRect.z), std::max(window.max.y, command.ClipRect.w)};
  }
  for (ImDrawCmd& command : list.CmdBuffer) {
    Box clip{{command.ClipRect.x, command.ClipRect.y}, {command.ClipRect.z, command.ClipRect.w}};
    const auto inside = std::ranges::find_if(layer.parts, [&](const Part& part) {
      return clip.min.x >= part.box.min.x - 1 && clip.max.x <= part.box.max.x + 1 &&
             clip.min.y < part.box.max.y && clip.max.y > part.box.min.y;
    });
    if (inside == layer.parts.end()) {
      clip = mirrored(clip);
    } else {
      // Where the window cuts the part off, it does so on the other side now.
      if (clip.min.x <= window.min.x) clip.min.x = inside->box.min.x;
      if (clip.max.x >= window.max.x) clip.max.x = inside->box.max.x;
      clip.min.x += inside->by;
      clip.max.x += inside->by;
      clip = intersection(clip, mirrored(window));
    }
    command.ClipRect = {clip.min.x, clip.min.y, std::max(clip.min.x, clip.max.x), clip.max.y};
  }
  if (!vertices.empty()) layer.shown = intersection(around(vertices), mirrored(window));
  return layer;
}

void Mirror::show(const ImDrawData& data) {
  layers_.clear();
  if (!on) return;
  width_ = data.DisplaySize.x;
  for (int i = 0; i < data.CmdListsCount; ++i) layers_.push_back(show_list(*data.CmdLists[i]));
}

/// The part of the highest list that covers the point.
const Mirror::Part* Mirror::part_at(ImVec2 shown) const {
  for (auto layer = layers_.rbegin(); layer != layers_.rend(); ++layer) {
    if (!layer->shown.contains(shown)) continue;
    const auto part = std::ranges::find_if(layer->parts, [&](const Part& p) {
      return p.box.contains({shown.x - p.by, shown.y});
    });
    return part == layer->parts.end() ? nullptr : &*part;
  }
  return nullptr;
}

ImVec2 Mirror::layout_point(ImVec2 shown, bool held) {
  if (!on || layers_.empty()) return shown;
  if (!held || !held_) {
    const Part* const part = part_at(shown);
    held_in_part_ = part != nullptr;
    held_by_ = part ? part->by : 0;
  }
  held_ = held;
  return {held_in_part_ ? shown.x - held_by_ : width_ - shown.x, shown.y};
}

Box Mirror::shown_box(const Box& box) const {
  if (!on || layers_.empty()) return box;
  for (const Layer& layer : layers_)
    for (const Part& part : layer.parts)
      if (part.box.contains(box.centre()))
        return {{box.min.x + part.by, box.min.y}, {box.max.x + part.by, box.max.y}};
  return mirrored(box);
}

KeepsDirection::KeepsDirection() : list_(widgets().mirror.on ? ImGui::GetWindowDrawList() : nullptr) {
  if (list_) first_ = list_->VtxBuffer.Size;
}

KeepsDirection::~KeepsDirection() {
  if (!list_) return;
  if (box_.empty())
    keep_direction(list_, first_);
  else
    widgets().mirror.keep(list_, first_, list_->VtxBuffer.Size, box_);
}

void keep_direction(ImDrawList* list, int first) {
  const int last = list->VtxBuffer.Size;
  if (!widgets().mirror.on || first == last) return;
  const auto size = static_cast<std::size_t>(last - first);
  widgets().mirror.keep(list, first, last, around({list->VtxBuffer.Data + first, size}));
}

}  // namespace attnlab
