// Without an expert: how much the loss of this text and of held-out examples changes when one is left out.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/base/format.h"
#include "app/features/experts/view_frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

constexpr double kNotKnown = std::numeric_limits<double>::quiet_NaN();

double effect_of(const ExpertEffects* effects, const std::string& feed_forward, Index expert) {
  if (!effects) return kNotKnown;
  const auto found = std::ranges::find_if(
      *effects, [&](const ExpertEffect& e) { return e.expert == expert && e.feed_forward == feed_forward; });
  return found == effects->end() ? kNotKnown : found->effect;
}

/// The largest amount, to which all bars of a column are drawn.
double largest_effect(const ExpertEffects* effects) {
  double most = 0;
  if (effects)
    for (const ExpertEffect& e : *effects)
      if (std::isfinite(e.effect)) most = std::max(most, std::abs(e.effect));
  return most;
}

/// One column of effects.
struct EffectColumn {
  const char* title;
  const ExpertEffects* effects;
  double most;
  float left = 0, right = 0;
};

std::string signed_number(double value) {
  if (std::isnan(value)) return "–";
  return (value < 0 ? "" : "+") + format_fixed(value, 4);
}

/// A bar to the right of the middle where the loss rises, to the left where it falls, and the number.
void draw_effect_bar(const EffectColumn& column, double effect, float top, float bottom, Colour colour) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const float number = std::ceil(text_size(fonts().mono_small, "+00.0000").x + em() * 0.5f);
  const Box rail{{column.left, top + em() * 0.35f}, {column.right - number, bottom - em() * 0.35f}};
  const float middle = std::round(rail.centre().x), half = rail.width() / 2;
  canvas.fill(rail, p.raised, em() * 0.1f);
  if (std::isfinite(effect) && column.most > 0) {
    const float length = half * static_cast<float>(effect / column.most);
    canvas.fill(
        {{std::min(middle, middle + length), rail.min.y}, {std::max(middle, middle + length), rail.max.y}},
        colour);
  }
  canvas.fill({{middle, rail.min.y - 2}, {middle + 1, rail.max.y + 2}}, p.text_dim);
  draw_text_in(canvas, fonts().mono_small, {{column.right - number, top}, {column.right, bottom}},
               std::isnan(effect) ? p.text_dim : p.text, signed_number(effect), Align::Right);
}

void draw_effect_row(const ExpertsFrame& frame, std::size_t number, Index expert, const Box& box,
                     std::span<const EffectColumn> columns) {
  const RoutedLayer& layer = frame.layers[number];
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  ImGui::PushID(static_cast<int>(expert));
  if (ImGui::InvisibleButton("effect", box.size())) {
    select_layer(frame, layer);
    frame.select_expert(expert);
  }
  const bool over = ImGui::IsItemHovered();
  ImGui::PopID();
  ImGui::PopID();
  mark("experts.effect[" + std::to_string(number) + "," + std::to_string(expert) + "]", box);
  const bool selected = number == frame.at && expert == frame.expert;
  const Palette& p = theme().palette;
  if (selected || over) window_canvas().fill(box, selected ? p.accent_soft : p.raised, em() * 0.2f);
  const float size = expert_badge_size();
  draw_expert_badge(box_at({box.min.x + em() * 0.2f, box.centre().y - size / 2}, {size, size}), expert);
  for (const EffectColumn& column : columns)
    draw_effect_bar(column, effect_of(column.effects, layer.place.name(), expert), box.min.y, box.max.y,
                    expert_colour(static_cast<int>(expert)));
}

void draw_effect_heads(const Box& box, std::span<const EffectColumn> columns) {
  for (const EffectColumn& column : columns)
    draw_text_in(window_canvas(), fonts().small, {{column.left, box.min.y}, {column.right, box.max.y}},
                 theme().palette.text_dim, column.title, Align::Left, Cut::Meant);
}

/// Says of which step the held-out effects are, or why there are none.
std::string held_out_effect_words(const ExpertsFrame& frame) {
  const ExpertResults& r = frame.results;
  if (!r.error.empty()) return "This could not be worked out: " + r.error;
  if (!r.has_held_out) return "The task of this model is not at hand, so there are no held-out examples.";
  if (!r.held_out_effects.value)
    return frame.model.analyses && frame.model.analyses->changes
               ? "The held-out loss without each expert is worked out once the model pauses."
               : "The held-out loss without each expert is being worked out …";
  return "Held out: at step " + format_count(r.held_out_effects.step) +
         (frame.model.state.edits.empty() ? "." : ", without the edits.");
}

}  // namespace

void draw_experts_without(const ExpertsFrame& frame) {
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      "How much the loss rises where the router gives the expert the probability 0, so that its tokens go "
      "to the next ones. Below zero the model would do better without it. Each column has a scale of its "
      "own. " +
          held_out_effect_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("experts without", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const float width = std::min(room, em() * 60), left = ImGui::GetCursorScreenPos().x;
  const ExpertEffects *const text = frame.results.effects.get(), *const held_out =
                                                                     frame.results.held_out_effects.value
                                                                         .get();
  EffectColumn columns[] = {{"this text", text, largest_effect(text)},
                            {"held out", held_out, largest_effect(held_out)}};
  const float first = left + expert_badge_size() + em(), each = (left + width - first - em() * 1.3f) / 2;
  columns[0].left = first;
  columns[0].right = first + each;
  columns[1].left = first + each + em();
  columns[1].right = columns[1].left + each;
  const float line = std::ceil(em() * 1.6f);
  for (std::size_t i = 0; i < frame.layers.size(); ++i) {
    const Box title = reserve({width, line});
    draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
                 frame.layers[i].place.outer().title());
    draw_effect_heads(reserve({width, std::ceil(em() * 1.2f)}), columns);
    for (Index e = 0; e < frame.layers[i].experts(); ++e) {
      const ImVec2 at = ImGui::GetCursorScreenPos();
      draw_effect_row(frame, i, e, box_at(at, {width, line}), columns);
      move_cursor({at.x, at.y + line});
    }
    ImGui::Dummy({width, em() * 0.5f});
  }
  ImGui::EndChild();
}

}  // namespace attnlab
