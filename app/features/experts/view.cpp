// Experts: where the router of each layer sends the tokens, which tokens each expert takes, and how the loss
// changes without it. Script names: experts.part[0,i] are the parts, experts.layer.previous and
// experts.layer.next choose the layer, experts.expert[0,i] are the experts, experts.off ablates the selected
// one.
#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/base/format.h"
#include "app/features/experts/choice.h"
#include "app/features/experts/view_frame.h"
#include "app/state/expert_choice.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/target_list.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/language/messages.h"
#include "core/models/cost.h"

namespace attnlab {

namespace {

struct ExpertsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ExpertsFrame& frame);
};
constexpr ExpertsPart kExpertsParts[] = {{"text", tr_mark("this text"), draw_experts_text},
                                         {"shares", tr_mark("shares"), draw_experts_shares},
                                         {"words", tr_mark("tokens"), draw_experts_words},
                                         {"without", tr_mark("ablations"), draw_experts_without}};

/// All that the parameters of the experts depend on.
using ExpertSizes =
    std::tuple<std::size_t, std::string, std::string, bool, Index, Index, Index, Index, Index>;

/// The model's parameters, counted again for another model.
struct CountedParameters {
  ExpertSizes of{};
  ModelCost cost;
};

const ModelCost& parameters_of(const ExpertsFrame& frame) {
  const ModelConfig& c = frame.trace.config();
  CountedParameters& counted = frame.model.remembered<CountedParameters>();
  ExpertSizes now{frame.trace.snapshot()->weights.size(),
                  c.architecture,
                  c.activation,
                  c.bias,
                  c.layers,
                  c.width,
                  c.feed_forward,
                  c.experts,
                  c.experts_per_token};
  if (counted.of != now) counted = {std::move(now), count_cost(c)};
  return counted.cost;
}

/// "Each token goes through 2 of 4 experts in each layer, which makes 244,320 of 392,160 parameters active."
std::string parameter_words(const ExpertsFrame& frame) {
  const ModelConfig& c = frame.trace.config();
  const ModelCost& cost = parameters_of(frame);
  return tr_plural(
      "Each token goes through {1} of {2} expert in each layer, which makes {3} of {4} parameters active.",
      "Each token goes through {1} of {2} experts in each layer, which makes {3} of {4} parameters active.",
      c.experts, std::to_string(c.experts_per_token), std::to_string(c.experts),
      format_count(cost.active_parameters), format_count(cost.parameters));
}

void draw_layer_choice(const ExpertsFrame& frame) {
  const std::size_t at = frame.at;
  if (icon_button("experts.layer.previous", Icon::ChevronLeft, tr("Previous layer  (Page Down)"),
                  {.enabled = at > 0}))
    select_layer(frame, frame.layers[at - 1]);
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("experts.layer.next", Icon::ChevronRight, tr("Next layer  (Page Up)"),
                  {.enabled = at + 1 < frame.layers.size()}))
    select_layer(frame, frame.layers[at + 1]);
  ImGui::SameLine(0, em() * 0.6f);
  const std::string words = frame.layer().place.outer().title();
  const Box box = reserve({text_size(fonts().ui_bold, words).x + em() * 0.5f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, words);
}

/// The experts in their colours: what the colours mean, and which expert is selected.
void draw_expert_legend(const ExpertsFrame& frame) {
  const float size = std::ceil(expert_badge_size() * 1.15f), gap = em() * 0.35f;
  const float right = content_right();
  for (Index e = 0; e < frame.layer().experts(); ++e) {
    if (e > 0) ImGui::SameLine(0, gap);
    if (e > 0 && ImGui::GetCursorScreenPos().x + size > right) ImGui::NewLine();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const Box box = box_at({at.x, at.y + (ImGui::GetFrameHeight() - size) / 2}, {size, size});
    ImGui::PushID(static_cast<int>(e));
    if (ImGui::InvisibleButton("expert", {size, ImGui::GetFrameHeight()})) frame.select_expert(e);
    tip(tr("Expert {1}  (← →)", std::to_string(e)));
    ImGui::PopID();
    mark("experts.expert[0," + std::to_string(e) + "]", box);
    draw_expert_badge(box, e);
    if (e == frame.expert) draw_outline(window_canvas(), box, theme().palette.accent, em() / 8);
  }
}

/// The next item goes on the same line if `width` fits there.
void expert_item_beside(float width) { next_on_line(width, em()); }

