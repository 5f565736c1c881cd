// The measures of an open head, each with a sentence. Script names: heads.measure.NAME.
#include <cmath>

#include "app/features/heads/view_frame.h"
#include "app/state/heads_choice.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// Label at the left, numbers at the right.
void draw_numbers(const HeadMeasure& measure, const KnownHead& head, const KnownHead* other) {
  const Box line = reserve({ImGui::GetContentRegionAvail().x, std::ceil(em() * 1.5f)});
  mark("heads.measure." + std::string(measure.name), line);
  const Canvas canvas = window_canvas();
  draw_text_in(canvas, fonts().ui_bold, line, theme().palette.text, measure.label);
  const float column = em() * 6;
  const Box first{{line.max.x - column * (other ? 2 : 1), line.min.y},
                  {line.max.x - column * (other ? 1 : 0), line.max.y}};
  const bool harms = measure.harms(head);
  draw_text_in(canvas, fonts().mono, first, role_text(harms ? Role::Gradient : Role::Output),
               measured_number(measure, head), Align::Right);
  if (other)
    draw_text_in(canvas, fonts().mono, {{first.max.x, line.min.y}, line.max}, theme().palette.text_dim,
                 measured_number(measure, *other), Align::Right);
}

}  // namespace

void draw_head_measures(const ViewModel& model, const KnownHead& head, const KnownHead* other) {
  const bool average = model.state.choices.of<HeadsChoice>().average;
  panel_header("Where it looks", other     ? "this head, and the other one"
                                 : average ? "of the selected head, not of the mean"
                                           : "means over this text");
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, em() * 0.15f});
  for (const HeadMeasure& measure : head_measures().subspan(1)) {
    if (std::isnan(measure.value(head)) && !measure.can_harm) continue;
    draw_numbers(measure, head, other);
    if (other) continue;
    wrapped_text(fonts().small, theme().palette.text_dim, measure.sentence);
    ImGui::Dummy({0, em() * 0.25f});
  }
  ImGui::PopStyleVar();
}

}  // namespace attnlab
