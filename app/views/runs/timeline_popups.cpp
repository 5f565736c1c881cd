// Popups of the timeline.
#include "app/views/runs/timeline_popups.h"

#include "app/base/format.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/settings_fields.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/input_queue.h"

namespace attnlab {
namespace {

/// Text typed while a popup is open.
struct TimelineTyped {
  std::string name;
  TypedSettings settings;
};

std::string step_title(const ViewModel& model) { return "step " + format_count(step_on_screen(model)); }

void draw_pin_popup(const ViewModel& model, const Emit& emit) {
  std::string& name = model.remembered<TimelineTyped>().name;
  if (!ImGui::BeginPopup("##pin")) return;
  const Pin* pin = model.record->timeline->pin_at(step_on_screen(model));
  wrapped_text(fonts().ui_bold, theme().palette.text, "Name " + step_title(model), em() * 18);
  wrapped_text(fonts().ui, theme().palette.text_dim, "A step with a name is kept, whatever the memory.",
               em() * 18);
  if (ImGui::IsWindowAppearing()) focus_next_field();
  const bool entered = text_field("pin.name", name, "e.g. the head forms", em() * 13);
  ImGui::SameLine();
  const bool set = text_button("pin.set", pin ? "Rename" : "Pin", nullptr, {.primary = true});
  if ((entered || set) && !name.empty()) {
    emit({"pin", {name}});
    ImGui::CloseCurrentPopup();
  }
  if (pin && text_button("pin.remove", "Take the name away")) {
    emit({"unpin", {std::to_string(pin->step)}});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// The settings at the step on screen.
const TrainingSettings& settings_there(const ViewModel& model) {
  if (!model.state.rewound) return model.training.settings;
  return model.record->timeline->nearest(*model.state.rewound)->settings;
}

void draw_branch_popup(const ViewModel& model, const Emit& emit) {
  TypedSettings& typed = model.remembered<TimelineTyped>().settings;
  if (!ImGui::BeginPopup("##branch")) return;
  const TrainingSettings& now = settings_there(model);
  wrapped_text(fonts().ui_bold, theme().palette.text, "Train on from " + step_title(model), em() * 18);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "as another run, with other settings; this one stays as it is.", em() * 18);
  draw_settings_fields("branch", now, shown_run(model).preset->model, typed);
  if (text_button("branch.go", Icon::Branch, "Branch", nullptr, {.primary = true})) {
    emit({"branch", changed_settings(now, typed)});
    ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

}  // namespace

void draw_pin_button(const ViewModel& model, const Emit& emit) {
  const Pin* pin = model.record->timeline->pin_at(step_on_screen(model));
  if (icon_button("timeline.pin", Icon::Pin, "Give this step a name, so that it stays",
                  {.toggled = pin != nullptr, .plain = true})) {
    model.remembered<TimelineTyped>().name = pin ? pin->name : "";
    ImGui::OpenPopup("##pin");
  }
  draw_pin_popup(model, emit);
}

void draw_branch_button(const ViewModel& model, const Emit& emit) {
  if (icon_button("timeline.branch", Icon::Branch, "Train on from this step as another run",
                  {.plain = true})) {
    model.remembered<TimelineTyped>().settings.clear();
    ImGui::OpenPopup("##branch");
  }
  draw_branch_popup(model, emit);
}

}  // namespace attnlab
