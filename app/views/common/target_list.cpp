// Targets as lines: token, bars, numbers.
#include "app/views/common/target_list.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/target_changes.h"
#include "core/language/messages.h"
#include "core/trace/counted.h"

namespace attnlab {
namespace {

/// Where the parts of a line begin and end, from the line's left edge.
struct TargetColumns {
  float token, bars, numbers;

  explicit TargetColumns(float width)
      : token(std::min(std::floor(width * 0.3f), em() * 9)), bars(width - em() * 7.6f), numbers(width) {}
};

float target_line_height() { return std::ceil(em() * 1.55f); }

void draw_change_bar(Canvas canvas, const Box& rail, double share, Colour colour) {
  const float width = rail.width() * float(std::clamp(share, 0.0, 1.0));
  canvas.fill({rail.min, {rail.min.x + std::max(width, 1.0f), rail.max.y}}, colour, em() * 0.12f);
}

/// A thin bar without the edits above a bar with them; one bar if there are no edits.
void draw_bars(Canvas canvas, const Box& box, const TargetChange& change) {
  const Palette& p = theme().palette;
  const float pad = em() * 0.28f, height = box.height() - 2 * pad;
  const Box rail{{box.min.x, box.min.y + pad}, {box.max.x, box.max.y - pad}};
  canvas.fill(rail, p.raised, em() * 0.12f);
  if (std::isnan(change.before))
    return draw_change_bar(canvas, rail, change.after, role_colour(Role::Output));
  const float middle = rail.min.y + std::floor(height * 0.4f);
  draw_change_bar(canvas, {rail.min, {rail.max.x, middle}}, change.before, p.text_faint);
  draw_change_bar(canvas, {{rail.min.x, middle}, rail.max}, change.after, role_colour(Role::Gradient));
}

std::string numbers_of(const TargetChange& change) {
  const std::string after = format_percent(change.after, 1);
  return std::isnan(change.before) ? after : format_percent(change.before, 1) + " → " + after;
}

void draw_target(const ViewModel& model, const TargetChange& change, std::size_t number,
                 const TargetColumns& c, float height) {
  const Box box = reserve({c.numbers, height});
  mark("targets[" + std::to_string(number) + ",0]", box);
  const Canvas canvas = window_canvas();
  const std::string word = prediction_words(model.format, model.vocabularies->target, change.target);
  draw_text_in(canvas, fonts().ui, {box.min, {box.min.x + c.token - em() * 0.5f, box.max.y}},
               theme().palette.text, display_token(word));
  draw_bars(canvas, {{box.min.x + c.token, box.min.y}, {box.min.x + c.bars - em() * 0.5f, box.max.y}},
            change);
  const bool much = !std::isnan(change.before) && std::abs(change.after - change.before) >= 0.1;
  draw_text_in(canvas, fonts().mono_small, {{box.min.x + c.bars, box.min.y}, box.max},
               much ? role_text(Role::Gradient) : theme().palette.text_dim, numbers_of(change), Align::Right);
}

}  // namespace

std::string loss_words(const ViewModel& model) {
  const double now = model.trace->loss();
  if (!std::isfinite(now)) return "";
  const std::string counted = counted_words(*model.trace), after = format_number(now, 4);
  if (!model.diff || !std::isfinite(model.diff->loss_before()))
    return counted.empty() ? tr("loss {1}", after) : tr("loss {1} {2}", after, counted);
  const double change = now - model.diff->loss_before();
  const std::string before = format_number(model.diff->loss_before(), 4),
                    by = (change < 0 ? "" : "+") + format_number(change, 3);
  return counted.empty() ? tr("loss {1} → {2} ({3})", before, after, by)
                         : tr("loss {1} → {2} ({3}) {4}", before, after, by, counted);
}

float target_list_height(const ViewModel& model) {
  return target_line_height() *
         float(std::max<std::size_t>(target_changes(*model.trace, model.diff.get()).size(), 2));
}

void draw_target_list(const ViewModel& model) {
  if (!model.vocabularies) return;
  const std::vector<TargetChange> changes = target_changes(*model.trace, model.diff.get());
  if (changes.empty())
    return dim_text(
        has_right_answer(model.format)
            ? tr("The correct output for this text is not known. Enter it under “Answer” beside the text.")
            : tr("This text has no targets, so there is nothing to compare."));
  const float height = target_line_height();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  ImGui::BeginChild("targets", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const TargetColumns columns(ImGui::GetContentRegionAvail().x);
  ImGuiListClipper lines;
  lines.Begin(static_cast<int>(changes.size()), height);
  while (lines.Step())
    for (int i = lines.DisplayStart; i < lines.DisplayEnd; ++i)
      draw_target(model, changes[i], static_cast<std::size_t>(i), columns, height);
  ImGui::EndChild();
  ImGui::PopStyleVar();
}

}  // namespace attnlab
