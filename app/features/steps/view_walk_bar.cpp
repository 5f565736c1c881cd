// The overview of the walk: every part as a segment, forward to the loss and back from it.
#include <algorithm>
#include <cmath>

#include "app/views/common/tensor_words.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

/// The places of steps along the bar.
struct BarScale {
  Box box;
  std::size_t count;
  float x(std::size_t step) const {
    return box.min.x + box.width() * static_cast<float>(step) / static_cast<float>(count);
  }
  std::size_t step(float at) const {
    const float share = std::clamp((at - box.min.x) / std::max(box.width(), 1.0f), 0.0f, 1.0f);
    return std::min(static_cast<std::size_t>(share * static_cast<float>(count)), count - 1);
  }
};

/// Segments too narrow for a gap touch each other.
void draw_segment(const BarScale& scale, std::size_t first, std::size_t end, const WalkStep& step,
                  bool here) {
  const Canvas canvas = window_canvas();
  Box box{{std::floor(scale.x(first)), scale.box.min.y}, {std::floor(scale.x(end)), scale.box.max.y}};
  if (box.width() > 3) box.max.x -= 1;
  const Palette& p = theme().palette;
  const float strength = here ? 1.0f : step.backward ? 0.42f : 0.62f;
  canvas.fill(box, blend(p.panel, kind_colour(step.kind()), strength), em() * 0.12f);
  if (!step.backward) return;
  const float line = std::max(2.0f, std::floor(em() / 7));
  canvas.fill({{box.min.x, box.max.y - line}, box.max}, role_colour(Role::Gradient));
}

void draw_here(const BarScale& scale, std::size_t here) {
  const Canvas canvas = window_canvas();
  const float x = std::floor((scale.x(here) + scale.x(here + 1)) / 2) + 0.5f, half = em() * 0.32f;
  const Colour ink = theme().palette.text;
  canvas.line({x, scale.box.min.y - 1}, {x, scale.box.max.y + 1}, ink, std::max(2.0f, em() / 8));
  canvas.triangle({x, scale.box.min.y + half * 0.2f}, {x - half, scale.box.min.y - half},
                  {x + half, scale.box.min.y - half}, ink);
}

/// One layer, or another place, along the bar.
struct WalkPlace {
  Place place;  ///< of the layer, or the part outside of layers
  Box room;
};

/// The layers and other places of the walk; neighbouring parts of one layer share a place.
std::vector<WalkPlace> places_of(const PassWalk& walk, const BarScale& scale, float y) {
  const auto place = [&](std::size_t i) {
    const Place& part = walk.steps[i].place;
    const Place layer = layer_around(part);
    return layer.empty() ? Place().inside(*part.steps().front().part) : layer;
  };
  std::vector<WalkPlace> places;
  for (std::size_t i = 0; i < walk.steps.size();) {
    const std::size_t first = i;
    const Place shared = place(first);
    while (i < walk.steps.size() && walk.steps[i].backward == walk.steps[first].backward &&
           place(i) == shared)
      ++i;
    places.push_back({shared, {{scale.x(first), y}, {scale.x(i), y + std::ceil(em() * 1.1f)}}});
  }
  return places;
}

/// Draws the names of the layers under the bar in the longest form that fits all; other names where they fit.
void draw_layers(const PassWalk& walk, const BarScale& scale, float y) {
  const std::vector<WalkPlace> places = places_of(walk, scale, y);
  const auto fits = [](const WalkPlace& place, const std::string& name) {
    return text_size(fonts().small, name).x <= place.room.width() - em() * 0.3f;
  };
  std::size_t form = 0;
  for (const WalkPlace& place : places) {
    const auto forms = place.place.shorter_titles();
    const bool layer = forms[1] != forms[0];
    while (layer && form + 1 < forms.size() && !fits(place, forms[form])) ++form;
  }
  const Canvas canvas = window_canvas();
  for (const WalkPlace& place : places)
    if (const std::string name = place.place.shorter_titles()[form]; fits(place, name))
      draw_text_in(canvas, fonts().small, place.room, theme().palette.text_dim, name, Align::Centre);
}

void tip_of(const ViewModel& model, const WalkStep& step, std::size_t number) {
  begin_tooltip();
  ImGui::TextUnformatted((step_part(step) + " · " + step_label(model, step)).c_str());
  dim_text("step " + std::to_string(number) + (step.backward ? ", back from the loss" : ", forward"));
  end_tooltip();
}

}  // namespace

void draw_walk_bar(const ViewModel& model, std::optional<std::size_t> here, const Box& box,
                   const Emit& emit) {
  const PassWalk& walk = walk_of(model);
  if (walk.steps.empty() || box.width() < em()) return;
  const BarScale scale{{box.min, {box.max.x, box.min.y + std::ceil(em() * 0.75f)}}, walk.steps.size()};
  move_cursor({box.min.x, box.min.y - em() * 0.3f});
  const bool pressed = ImGui::InvisibleButton("walk.bar", {box.width(), scale.box.height() + em() * 0.6f});
  mark("walk.bar", scale.box);
  for (std::size_t i = 0; i < walk.steps.size();) {
    const std::size_t end = walk.part_of(i).second;
    draw_segment(scale, i, end, walk.steps[i], here && *here >= i && *here < end);
    i = end;
  }
  draw_layers(walk, scale, scale.box.max.y + em() * 0.1f);
  if (here) draw_here(scale, *here);
  const std::size_t under = scale.step(ImGui::GetIO().MousePos.x);
  if (pressed) emit({"walk.to", {std::to_string(under + 1)}});
  if (ImGui::IsItemHovered()) tip_of(model, walk.steps[under], under + 1);
}

}  // namespace attnlab
