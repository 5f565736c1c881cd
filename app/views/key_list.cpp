// The table of keys as people read it.
#include "app/views/key_list.h"

#include <cmath>

#include "app/views/shortcuts.h"
#include "app/widgets/controls.h"

namespace attnlab {
namespace {

void draw_key(const Shortcut& s) {
  const float line = std::ceil(em() * 1.6f);
  const Box row = reserve({em() * 19, line});
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float width = text_size(fonts().mono, s.shown).x + em() * 0.7f;
  const Box cap{{row.min.x, row.min.y + em() * 0.12f}, {row.min.x + width, row.max.y - em() * 0.12f}};
  canvas.fill(cap, p.raised, em() * 0.25f);
  canvas.frame(cap, p.border, em() * 0.25f);
  draw_text_in(canvas, fonts().mono, cap, p.text, s.shown, Align::Centre);
  draw_text_in(canvas, fonts().ui, {{row.min.x + em() * 8, row.min.y}, row.max}, p.text_dim, s.help);
}

}  // namespace

void draw_key_list() {
  const bool wide = ImGui::GetMainViewport()->WorkSize.x > em() * 44;
  std::string_view group;
  ImGui::BeginGroup();
  for (const Shortcut& s : shortcuts()) {
    if (s.shown.empty()) continue;
    if (wide && s.group != group && s.group == "File") {
      ImGui::EndGroup();
      ImGui::SameLine(0, em() * 2);
      ImGui::BeginGroup();
    }
    if (s.group != group) group_label(group = s.group);
    draw_key(s);
  }
  ImGui::EndGroup();
  ImGui::Dummy({0, em() * 0.3f});
  dim_text("A click on a token, a cell or a head selects it everywhere.");
}

}  // namespace attnlab
