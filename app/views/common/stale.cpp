// A veil over what does not belong to the typed text, and its message.
#include "app/views/common/stale.h"

#include <string>

#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr float kVeil = 0.75f;

void draw_message(const ViewModel& model, const Box& box) {
  const float half = em() * 2.2f;
  const Box band{{box.min.x, box.centre().y - half}, {box.max.x, box.centre().y + half}};
  window_canvas().fill(intersection(band, box), theme().palette.panel);
  move_cursor(box.min);
  empty_note(tr("This text cannot be traced: {1}", model.trace_error),
             tr("Change the text above. Everything dimmed belongs to the previous text."));
}

}  // namespace

bool is_stale(const ViewModel& model) { return model.trace && !model.trace_error.empty(); }

void cover_stale(const ViewModel& model, float top, StaleMessage message) {
  if (!is_stale(model)) return;
  const Box window = box_at(ImGui::GetWindowPos(), ImGui::GetWindowSize());
  const Box box{{window.min.x, top}, window.max};
  if (box.height() < 1) return;
  // A window of its own, because the windows inside this one are drawn over it.
  move_cursor(box.min);
  ImGui::BeginChild("stale", box.size(), false, ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoInputs);
  draw_veil(window_canvas(), box, kVeil);
  if (message == StaleMessage::Shown) draw_message(model, box);
  ImGui::EndChild();
}

}  // namespace attnlab
