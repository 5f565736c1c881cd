// The program stores the looks: widgets read them and request changes.
#include "app/widgets/heat_map/heat_map_zoom.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "app/base/format.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/focus.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr float kMatrixWheelStep = 1.2f;
/// The largest cell of a zoomed map, in em.
constexpr float kLargestCell = 6;

/// The maps of the frame being drawn, and which of them the user works with.
struct ZoomedMaps {
  int frame = -1;
  std::vector<Zoomed> drawn;
  std::string used;      ///< had the pointer or the focus last
  bool focused = false;  ///< one of them has the focus
  ImGuiID moving = 0;    ///< the map that the mouse pans
};

/// The newest look of one axis: the map's own, or the look of a map that shares the axis.
AxisLook newest(const HeatMapOptions& o, const std::vector<SharedAxis>& shared, MapAxis axis, Index count) {
  if (!widgets().looks || o.target.empty()) return {};
  for (auto look = widgets().looks->rbegin(); look != widgets().looks->rend(); ++look) {
    const auto is_same = [&](const SharedAxis& other) { return other.map == look->map; };
    const auto other = std::ranges::find_if(shared, is_same);
    if (look->map != o.target && other == shared.end()) continue;
    const bool of_rows = (look->map == o.target ? axis : other->axis) == MapAxis::Rows;
    const Index size = of_rows ? look->rows : look->columns;
    if (size == 0 || size == count) return of_rows ? look->down : look->across;
  }
  return {};
}

PanZoom across_look(const AxisLook& look) { return {float(look.zoom), float(look.middle), 0.5f}; }
PanZoom down_look(const AxisLook& look) { return {float(look.zoom), 0.5f, float(look.middle)}; }

MatrixLook look_of(const Zoomed& z, const CellsLook& look) {
  return {z.name, {look.across.zoom, look.across.x}, {look.down.zoom, look.down.y}, z.rows, z.cols};
}

void want(const Zoomed& z, const CellsLook& look) {
  if (look == z.seen.look()) return;
  widgets().wanted_looks.push_back(look_of(z, look));
  widgets().animating = true;
}

/// Records a map of this frame. The focus has priority over the pointer.
void note(const Zoomed& z, bool over) {
  ZoomedMaps& maps = remembered<ZoomedMaps>();
  if (std::exchange(maps.frame, ImGui::GetFrameCount()) != ImGui::GetFrameCount()) {
    maps.drawn.clear();
    maps.focused = false;
  }
  maps.drawn.push_back(z);
  if (item_focused()) maps.focused = true;
  if (item_focused() || (over && !maps.focused)) maps.used = z.name;
}

const Zoomed* current() {
  const ZoomedMaps& maps = remembered<ZoomedMaps>();
  if (maps.frame != ImGui::GetFrameCount() || maps.drawn.empty()) return nullptr;
  const auto used = std::ranges::find(maps.drawn, maps.used, &Zoomed::name);
  if (used != maps.drawn.end()) return &*used;
  const auto area = [](const Zoomed& z) { return z.seen.view().width() * z.seen.view().height(); };
  return &*std::ranges::max_element(maps.drawn, {}, area);
}

void take_wheel(const Zoomed& z) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.KeyCtrl && io.MouseWheel != 0)
    want(z, z.seen.zoomed(std::pow(kMatrixWheelStep, io.MouseWheel), io.MousePos));
}

bool is_dragging() {
  return ImGui::IsMouseDown(ImGuiMouseButton_Left) || ImGui::IsMouseDown(ImGuiMouseButton_Middle);
}

void take_drag(ImGuiID id, const Zoomed& z, bool over) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool middle = ImGui::IsMouseClicked(ImGuiMouseButton_Middle),
             left = io.KeyCtrl && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  ImGuiID& moving = remembered<ZoomedMaps>().moving;
  if (over && !z.seen.whole() && (middle || left)) moving = id;
  if (!is_dragging()) moving = 0;
  if (moving == id && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0)) want(z, z.seen.dragged(io.MouseDelta));
}

/// Whether the zoom control has a line, on this map or on a map zoomed together with it.
bool can_be_left(const HeatMapOptions& o) {
  return !o.title.empty() || o.legend || !o.rows_with.empty() || !o.cols_with.empty();
}

std::string times_text(float zoom) { return format_fixed(double(zoom), zoom < 9.95f ? 1 : 0) + "×"; }

}  // namespace

Zoomed zoomed_map(const MatrixView& m, const HeatMapOptions& o, const Box& view) {
  const CellsLook look{across_look(newest(o, o.cols_with, MapAxis::Columns, m.cols)),
                       down_look(newest(o, o.rows_with, MapAxis::Rows, m.rows))};
  const bool can = !o.target.empty() && can_be_left(o);
  const SeenCells::Limits limits{kLargestCell * em(), can && o.zooms_across && m.cols > 1,
                                 can && o.zooms_down && m.rows > 1};
  return {o.target, m.rows, m.cols, {m.rows, m.cols, view, look, limits}};
}

float draw_zoom_control(const Zoomed& z, const Box& line) {
  if (z.seen.whole() || widgets().hidden || line.empty()) return line.max.x;
  const std::string times = times_text(z.seen.zoom()), name = z.name + ".fit";
  const float times_width = text_size(fonts().mono_small, times).x, gap = em() * 0.3f;
  const float button = text_size(fonts().ui, tr("Fit")).x + ImGui::GetStyle().FramePadding.x * 2.4f + 1;
  const float x = std::max(line.min.x, std::floor(line.max.x - button - gap - times_width));
  draw_text_in(control_canvas(), fonts().mono_small, {{x, line.min.y}, {x + times_width + 1, line.max.y}},
               theme().palette.text_dim, times);
  move_cursor({x + times_width + gap, line.min.y});
  const std::string tip = z.cols > 0 ? tr("{1}: show all  (0)", z.seen.words()) : tr("Show all  (0)");
  if (text_button(name.c_str(), tr("Fit"), tip.c_str(), {.size = line.height()})) want(z, CellsLook{});
  return x - em() * 0.5f;
}

void take_zoom(ImGuiID id, const Zoomed& z, bool over) {
  if (z.name.empty()) return;
  note(z, over);
  if (over) take_wheel(z);
  take_drag(id, z, over);
}

void follow_selection(ImGuiID id, const Zoomed& z, Cell selected) {
  int& stored = *ImGui::GetStateStorage()->GetIntRef(id + 1, -2);
  const int now = selected.valid() ? selected.row * z.cols + selected.col : -1;
  const int before = std::exchange(stored, now);
  if (before == now || before == -2 || now < 0 || z.seen.whole() || z.seen.in_sight(selected)) return;
  want(z, z.seen.showing(selected));
}

bool is_zooming() {
  return (remembered<ZoomedMaps>().moving != 0 && is_dragging()) || ImGui::GetIO().KeyCtrl;
}

std::optional<MatrixLook> look_closer(float factor) {
  const Zoomed* z = current();
  if (!z) return std::nullopt;
  return look_of(*z, z->seen.zoomed(factor, z->seen.view().centre()));
}

std::optional<MatrixLook> look_beside(ImVec2 by) {
  const Zoomed* z = current();
  if (!z) return std::nullopt;
  const Box& view = z->seen.view();
  return look_of(*z, z->seen.dragged({-by.x * view.width(), -by.y * view.height()}));
}

std::optional<MatrixLook> look_at_all() {
  const Zoomed* z = current();
  if (!z) return std::nullopt;
  return look_of(*z, CellsLook{});
}

}  // namespace attnlab