void draw_expert_edit(const ExpertsFrame& frame) {
  const Edit edit = expert_edit(frame.layer().place, frame.expert);
  const bool out = has_edit(frame.model.state, edit);
  const std::string expert = std::to_string(frame.expert);
  const std::string label = out ? tr("Restore expert {1}", expert) : tr("Ablate expert {1}", expert);
  expert_item_beside(text_size(fonts().ui_bold, label).x + em() * 1.6f);
  if (text_button("experts.off", label,
                  tr("Sets the router's probability of the expert to 0 in this layer  (X)"),
                  {.toggled = out, .enabled = frame.layer().experts() > 1}))
    frame.emit({"expert.off", {out ? "off" : "on"}});
  if (frame.model.state.edits.empty()) return;
  const std::string loss = loss_words(frame.model);
  const float width = text_size(fonts().ui, loss).x + em();
  expert_item_beside(width);
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box,
               frame.model.diff ? role_text(Role::Gradient) : theme().palette.text_dim, loss);
}

void draw_experts_controls(const ExpertsFrame& frame) {
  draw_layer_choice(frame);
  expert_item_beside(em() * 6);
  draw_expert_legend(frame);
  draw_expert_edit(frame);
}

void draw_experts(const ViewModel& model, const Emit& emit) {
  std::vector<RoutedLayer> layers = routed_layers(*model.trace);
  if (layers.empty()) return empty_note(tr("This forward pass has no experts."));
  const ExpertResults none{};
  const ExpertResults* const known = model.found<ExpertResults>();
  ExpertsFrame frame{model,
                     emit,
                     *model.trace,
                     model.state.choices.of<ExpertsChoice>(),
                     std::move(layers),
                     0,
                     selected_expert(model.state, model.trace->config().experts),
                     known ? *known : none};
  const Place on_stage_now = feed_forward_on_stage(model.state, *model.trace);
  const auto found = std::ranges::find(frame.layers, on_stage_now, &RoutedLayer::place);
  if (found != frame.layers.end()) frame.at = static_cast<std::size_t>(found - frame.layers.begin());
  const ExpertsPart& part = choose_row("experts.part", kExpertsParts, frame.choice.part,
                                       [&](const std::string& name) { frame.choose("part", name); });
  draw_experts_controls(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim, parameter_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  part.draw(frame);
}

}  // namespace

const HeldOutLayer* ExpertsFrame::held_out() const {
  if (!results.held_out.value) return nullptr;
  const auto found = std::ranges::find(results.held_out.value->layers, layer().place, &HeldOutLayer::place);
  return found == results.held_out.value->layers.end() ? nullptr : &*found;
}

bool reads_source(const RoutedLayer& layer) { return layer.place.text() == Text::Source; }

void select_layer(const ExpertsFrame& frame, const RoutedLayer& layer) {
  const AttentionKind kind = reads_source(layer) ? AttentionKind::EncoderSelf : AttentionKind::DecoderSelf;
  frame.emit(
      {"select.attention", {std::string(attention_name(kind)), std::to_string(layer_number(layer.place))}});
}

float expert_badge_size() { return std::ceil(em() * 1.15f); }

void draw_expert_badge(const Box& box, Index expert) {
  const Colour face = expert_colour(static_cast<int>(expert));
  window_canvas().fill(box, face, em() * 0.2f);
  draw_text_in(window_canvas(), fonts().small, box, text_on(face), std::to_string(expert), Align::Centre);
}

void draw_no_held_out(const ExpertsFrame& frame) {
  const std::string why = !frame.results.error.empty()
                              ? tr("Could not compute this: {1}", frame.results.error)
                          : frame.results.has_held_out
                              ? tr("Reading held-out examples…")
                              : tr("This model came without its task, so there are no held-out examples.");
  wrapped_text(fonts().ui, theme().palette.text_dim, why);
}

std::string held_out_words(const ExpertsFrame& frame) {
  const HeldOutLayer* const layer = frame.held_out();
  if (!layer) return "";
  const std::string tokens = format_count(layer->counts.tokens()),
                    examples = format_count(frame.results.held_out.value->examples),
                    step = format_count(frame.results.held_out.step);
  return frame.model.state.edits.empty()
             ? tr("Held-out data: {1} tokens of {2} examples, at step {3}.", tokens, examples, step)
             : tr("Held-out data: {1} tokens of {2} examples, at step {3}, without the edits.", tokens,
                  examples, step);
}

namespace experts {
extern const ViewPage kPage = {.draw = draw_experts};
}

}  // namespace attnlab
