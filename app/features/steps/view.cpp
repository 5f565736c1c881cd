// Step through: the chosen operation of the chosen head with its real matrices, or the chosen tensor.
// Script names: stage.left, stage.right, stage.result and stage.bias are matrices, NAME[row,column] one cell;
// stage.softmax[i,0] is a row of the softmax table; stage_header.cpp names the selectors and switches.
#include <algorithm>
#include <cmath>

#include "app/feature/opened_features.h"
#include "app/state/steps_choice.h"
#include "app/state/walk/walk_range.h"
#include "app/views/common/playing.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/view_page.h"
#include "app/views/stage/stages.h"
#include "app/views/stage/tensor_stage.h"
#include "app/views/stage/walk_steps.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"

namespace attnlab {
void play_walk(const ViewModel& model, const Emit& emit) {
  const bool can = model.trace && on_stage(model.state, steps::kFeature);
  const Playing::Now now = clock_of(model, steps::kFeature, can);
  if (now == Playing::Now::Off || now == Playing::Now::Cannot) return;
  const PassWalk& walk = walk_of(model);
  const auto here = walk_position(walk, model.state);
  if (!here) return emit({"walk.play", {"off"}});
  const auto [first, end] = walk_range(model.screen.walk_range).steps(walk, *here);
  const bool ended = *here + 1 >= end;
  if (now == Playing::Now::Begins && ended) return emit({"walk.to", {std::to_string(first + 1)}});
  if (now == Playing::Now::Due) ended ? emit({"walk.play", {"off"}}) : emit({"stage.next", {}});
}

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

/// The layers and other places of the walk; neighboring parts of one layer share a place.
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

/// Draws the names of the layers under the bar in the longest form that fits all; other names if they fit.
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
  dim_text(step.backward ? tr("step {1}, backward pass", std::to_string(number))
                         : tr("step {1}, forward pass", std::to_string(number)));
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

namespace {

void draw_matrices(StageFrame& frame) {
  switch (frame.model.state.chosen.stage) {
    case Stage::Scores: return draw_scores_stage(frame);
    case Stage::Scaled: return draw_scaled_stage(frame);
    case Stage::Masked: return draw_masked_stage(frame);
    case Stage::Softmax: return draw_softmax_stage(frame);
    case Stage::Context: return draw_context_stage(frame);
    case Stage::Query:
    case Stage::Key:
    case Stage::Value:
    case Stage::Output: return draw_projection_stage(frame);
  }
  no_such_kind("stage");
}

/// The matrix under the pointer highlights its symbol in the next frame.
struct TouchedSymbol {
  std::string symbol;
};

void draw_steps(const ViewModel& model, const Emit& emit) {
  const Trace& trace = *model.trace;
  if (!model.state.chosen.in_attention()) return draw_tensor_stage(model, emit);
  const Selection& selection = model.state.selection;
  const Stage stage = model.state.chosen.stage;
  if (!trace.find(stage_tensor(selection, stage))) {
    return empty_note(tr("This model does not have the selected attention layer."),
                      tr("Select another one in the map."));
  }
  StageFrame frame{model,
                   emit,
                   trace,
                   selection,
                   query_tokens(trace, selection.attention),
                   key_tokens(trace, selection.attention),
                   {},
                   {}};
  std::string& touched_before = model.remembered<TouchedSymbol>().symbol;
  draw_stage_header(frame, touched_before);
  // In a window too small for legible matrices, they scroll.
  ImGui::BeginChild("matrices", {0, 0}, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  ImGui::PushID(static_cast<int>(stage));
  draw_matrices(frame);
  ImGui::PopID();
  ImGui::EndChild();
  if (frame.touched == touched_before) return;
  touched_before = frame.touched;
  widgets().animating = true;
}

std::string chosen_tensor(const ViewModel& model) { return chosen_cell(model.state).tensor; }

}  // namespace

namespace steps {
extern const ViewPage kPage = {.draw = draw_steps, .play = play_walk, .figure_title = chosen_tensor};
}

}  // namespace attnlab
