// Buttons and switches.
#include <algorithm>
#include <cmath>

#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/targets.h"

namespace attnlab {
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
  if (button(".first", Icon::First, "To the start", back)) action = TransportAction::First;
  if (button(".back", Icon::StepBack, "One step back", back)) action = TransportAction::Back;
  const Icon play = playing ? Icon::Pause : Icon::Play;
  if (button(".play", play, playing ? "Pause" : "Play", {.primary = true}))
    action = TransportAction::PlayPause;
  if (button(".forward", Icon::StepForward, "One step forward", forward)) action = TransportAction::Forward;
  if (icon_button((name + ".last").c_str(), Icon::Last, "To the end", forward))
    action = TransportAction::Last;
  return action;
}

}  // namespace attnlab
