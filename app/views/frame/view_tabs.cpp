// Tabs: side by side where they fit, else a list.
#include "app/views/frame/view_tabs.h"

#include <array>
#include <string>

#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

constexpr std::array kTabTitles{"Step through", "Heads",        "Positions", "Masks",    "Norms",
                                "Generation",   "Architecture", "Compare",   "Training", "Tiles"};
static_assert(kTabTitles.size() == kViewCount);

void choose(ViewKind view, bool second, const Emit& emit) {
  emit({second ? "view.beside" : "view", {std::string(view_name(view))}});
}

/// The view that a second pane opens with: the next one.
ViewKind next_view(ViewKind view) { return static_cast<ViewKind>((static_cast<int>(view) + 1) % kViewCount); }

/// Whether `view` is a choice: the other pane's view is none.
bool possible(const AppState& state, ViewKind view, bool second) {
  return second ? view != state.view : state.beside != view;
}

void draw_list(const AppState& state, ViewKind now, bool second, const Emit& emit) {
  const char* const name = second ? "beside.list" : "view.list";
  if (text_button(name, Icon::ChevronDown, view_title(now), "Choose a view", {.plain = true}))
    ImGui::OpenPopup(name);
  if (!ImGui::BeginPopup(name)) return;
  for (int i = 0; i < kViewCount; ++i) {
    const auto view = static_cast<ViewKind>(i);
    const Box box = box_at(ImGui::GetCursorScreenPos(), {em() * 9, ImGui::GetFontSize()});
    const bool chosen =
        ImGui::Selectable(view_title(view), view == now,
                          possible(state, view, second) ? 0 : ImGuiSelectableFlags_Disabled, box.size());
    mark(std::string(second ? "beside." : "view.") + std::string(view_name(view)), box);
    if (chosen) choose(view, second, emit);
  }
  ImGui::EndPopup();
}

/// All tabs side by side, with so much room around each title.
float tabs_width(float around) {
  float width = 0;
  for (const char* title : kTabTitles) width += text_size(fonts().ui, title).x + around;
  return width;
}

/// One tab: its title, with a line under the chosen one.
bool draw_tab(const std::string& name, const char* title, bool chosen, float around) {
  const Palette& p = theme().palette;
  const float height = ImGui::GetFrameHeight(), width = text_size(fonts().ui, title).x + around;
  const Box box = box_at(ImGui::GetCursorScreenPos(), {width, height});
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const bool hot = ImGui::IsItemHovered() || ImGui::IsItemFocused();
  const Canvas canvas = control_canvas();
  draw_text_in(canvas, chosen ? fonts().ui_bold : fonts().ui, box, chosen || hot ? p.text : p.text_dim, title,
               Align::Centre);
  if (!chosen) return pressed;
  const float thick = std::max(2.0f, em() / 7);
  canvas.fill({{box.min.x + around / 4, box.max.y - thick}, {box.max.x - around / 4, box.max.y}}, p.accent,
              thick / 2);
  return pressed;
}

void draw_tabs(ViewKind now, bool second, float around, const Emit& emit) {
  for (int i = 0; i < kViewCount; ++i) {
    const auto view = static_cast<ViewKind>(i);
    if (i) ImGui::SameLine(0, 0);
    if (draw_tab((second ? "beside." : "view.") + std::string(view_name(view)), view_title(view), view == now,
                 around))
      choose(view, second, emit);
    tip_term(view_term(view));
  }
}

}  // namespace

const char* view_term(ViewKind view) {
  constexpr std::array kTerms{
      "attention",      "multi-head attention", "positional encoding", "mask",          "layer normalization",
      "autoregressive", "Transformer",          "intervention",        "training step", "tile"};
  static_assert(kTerms.size() == kViewCount);
  return kTerms[static_cast<std::size_t>(view)];
}

const char* view_title(ViewKind view) { return kTabTitles[static_cast<std::size_t>(view)]; }

void draw_view_tabs(const AppState& state, bool second, const Emit& emit) {
  const ViewKind now = second ? *state.beside : state.view;
  const float button = ImGui::GetFrameHeight() + em() * 0.5f;
  const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight();
  const float room = ImGui::GetContentRegionAvail().x - button, wide = em() * 1.2f, narrow = em() * 0.7f;
  if (!state.beside && tabs_width(narrow) <= room) {
    draw_tabs(now, second, tabs_width(wide) <= room ? wide : narrow, emit);
  } else {
    draw_list(state, now, second, emit);
  }
  if (!state.beside || second) {
    ImGui::SameLine(right);
    if (second && icon_button("beside.close", Icon::Close, "Close the second view", {.plain = true}))
      emit({"view.beside", {"none"}});
    if (!second && icon_button("view.split", Icon::Split, "A second view beside this one", {.plain = true}))
      choose(next_view(now), true, emit);
  }
  ImGui::Dummy({0, em() * 0.2f});
}

}  // namespace attnlab
