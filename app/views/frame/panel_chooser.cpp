// Chooses the panel that is seen, alone or beside the stage. Script names: panel.only[0,i] in the line;
// menu.panel and its entries menu.panel.NAME in the menu bar.
#include "app/views/frame/panel_chooser.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/state/frame_panels.h"
#include "app/views/common/panel_choice.h"
#include "app/views/frame/menu_items.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// Those that can be chosen: the lesson's, which is the first, where one is open.
std::span<const FramePanelRow> offered_panels(const ViewModel& model) {
  return std::span(kFramePanels).subspan(model.lesson ? 0 : 1);
}

std::size_t chosen_panel(const ViewModel& model) {
  const std::span panels = offered_panels(model);
  const bool none = !model.lesson && model.screen.only == FramePanel::Lesson;
  const FramePanel only = none ? FramePanel::Stage : model.screen.only;
  return static_cast<std::size_t>(std::ranges::find(panels, only, &FramePanelRow::panel) - panels.begin());
}

void choose(const FramePanelRow& row, const Emit& emit) { emit({"panel.only", {std::string(row.name)}}); }

}  // namespace

void draw_panel_line(const Box& box, const ViewModel& model, const Emit& emit) {
  if (box.empty()) return;
  const std::span panels = offered_panels(model);
  std::vector<const char*> titles;
  for (const FramePanelRow& row : panels) titles.push_back(tr(row.title));
  int chosen = static_cast<int>(chosen_panel(model));
  move_cursor(box.min);
  ImGui::BeginChild("choices", box.size(), false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  if (segmented("panel.only", titles, chosen)) choose(panels[chosen], emit);
  ImGui::EndChild();
}

void draw_panel_menu(const ViewModel& model, const Emit& emit) {
  if (!model.remembered<PanelChoice>().in_menu) return;
  const std::span panels = offered_panels(model);
  const FramePanelRow& chosen = panels[chosen_panel(model)];
  if (!begin_menu("menu.panel", tr(chosen.title))) return;
  for (const FramePanelRow& row : panels)
    if (menu_item(("menu.panel." + std::string(row.name)).c_str(), tr(row.title), {},
                  {.checked = &row == &chosen}))
      choose(row, emit);
  ImGui::EndMenu();
}

}  // namespace attnlab
