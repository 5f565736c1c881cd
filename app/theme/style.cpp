// Dresses ImGui in the theme: every colour, every distance.
#include <imgui.h>

#include "app/theme/theme.h"

namespace attnlab {
namespace {

ImVec4 vec(Colour c) { return ImGui::ColorConvertU32ToFloat4(c); }

void set_surfaces(ImVec4* c, const Palette& p) {
  c[ImGuiCol_Text] = vec(p.text);
  c[ImGuiCol_TextDisabled] = vec(p.text_dim);
  c[ImGuiCol_WindowBg] = vec(p.panel);
  c[ImGuiCol_ChildBg] = vec(faded(p.panel, 0.0f));
  c[ImGuiCol_PopupBg] = vec(blend(p.panel, p.raised, 0.5f));
  c[ImGuiCol_Border] = vec(p.border);
  c[ImGuiCol_BorderShadow] = vec(faded(p.border, 0.0f));
  c[ImGuiCol_MenuBarBg] = vec(p.panel);
  c[ImGuiCol_TitleBg] = c[ImGuiCol_TitleBgCollapsed] = vec(p.panel);
  c[ImGuiCol_TitleBgActive] = vec(p.raised);
  c[ImGuiCol_ModalWindowDimBg] = vec(faded(0xFF000000u, 0.45f));
  c[ImGuiCol_NavWindowingDimBg] = c[ImGuiCol_ModalWindowDimBg];
}

void set_controls(ImVec4* c, const Palette& p) {
  c[ImGuiCol_FrameBg] = c[ImGuiCol_Button] = vec(p.raised);
  c[ImGuiCol_FrameBgHovered] = c[ImGuiCol_ButtonHovered] = vec(p.raised_hover);
  c[ImGuiCol_FrameBgActive] = c[ImGuiCol_ButtonActive] = vec(p.raised_active);
  c[ImGuiCol_CheckMark] = c[ImGuiCol_SliderGrab] = vec(p.accent);
  c[ImGuiCol_SliderGrabActive] = vec(blend(p.accent, p.text, 0.25f));
  c[ImGuiCol_Header] = vec(p.accent_soft);
  c[ImGuiCol_HeaderHovered] = vec(blend(p.accent_soft, p.raised_hover, 0.4f));
  c[ImGuiCol_HeaderActive] = vec(blend(p.accent_soft, p.accent, 0.25f));
  c[ImGuiCol_TextSelectedBg] = vec(faded(p.accent, 0.35f));
  c[ImGuiCol_NavHighlight] = c[ImGuiCol_NavWindowingHighlight] = vec(p.accent);
  c[ImGuiCol_DragDropTarget] = vec(p.accent);
}

void set_lines(ImVec4* c, const Palette& p) {
  c[ImGuiCol_ScrollbarBg] = vec(faded(p.panel, 0.0f));
  c[ImGuiCol_ScrollbarGrab] = vec(p.raised_active);
  c[ImGuiCol_ScrollbarGrabHovered] = c[ImGuiCol_ScrollbarGrabActive] = vec(p.text_faint);
  c[ImGuiCol_Separator] = vec(p.border);
  c[ImGuiCol_SeparatorHovered] = c[ImGuiCol_SeparatorActive] = vec(p.accent);
  c[ImGuiCol_ResizeGrip] = vec(faded(p.border, 0.0f));
  c[ImGuiCol_ResizeGripHovered] = c[ImGuiCol_ResizeGripActive] = vec(p.accent);
  c[ImGuiCol_PlotLines] = c[ImGuiCol_PlotHistogram] = vec(p.accent);
  c[ImGuiCol_PlotLinesHovered] = c[ImGuiCol_PlotHistogramHovered] = vec(p.text);
}

void set_tabs_and_tables(ImVec4* c, const Palette& p) {
  c[ImGuiCol_Tab] = c[ImGuiCol_TabUnfocused] = vec(faded(p.panel, 0.0f));
  c[ImGuiCol_TabHovered] = vec(p.raised_hover);
  c[ImGuiCol_TabActive] = c[ImGuiCol_TabUnfocusedActive] = vec(p.accent_soft);
  c[ImGuiCol_TableHeaderBg] = vec(p.raised);
  c[ImGuiCol_TableBorderStrong] = vec(p.border);
  c[ImGuiCol_TableBorderLight] = vec(p.grid);
  c[ImGuiCol_TableRowBg] = vec(faded(p.panel, 0.0f));
  c[ImGuiCol_TableRowBgAlt] = vec(faded(p.raised, 0.45f));
}

void set_distances(ImGuiStyle& s) {
  s.WindowPadding = {12, 10};
  s.FramePadding = {9, 5};
  s.ItemSpacing = {8, 6};
  s.ItemInnerSpacing = {6, 4};
  s.CellPadding = {6, 3};
  s.IndentSpacing = 16;
  s.ScrollbarSize = 11;
  s.GrabMinSize = 11;
  s.WindowRounding = 8;
  s.PopupRounding = 7;
  s.ChildRounding = s.FrameRounding = s.TabRounding = 5;
  s.ScrollbarRounding = s.GrabRounding = 6;
}

void set_borders(ImGuiStyle& s, bool high_contrast) {
  s.WindowBorderSize = s.PopupBorderSize = 1;
  s.ChildBorderSize = 1;
  s.FrameBorderSize = high_contrast ? 1.0f : 0.0f;
  s.TabBorderSize = 0;
  s.WindowMenuButtonPosition = ImGuiDir_None;
  s.WindowTitleAlign = {0.0f, 0.5f};
  s.DisabledAlpha = 0.45f;
  s.AntiAliasedLinesUseTex = true;
  s.CircleTessellationMaxError = 0.2f;
}

}  // namespace

void apply_theme(ThemeKind kind, float scale, bool high_contrast) {
  set_theme(kind, high_contrast);
  colour_map(Scale::Sequential,
             kind == ThemeKind::Dark);  // all are made here, not in the first frame with cells
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  set_surfaces(style.Colors, theme().palette);
  set_controls(style.Colors, theme().palette);
  set_lines(style.Colors, theme().palette);
  set_tabs_and_tables(style.Colors, theme().palette);
  set_distances(style);
  style.ScaleAllSizes(scale);
  set_borders(style, high_contrast);
}

}  // namespace attnlab
