// The notice in the menu bar.
#include "app/views/frame/notice.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The closed notice; a new notice has another count.
struct DismissedNotice {
  std::uint64_t count = ~std::uint64_t{0};
};

void draw_pill(const Box& box, const ViewModel& model) {
  const Palette& p = theme().palette;
  const Colour ink = model.notice_is_error ? p.bad : p.text_dim;
  const Canvas canvas = window_canvas();
  canvas.fill(box, blend(p.panel, ink, model.notice_is_error ? 0.16f : 0.10f), box.height() / 2);
  const float pad = em() * 0.7f;
  draw_text_in(canvas, fonts().ui, {{box.min.x + pad, box.min.y}, {box.max.x - box.height(), box.max.y}},
               model.notice_is_error ? p.bad : p.text, model.notice, Align::Left, Cut::Meant);
}

/// Stays while runs are not saved, whatever else is said meanwhile.
void draw_save_error(const ViewModel& model) {
  const float height = std::floor(ImGui::GetFrameHeight() - em() * 0.2f);
  const char* const words = "not saved";
  const float width = text_size(fonts().ui_bold, words).x + em() * 1.4f;
  if (ImGui::GetContentRegionAvail().x < width) return;
  const Box box = box_at({ImGui::GetCursorScreenPos().x, ImGui::GetWindowPos().y + std::floor(em() * 0.1f)},
                         {width, height});
  const Colour ink = theme().palette.bad;
  window_canvas().fill(box, blend(theme().palette.panel, ink, 0.16f), height / 2);
  draw_text_in(window_canvas(), fonts().ui_bold, box, ink, words, Align::Centre);
  move_cursor(box.min);
  ImGui::InvisibleButton("notice.save", {width, height});
  mark("notice.save", box);
  tip("The runs could not be saved: " + model.save_error);
  ImGui::SameLine(0, em() * 0.4f);
}

}  // namespace

void draw_notice(const ViewModel& model) {
  if (!model.save_error.empty()) draw_save_error(model);
  std::uint64_t& dismissed = model.remembered<DismissedNotice>().count;
  if (model.notice.empty() || model.notice_count == dismissed) return;
  const float height = std::floor(ImGui::GetFrameHeight() - em() * 0.2f), margin = em() * 0.5f;
  const float room = ImGui::GetContentRegionAvail().x - margin * 2;
  const float wanted = text_size(fonts().ui, model.notice).x + em() * 0.9f + height;
  const float width = std::min(wanted, room);
  if (width < height * 2) return;
  const float x = ImGui::GetCursorScreenPos().x + room + margin - width;
  const Box box = box_at({std::floor(x), ImGui::GetWindowPos().y + std::floor(em() * 0.1f)}, {width, height});
  draw_pill(box, model);
  move_cursor(box.min);
  ImGui::InvisibleButton("notice", {width - height, height});
  mark("notice", box);
  tip(model.notice);
  move_cursor({box.max.x - height, box.min.y});
  if (icon_button("notice.close", Icon::Close, "Dismiss", {.plain = true, .size = height}))
    dismissed = model.notice_count;
}

}  // namespace attnlab
