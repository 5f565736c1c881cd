// Buttons and switches.
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

float segment_width(const char* choice) { return text_size(fonts().ui, choice).x + em() * 1.4f; }

/// The width that there is; a window that grows with its content has any.
float width_for_segments() {
  if ((ImGui::GetCurrentWindow()->Flags & ImGuiWindowFlags_AlwaysAutoResize) != 0)
    return std::numeric_limits<float>::max();
  return ImGui::GetContentRegionAvail().x;
}

struct Segments {
  std::vector<Box> faces;
  ImVec2 size{0, 0};
};

/// From the corner `from`, on as many lines as `width` asks for.
Segments lay_out_segments(std::span<const char* const> choices, ImVec2 from, float width) {
  const float height = ImGui::GetFrameHeight();
  const bool wraps = segmented_width(choices) > width;
  Segments segments;
  ImVec2 at = from;
  float along = 0;  // the width of the line so far; at.x − from.x may round to more
  for (const char* choice : choices) {
    const float wide = segment_width(choice);
    if (wraps && along > 0 && along + wide > width) at = {from.x, at.y + height}, along = 0;
    segments.faces.push_back(box_at(at, {wide, height}));
    at.x += wide;
    along += wide;
    segments.size = {std::max(segments.size.x, std::ceil(along)), at.y + height - from.y};
  }
  return segments;
}

/// True when it was pressed.
bool draw_segment(int number, const Box& box, const char* choice, bool chosen) {
  const Palette& p = theme().palette;
  const Canvas canvas = control_canvas();
  move_cursor(box.min);
  ImGui::PushID(number);
  const bool pressed = ImGui::InvisibleButton("choice", box.size()), hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  const Box inner = grown(box, -std::max(2.0f, em() * 0.14f));
  if (chosen)
    canvas.fill(inner, theme().dark() ? p.raised_active : p.panel, ImGui::GetStyle().FrameRounding * 0.8f);
  draw_text_in(canvas, fonts().ui, box, chosen || hovered ? p.text : p.text_dim, choice, Align::Centre);
  return pressed;
}

}  // namespace

float segmented_width(std::span<const char* const> choices) {
  float width = 0;
  for (const char* choice : choices) width += segment_width(choice);
  return std::ceil(width);
}

bool segmented(const char* name, std::span<const char* const> choices, int& chosen) {
  const Segments segments = lay_out_segments(choices, ImGui::GetCursorScreenPos(), width_for_segments());
  const Box all = reserve(segments.size);
  control_canvas().fill(all, theme().palette.raised, ImGui::GetStyle().FrameRounding);
  bool changed = false;
  ImGui::PushID(name);
  for (int i = 0; i < static_cast<int>(choices.size()); ++i) {
    const Box& box = segments.faces[i];
    const bool pressed = draw_segment(i, box, choices[i], chosen == i);
    if (pressed && chosen != i) changed = true, chosen = i;
    mark(std::string(name) + "[0," + std::to_string(i) + "]", box);
  }
  ImGui::PopID();
  move_cursor(all.min);
  ImGui::Dummy(all.size());
  return changed;
}

namespace {

struct Look {
  Colour face, ink;
};

Look button_look(const ButtonStyle& style, bool hovered, bool held) {
  const Palette& p = theme().palette;
  Colour face = style.primary   ? p.accent
                : style.toggled ? p.accent_soft
                : style.plain   ? faded(p.raised, 0)
                                : p.raised;
  Colour ink = style.primary ? p.on_accent : style.toggled ? p.accent : p.text;
  if (hovered && style.toggled) ink = p.text;
  if (hovered)
    face = style.primary   ? blend(p.accent, p.text, 0.16f)
           : style.toggled ? blend(face, p.accent, 0.18f)
                           : p.raised_hover;
  if (held)
    face = style.primary ? blend(p.accent, p.background, 0.2f) : style.toggled ? face : p.raised_active;
  if (!style.enabled) {
    ink = p.text_faint;
    face = style.plain ? faded(p.raised, 0) : faded(p.raised, 0.5f);
  }
  return {face, ink};
}

struct Pressed {
  Box box;
  bool pressed, hovered, held;
};

/// The behaviour of every button: id, script name, tooltip.
Pressed button_area(const char* name, ImVec2 size, const char* tooltip, bool enabled) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::BeginDisabled(!enabled);  // a disabled button is no stop for Tab
  const bool pressed = ImGui::InvisibleButton(name, size);
  ImGui::EndDisabled();
  const Pressed p{box_at(at, size), pressed, ImGui::IsItemHovered(), ImGui::IsItemActive()};
  mark(name, p.box);
  if (tooltip) tip(tooltip);
  return p;
}

