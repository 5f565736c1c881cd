// Architecture: every block of the model with its live numbers; zoom, pan, and the draft of another model.
// Script names: map.canvas, map.zoom.less, map.zoom.more, map.zoom.fit, map.options; more in map_parts.h.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/feature/opened_features.h"
#include "app/features/architecture/choice.h"
#include "app/features/architecture/view_frame.h"
#include "app/state/made_commands.h"
#include "app/state/tensor_groups.h"
#include "app/views/common/view_page.h"
#include "app/views/map/seen_map.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/models/model.h"

namespace attnlab {
namespace {

void show(const MapFrame& frame, const char* view) { frame.emit({"view", {view}}); }

void select(const MapFrame& frame, AttentionKind attention, Index layer, Index head) {
  frame.emit({"select.attention",
              {std::string(attention_name(attention)), std::to_string(layer), std::to_string(head)}});
}

/// The row of the selected query, and the largest number of an output.
void show_tensor(const MapFrame& frame, const std::string& name) {
  const TraceTensor* tensor = frame.model.trace->find(name);
  if (!tensor) return;
  show(frame, "steps");
  frame.emit(show_command(cell_at(*tensor, frame.model.state.selection.query, 0)));
}

}  // namespace

void open_block(const MapFrame& frame, const MapBlock& block) {
  if (frame.is_draft()) return;
  switch (block.kind) {
    case MapKind::Attention:
      select(frame, block.attention, block.layer, frame.model.state.selection.head);
      return show(frame, "steps");
    case MapKind::Norm:
    case MapKind::AddNorm:
      frame.emit({"choose", {"norms.norm", block.place.name()}});
      frame.emit({"choose", {"norms.part", "tokens"}});
      return show(frame, "norms");
    case MapKind::Positions: return show(frame, "positions");
    case MapKind::Softmax:
      if (is_offered(generation::kFeature, &frame.shown.config)) return show(frame, "generation");
      [[fallthrough]];
    default: return show_tensor(frame, block.tensor);
  }
}

void open_badge(const MapFrame& frame, const MapBadge& badge) {
  if (frame.is_draft()) return;
  if (badge.kind == MapBadge::Kind::Positions) return show(frame, "positions");
  select(frame, badge.attention, badge.layer, frame.model.state.selection.head);
  show(frame, "masks");
}

void open_head(const MapFrame& frame, const MapHead& head) {
  if (frame.is_draft()) return;
  select(frame, head.attention, head.layer, head.head);
  frame.emit({"choose", {"heads.open", "on"}});
  show(frame, "heads");
}

namespace {

/// Width of the options, least width of the map, and least height of both, in em.
constexpr float kOptionsWidth = 16.5f, kLeastMap = 18, kLeastMapHeight = 16;

void count_parameters(MappedModel& model) {
  model.parameters.assign(model.map.blocks.size(), 0);
  try {
    const auto built = make_model(model.config);
    model.all_parameters = built->parameters().size();
    for (std::size_t i = 0; i < model.parameters.size(); ++i)
      model.parameters[i] = block_parameters(built->parameters(), model.map.blocks[i]);
  } catch (const std::invalid_argument&) {
    model.all_parameters = -1;
  }
}

/// A mapped model, laid out and counted again only when an option changes.
class CachedArchitecture {
 public:
  const MappedModel& of(const ModelConfig& config, float aspect) {
    const std::string key = options_key(config);
    if (key == key_ && aspect == aspect_) return model_;
    const bool counted = key == key_;
    model_.config = config;
    model_.map = layout_architecture(config, aspect);
    if (!counted) count_parameters(model_);
    key_ = key;
    aspect_ = aspect;
    return model_;
  }

