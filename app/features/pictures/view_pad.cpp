// The pad: the picture that the model reads, with large pixels, to draw into with the mouse or the keyboard.
#include <algorithm>
#include <array>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/state/picture_read.h"
#include "app/views/frame/dialog_rows.h"
#include "app/views/frame/dialogs.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/base/targets.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/pictures/pen.h"

namespace attnlab {

namespace {

constexpr Index kWidestPadPen = 16;

/// The stroke that the mouse draws now.
struct PadMouse {
  bool draws = false, erases = false;
  Index stroke = 0;
  Point last{};
};

/// The picture to draw into, which the pass on screen may not have read yet.
std::shared_ptr<const Picture> picture_on_pad(const PicturesFrame& frame) {
  const auto none = std::make_shared<const std::vector<Example>>();
  const auto& pictures = frame.model.pictures ? frame.model.pictures : none;
  return picture_read(frame.model.state, frame.trace.config(), *pictures);
}

Colour shown_colour(const PenColour& colour) {
  const auto byte = [&](std::size_t i) { return static_cast<int>(std::lround(colour.light[i] * 255)); };
  return IM_COL32(byte(0), byte(1), byte(2), 255);
}

std::string decimal(double value) { return format_exact(float(std::round(value * 100) / 100)); }

void send_line(const PicturesFrame& frame, const PadMouse& mouse, Point to) {
  frame.emit({"pad.line",
              {std::to_string(mouse.stroke), mouse.erases ? frame.choice.paper : frame.choice.pen,
               decimal(mouse.last.y), decimal(mouse.last.x), decimal(to.y), decimal(to.x)}});
}

/// The left button draws, the right one erases; a stroke lasts until it is released.
void follow_mouse(const PicturesFrame& frame, const Box& box) {
  PadMouse& mouse = frame.model.remembered<PadMouse>();
  const auto size = double(frame.trace.config().picture_size);
  const auto pixel = [&](float offset, float length) {
    return std::clamp(double(offset / length) * size, 0.0, size);
  };
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Point now{pixel(at.x - box.min.x, box.width()), pixel(at.y - box.min.y, box.height())};
  if (!ImGui::IsItemActive()) {
    mouse.draws = false;
    return;
  }
  if (!mouse.draws) {
    mouse = {true, ImGui::IsMouseDown(ImGuiMouseButton_Right), frame.model.state.own.stroke + 1, now};
    return send_line(frame, mouse, now);
  }
  if (std::abs(now.x - mouse.last.x) + std::abs(now.y - mouse.last.y) < 0.05) return;
  send_line(frame, mouse, now);
  mouse.last = now;
}

void draw_pixel_lines(const PicturesFrame& frame, const Box& box) {
  const Index size = frame.trace.config().picture_size;
  if (box.width() / float(size) < em() * 0.5f) return;
  const PatchGrid pixels{size, size, 1, 0};
  const Colour colour = faded(theme().palette.text_faint, 0.25f);
  for (Index i = 1; i < size; ++i) {
    const Box own = patch_box(box, pixels, {i, i});
    window_canvas().fill({{own.min.x, box.min.y}, {own.min.x + 1, box.max.y}}, colour);
    window_canvas().fill({{box.min.x, own.min.y}, {box.max.x, own.min.y + 1}}, colour);
  }
}

/// The pixel at the keyboard pen.
void draw_pad_cursor(const PicturesFrame& frame, const Box& box) {
  const Index size = frame.trace.config().picture_size;
  const PatchGrid pixels{size, size, 1, 0};
  const Box own =
      patch_box(box, pixels, {clamp_index(frame.choice.row, size), clamp_index(frame.choice.column, size)});
  draw_outline(control_canvas(), grown(own, -1), theme().palette.accent, std::max(1.5f, em() / 10));
}

void draw_pad(const PicturesFrame& frame, const Box& box) {
  const std::shared_ptr<const Picture> picture = picture_on_pad(frame);
  const Index size = frame.trace.config().picture_size;
  if (picture)
    draw_face(picture_face(picture->pixels, picture->channels, picture->height, picture->width), box);
  draw_pixel_lines(frame, box);
  draw_patch_lines(frame.grid, box);
  move_cursor(box.min);
  ImGui::InvisibleButton("pad", box.size(),
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  follow_mouse(frame, box);
  mark("pad", box);
  const Box seen = intersection(box, clip_box());
  mark_target_grid("pad", {box.min.x, box.min.y, box.max.x, box.max.y},
                   {seen.min.x, seen.min.y, seen.max.x, seen.max.y}, static_cast<int>(size),
                   static_cast<int>(size));
  draw_pad_cursor(frame, box);
}

/// The colors that a picture of so many channels can have.
std::vector<const PenColour*> offered_colours(Index channels) {
  std::vector<const PenColour*> offered;
  for (const PenColour& colour : pen_colours())
    if (channels > 1 || colour.is_grey()) offered.push_back(&colour);
  return offered;
}

/// The tooltip of a color in the palette.
struct PenTip {
  std::string_view name;  ///< of pen_colours()
  const char* text;
};
constexpr PenTip kPenTips[] = {
    {"white", tr_mark("Draw in white")},     {"grey", tr_mark("Draw in gray")},
    {"black", tr_mark("Draw in black")},     {"red", tr_mark("Draw in red")},
    {"yellow", tr_mark("Draw in yellow")},   {"green", tr_mark("Draw in green")},
    {"cyan", tr_mark("Draw in cyan")},       {"blue", tr_mark("Draw in blue")},
    {"magenta", tr_mark("Draw in magenta")},
};

void draw_colours(const PicturesFrame& frame) {
  const std::vector<const PenColour*> offered = offered_colours(frame.trace.config().picture_channels);
  const float side = ImGui::GetFrameHeight();
  for (std::size_t i = 0; i < offered.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, em() * 0.25f);
    const PenColour& colour = *offered[i];
    const std::string name = "pad.pen[0," + std::to_string(i) + "]";
    const Box box = box_at(ImGui::GetCursorScreenPos(), {side, side});
    if (ImGui::InvisibleButton(name.c_str(), box.size())) frame.choose("pen", std::string(colour.name));
    tip(tr(row_named(kPenTips, "color", colour.name).text));
    mark(name, box);
    control_canvas().fill(grown(box, -2), shown_colour(colour), em() * 0.2f);
    control_canvas().frame(grown(box, -2), theme().palette.border, em() * 0.2f);
    if (colour.name == frame.choice.pen)
      draw_outline(control_canvas(), grown(box, -2), theme().palette.accent, std::max(1.5f, em() / 8));
  }
}

void draw_pad_tools(const PicturesFrame& frame) {
  draw_colours(frame);
  ImGui::SameLine(0, em());
  const Index now = static_cast<Index>(frame.choice.width);
  const Index wanted =
      stepper("pad.width", tr("pen"), now,
              {.less = std::max(now - 1, Index{1}), .more = std::min(now + 1, kWidestPadPen)});
  if (wanted != now) frame.choose("width", std::to_string(wanted));
  ImGui::SameLine(0, em());
  if (text_button("pad.clear", Icon::Reset, tr("Clear"), tr("Start an empty picture  (X)")))
    frame.emit({"pad.clear", {}});
  ImGui::SameLine(0, em() * 0.4f);
  if (text_button("pad.open", Icon::Folder, tr("Open…"),
                  tr("Open a PNG or JPEG file, or drop one on the window")))
    show_dialog(Dialog::OpenPicture);
}

/// Where the picture comes from, its changes, and what the model reads of it.
std::string origin_words(const PicturesFrame& frame) {
  const ModelConfig& config = frame.trace.config();
  const std::string size = std::to_string(config.picture_size);
  const OwnPicture& own = frame.model.state.own;
  const std::string origin =
      own.fits(config.picture_size, config.picture_channels)
          ? own.words()
          : tr("picture {1} of the task", std::to_string(frame.model.state.picture + 1));
  return config.picture_channels == 1 ? tr("{1} · the model reads {2} × {2} pixels, in gray", origin, size)
                                      : tr("{1} · the model reads {2} × {2} pixels", origin, size);
}

constexpr const char* kPadAdvice = tr_mark(
    "Draw with the mouse; its right button erases. On the keyboard, ← → ↑ ↓ move the pen and draw with "
    "Shift, Enter draws a dot, and Delete erases one. Ctrl+Z undoes a stroke.");

}  // namespace

void draw_picture_pad(const PicturesFrame& frame) {
  draw_pad_tools(frame);
  ImGui::BeginChild("pictures pad", {0, 0}, false, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoMove);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const bool beside = room.x > em() * 36;
  const float gap = em() * 1.5f, below = em() * 3.2f;
  const float side = std::floor(
      std::clamp(beside ? std::min(room.y - below, room.x * 0.56f) : std::min(room.x - em(), room.y * 0.6f),
                 em() * 10, em() * 40));
  const Box box = box_at({at.x + 1, at.y + em() * 0.4f}, {side, side});
  draw_pad(frame, box);
  move_cursor({box.min.x, box.max.y + em() * 0.4f});
  draw_picture_note(origin_words(frame), side);
  const float bottom = ImGui::GetItemRectMax().y;
  const float width = (beside ? room.x - side - gap : room.x) - ImGui::GetStyle().ScrollbarSize;
  const ImVec2 corner = beside ? ImVec2{box.max.x + gap, box.min.y} : ImVec2{at.x, bottom + em() * 0.6f};
  const float high = beside ? std::max(side - em() * 4.5f, em() * 10) : em() * 18;
  draw_picture_answer(frame, box_at(corner, {width, high}));
  move_cursor({corner.x, ImGui::GetItemRectMax().y + em()});
  draw_picture_note(tr(kPadAdvice), width);
  ImGui::EndChild();
}

}  // namespace attnlab