void draw_face(const Box& box, const Look& look, bool plain) {
  const Canvas canvas = control_canvas();
  const float rounding = ImGui::GetStyle().FrameRounding;
  canvas.fill(box, look.face, rounding);
  const bool outlined = theme().high_contrast && !plain;
  if (outlined) canvas.frame(box, theme().palette.border, rounding);
}

bool any_text_button(const char* name, const Icon* icon, std::string_view text, const char* tooltip,
                     const ButtonStyle& style) {
  const float height = style.size > 0 ? style.size : ImGui::GetFrameHeight();
  const float pad = ImGui::GetStyle().FramePadding.x * 1.2f, icon_width = icon ? em() * 1.45f : 0;
  ImFont* font = style.primary ? fonts().ui_bold : fonts().ui;
  const ImVec2 size{whole_width(text_size(font, text).x + 2 * pad + icon_width), height};
  const Pressed p = button_area(name, size, tooltip, style.enabled);
  const Look look = button_look(style, p.hovered && style.enabled, p.held);
  const Canvas canvas = control_canvas();
  draw_face(p.box, look, style.plain);
  if (icon)
    draw_icon(
        canvas, *icon,
        {{p.box.min.x + pad * 0.7f, p.box.min.y}, {p.box.min.x + pad * 0.7f + em() * 1.2f, p.box.max.y}},
        look.ink);
  const ImVec2 text_at{p.box.min.x + pad + icon_width, p.box.min.y};
  draw_text_in(canvas, font, {text_at, {p.box.max.x, p.box.max.y}}, look.ink, text);
  return p.pressed;
}

}  // namespace

bool icon_button(const char* name, Icon icon, const char* tooltip, const ButtonStyle& style) {
  const float side = style.size > 0 ? style.size : ImGui::GetFrameHeight();
  const Pressed p = button_area(name, {side, side}, tooltip, style.enabled);
  const Look look = button_look(style, p.hovered && style.enabled, p.held);
  draw_face(p.box, look, style.plain);
  draw_icon(control_canvas(), icon, p.box, look.ink);
  return p.pressed;
}

bool text_button(const char* name, std::string_view text, const char* tooltip, const ButtonStyle& style) {
  return any_text_button(name, nullptr, text, tooltip, style);
}

bool text_button(const char* name, Icon icon, std::string_view text, const char* tooltip,
                 const ButtonStyle& style) {
  return any_text_button(name, &icon, text, tooltip, style);
}

bool toggle(const char* name, std::string_view label, bool& value, const char* tooltip) {
  const float height = ImGui::GetFrameHeight(), track = std::floor(em() * 1.9f), gap = em() * 0.5f;
  const Pressed p = button_area(name, {track + gap + text_size(fonts().ui, label).x, height}, tooltip, true);
  if (p.pressed) value = !value;
  const float on = glide(ImGui::GetID(name), value ? 1.0f : 0.0f);
  const Palette& c = theme().palette;
  const float thick = std::floor(em() * 1.05f), y = std::floor(p.box.centre().y - thick / 2);
  const Box rail = box_at({p.box.min.x, y}, {track, thick});
  const Canvas canvas = control_canvas();
  const Colour off = p.hovered ? c.text_faint : blend(c.raised_active, c.text_faint, 0.35f);
  canvas.fill(rail, blend(off, c.accent, on), thick / 2);
  const float x = rail.min.x + thick / 2 + on * (track - thick);
  canvas.disc({x, rail.centre().y}, thick * 0.36f, theme().dark() ? blend(c.text, c.on_accent, on) : c.panel);
  draw_text_in(canvas, fonts().ui, {{rail.max.x + gap, p.box.min.y}, {p.box.max.x + 1, p.box.max.y}}, c.text,
               label);
  return p.pressed;
}

TransportAction transport(const char* prefix, bool playing, bool at_start, bool at_end) {
  const std::string name(prefix);
  const auto button = [&](const char* part, Icon icon, const char* tooltip, const ButtonStyle& style) {
    const bool pressed = icon_button((name + part).c_str(), icon, tooltip, style);
    ImGui::SameLine(0, em() * 0.25f);
    return pressed;
  };
  TransportAction action = TransportAction::None;
  const ButtonStyle back{.enabled = !at_start, .plain = true}, forward{.enabled = !at_end, .plain = true};
  if (button(".first", Icon::First, tr("To the start"), back)) action = TransportAction::First;
  if (button(".back", Icon::StepBack, tr("One step back"), back)) action = TransportAction::Back;
  const Icon play = playing ? Icon::Pause : Icon::Play;
  if (button(".play", play, playing ? tr("Pause") : tr("Play"), {.primary = true}))
    action = TransportAction::PlayPause;
  if (button(".forward", Icon::StepForward, tr("One step forward"), forward))
    action = TransportAction::Forward;
  if (icon_button((name + ".last").c_str(), Icon::Last, tr("To the end"), forward))
    action = TransportAction::Last;
  return action;
}

}  // namespace attnlab