 private:
  std::string key_;
  float aspect_ = 0;
  MappedModel model_;
};

std::string sizes_words(const ModelConfig& c) {
  const std::string width = tr("width {1}", std::to_string(c.width));
  const ArchitectureKind& architecture = architecture_of(c);
  std::string words;
  if (architecture.has_layers()) words += layers_text(c) + " · ";
  if (architecture.has_blocks())
    words += tr_plural("{1} head", "{1} heads", c.heads, std::to_string(c.heads)) + " · ";
  return words + width;
}

std::string title_words(const MapFrame& frame, float width) {
  const std::string sizes = sizes_words(frame.shown.config);
  std::string all = sizes;
  if (frame.shown.all_parameters >= 0)
    all += " · " + tr_plural("{1} parameter", "{1} parameters", frame.shown.all_parameters,
                             format_count(frame.shown.all_parameters));
  for (const std::string& words : {all, sizes})
    if (text_size(fonts().ui, words).x <= width) return words;
  return "";
}

void draw_title(const MapFrame& frame, float width) {
  const Palette& p = theme().palette;
  const Box line = reserve({width, ImGui::GetFrameHeight()});
  const Canvas canvas = window_canvas();
  std::string_view title = architecture_of(frame.shown.config).title;
  if (text_size(fonts().heading, title).x > line.width()) title.remove_prefix(title.rfind(' ') + 1);
  tip_term(term_of(frame.shown.config));
  draw_text_in(canvas, fonts().heading, line, p.text, title, Align::Left, Cut::Meant);
  Box rest{{line.min.x + text_size(fonts().heading, title).x + em() * 0.8f, line.min.y}, line.max};
  if (rest.width() < em() * 6) return;
  draw_text_in(canvas, fonts().ui, rest, p.text_dim, title_words(frame, rest.width()), Align::Left,
               Cut::Meant);
}

std::string percent_text(const MapFrame& frame) {
  return std::to_string(std::lround(frame.place.scale * kBaseEm / em() * 100)) + " %";
}

/// `options`: there is room for the options.
void draw_zoom(const MapFrame& frame, bool options) {
  const Canvas canvas = control_canvas();
  const MapChoice& choice = frame.model.state.choices.of<MapChoice>();
  const bool whole = choice.zoom <= 100;
  if (icon_button("map.zoom.less", Icon::Minus, tr("Zoom out  (−)"), {.enabled = !whole, .plain = true}))
    frame.emit({"map.zoom", {"out"}});
  ImGui::SameLine(0, 0);
  const Box number = reserve({em() * 3.2f, ImGui::GetFrameHeight()});
  draw_text_in(canvas, fonts().mono, number, theme().palette.text_dim, percent_text(frame), Align::Centre);
  ImGui::SameLine(0, 0);
  if (icon_button("map.zoom.more", Icon::Plus, tr("Zoom in  (+)"),
                  {.enabled = choice.zoom < MapChoice::kMostZoom, .plain = true}))
    frame.emit({"map.zoom", {"in"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (text_button("map.zoom.fit", tr("Fit"), tr("Show the whole map  (0)"), {.enabled = !whole}))
    frame.emit({"map.fit", {}});
  if (!options) return;
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("map.options", Icon::Gear, tr("Options of the model"),
                  {.toggled = choice.options, .plain = true}))
    frame.emit({"choose", {"map.options", "toggle"}});
}

bool has_room_for_options(ImVec2 room) {
  return room.x >= em() * (kOptionsWidth + kLeastMap) && room.y >= em() * kLeastMapHeight;
}

float zoom_width() { return em() * 13.2f; }

/// The layouts of the model in training and of the draft.
struct ArchitectureCache {
  CachedArchitecture open, draft;
};

/// A mouse press that began on the map.
struct MapDrag {
  bool going = false;
};

/// The wheel zooms at the pointer, or moves the map with Shift; dragging moves the map.
void follow_mouse(const MapFrame& frame, const Box& view) {
  bool& dragging = frame.model.remembered<MapDrag>().going;
  const ImGuiIO& io = ImGui::GetIO();
  const bool over =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) && view.contains(io.MousePos);
  if (ImGui::IsMouseClicked(0)) dragging = over;
  if (!ImGui::IsMouseDown(0)) dragging = false;
  if (dragging && ImGui::IsMouseDragging(0) && (io.MouseDelta.x != 0 || io.MouseDelta.y != 0))
    frame.look(frame.seen->dragged(io.MouseDelta));
  if (!over || (io.MouseWheel == 0 && io.MouseWheelH == 0)) return;
  const float notch = em() * 3;
  if (io.MouseWheelH != 0 || io.KeyShift)
    return frame.look(frame.seen->dragged({(io.MouseWheelH + (io.KeyShift ? io.MouseWheel : 0)) * notch, 0}));
  frame.look(wheeled(*frame.seen, MapChoice::kMostZoom));
}

/// The note that a draft does not have values.
void draw_draft_note(float width) {
  const Palette& p = theme().palette;
  const Box line = reserve({width, std::ceil(em() * 1.6f)});
  const Canvas canvas = window_canvas();
  const Box badge =
      draw_badge(canvas, {line.min.x, line.min.y + em() * 0.1f}, tr("draft"), p.accent_soft, p.text);
  draw_text_in(canvas, fonts().small, {{badge.max.x + em() * 0.6f, line.min.y}, line.max}, p.text_dim,
               tr("Untrained: no values yet. Outlined blocks differ from the model in training."),
               Align::Left, Cut::Meant);
}

/// The line with the model's title and the zoom.
void draw_head_line(const MapFrame& frame, ImVec2 start, ImVec2 room) {
  const float width = room.x;
  draw_title(frame, width - zoom_width());
  move_cursor({start.x + width - zoom_width() + em() * 0.5f, start.y});
  draw_zoom(frame, has_room_for_options(room));
  move_cursor({start.x, start.y + ImGui::GetFrameHeight() + em() * 0.2f});
}

/// Names the layers where blocks are too small for names.
void draw_layer_names(const MapFrame& frame) {
  for (const MapLayer& layer : frame.shown.map.layers) {
    const Box box = frame.place(layer.box);
    if (box.height() < font_size(fonts().small)) continue;
    const float width = text_size(fonts().small, layer.name).x;
    const ImVec2 at{std::floor(box.min.x + em() * 0.3f),
                    std::floor(box.centre().y - font_size(fonts().small) / 2)};
    const Box face{{at.x - em() * 0.2f, at.y}, {at.x + width + em() * 0.2f, at.y + font_size(fonts().small)}};
    window_canvas().fill(face, faded(theme().palette.panel, 0.8f), em() * 0.2f);
    draw_text(window_canvas(), fonts().small, at, theme().palette.text, layer.name);
  }
}

void draw_canvas(const MapFrame& frame, const Box& view) {
  move_cursor(view.min);
  ImGui::BeginChild(
      "map", view.size(), false,
      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_map_layers(frame.shown.map, frame.place);
  draw_map_arrows(frame.shown.map, frame.place);
  draw_map_blocks(frame);
  if (is_overview(frame)) draw_layer_names(frame);
  move_cursor(view.min);
  ImGui::Dummy(view.size());
  mark("map.canvas", view);
  follow_mouse(frame, view);
  ImGui::EndChild();
}

}  // namespace

MapLengths MapFrame::lengths() const {
  const Trace& trace = *model.trace;
  return {static_cast<Index>(trace.source_pieces.size()), trace.batch().input_length};
}

void MapFrame::look(const PanZoom& wanted) const {
  if (wanted == seen->look()) return;
  emit({"map.look", look_arguments(wanted)});
}

void MapFrame::keep_in_sight(const Box& box) const { look(seen->showing(box)); }

namespace {

void draw_architecture(const ViewModel& model, const Emit& emit) {
  ArchitectureCache& cache = model.remembered<ArchitectureCache>();
  const ModelConfig& config = model.trace->config();
  const bool in_draft = !model.state.draft.empty();
  const ImVec2 start = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
  const bool options =
      model.state.choices.of<MapChoice>().options && !model.figure && has_room_for_options(room);
  const float gap = em(), width = options ? room.x - em() * kOptionsWidth - gap : room.x;
  const float head = model.figure ? 0 : ImGui::GetFrameHeight() + em() * 0.4f,
              top = head + (in_draft ? em() * 1.6f : 0);
  const Box view = {{start.x, start.y + top}, {start.x + width, start.y + std::max(room.y, top + em() * 4)}};
  const float aspect = view.width() / view.height();
  const Draft draft = draft_of(config, model.state.draft);
  const MappedModel& own = cache.open.of(config, aspect);
  MapFrame frame{model, emit, draft, own, in_draft ? cache.draft.of(draft.config, aspect) : own};
  const SeenThrough seen(pan_zoom_of(model.state.choices.of<MapChoice>()), frame.shown.map.size,
                         grown(view, -em() * 0.25f));
  frame.seen = &seen;
  frame.place = {seen.screen(ImVec2{0, 0}), seen.scale()};
  if (!model.figure) draw_head_line(frame, start, room);
  if (in_draft) draw_draft_note(width);
  draw_canvas(frame, view);
  if (options) draw_map_options(frame, {{view.max.x + gap, start.y + head}, {start.x + room.x, view.max.y}});
}

}  // namespace

namespace architecture {
extern const ViewPage kPage = {.draw = draw_architecture, .is_model_map = true};
}

}  // namespace attnlab
