// Neurons: the units of a feed-forward network: what they do in this text, the top examples of one unit, its
// promoted tokens, its weights. Script names: neurons.part[0,i] are the parts, neurons.layer.previous and
// neurons.layer.next choose the network, neurons.expert.previous and neurons.expert.next the expert,
// neurons.unit.previous and neurons.unit.next the unit, neurons.off ablates it.
#include <algorithm>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/neurons/choice.h"
#include "app/features/neurons/view_frame.h"
#include "app/state/expert_choice.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/predictions.h"
#include "app/views/common/rest.h"
#include "app/views/common/target_list.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/ops/basic/activation.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

/// "5, 17, 200 and 12 more".
std::string listed_units(const std::vector<Index>& units) {
  constexpr std::size_t kMostListed = 12;
  std::string words;
  for (std::size_t i = 0; i < std::min(units.size(), kMostListed); ++i)
    words += (i ? ", " : "") + std::to_string(units[i]);
  if (units.size() <= kMostListed) return words;
  return tr("{1} and {2} more", words, format_count(std::ssize(units) - static_cast<Index>(kMostListed)));
}

/// Which units are dead, if units can be; "" while that is not known.
std::string dead_words(const NeuronsFrame& frame) {
  const ActivationKind& kind = activation_kind(frame.trace.config().activation);
  if (!kind.dies)
    return tr("With {1}, units cannot die: each lets some of its input through.", tr(kind.title));
  const DescribedUnits* const known = frame.held_out();
  if (!known) return "";
  const std::vector<Index> dead = known->silent();
  const std::string positions = format_count(known->held_out.positions());
  if (dead.empty())
    return tr("No unit is dead: each is above 0 at one or more of the {1} held-out positions.", positions);
  return tr_plural("{1} of {2} units is dead: it is 0 at all {3} held-out positions ({4}).",
                   "{1} of {2} units are dead: they are 0 at all {3} held-out positions ({4}).",
                   std::ssize(dead), format_count(std::ssize(dead)), format_count(frame.layer().units()),
                   positions, listed_units(dead));
}

std::string contribution_words(const NeuronsFrame& frame) {
  const TextUnits* const text = frame.text();
  if (!text) return tr("Computing the contributions to the logits…");
  if (!text->no_way.empty())
    return tr("There are no contributions: {1}. The map shows activations.", tr(text->no_way));
  return by_prediction(frame.model.format,
                       tr("Each cell shows what the unit adds directly to the logit of the token after the "
                          "arrow: activation × output weights, through the norms (with their scales frozen "
                          "at the values of this forward pass) and the output matrix."),
                       tr("Each cell shows what the unit adds directly to the logit of the label after the "
                          "arrow: activation × output weights, through the norms (with their scales frozen "
                          "at the values of this forward pass) and the output matrix."),
                       tr("Each cell shows what the unit adds directly to the logit of the class: activation "
                          "× output weights, through the norms (with their scales frozen at the values of "
                          "this forward pass) and the output matrix."));
}

std::string following_unit_words(const NeuronsFrame& frame) {
  if (const UnitsFollowing* const following = frame.followed())
    return tr("The number after each unit is Pearson’s correlation of its activation with “{1}” ({2}).",
              tr(following->feature->title), tr(following->feature->sentence)) +
           " " + held_out_unit_words(frame);
  if (!frame.held_out()) return "";
  return tr(
      "No unit can follow “{1}”, because it never changes in the held-out texts. Choose another feature.",
      tr(text_feature(frame.choice.feature).title));
}

}  // namespace

std::string order_words(const NeuronsFrame& frame, std::size_t most) {
  const UnitOrderKind& order = row_named(kUnitOrders, "order of units", frame.choice.by);
  std::string words(tr(order.sentence));
  if (order.by == UnitOrderKind::By::Contribution) words = contribution_words(frame);
  if (order.by == UnitOrderKind::By::Following) words = following_unit_words(frame);
  if (words.empty()) return no_held_out_words(frame);
  if (static_cast<Index>(most) < frame.layer().units())
    words += " " + tr("The map shows the first {1} of {2} units, and the selected one.", std::to_string(most),
                      format_count(frame.layer().units()));
  const std::string dead = dead_words(frame);
  return dead.empty() ? words : words + " " + dead;
}

std::string held_out_unit_words(const NeuronsFrame& frame) {
  const DescribedUnits* const known = frame.held_out();
  if (!known) return "";
  const std::string positions = format_count(known->held_out.positions()),
                    examples = format_count(std::ssize(known->held_out.examples)),
                    step = format_count(frame.results.held_out.step);
  return frame.model.state.edits.empty()
             ? tr("Held-out data: {1} positions of {2} examples, at step {3}.", positions, examples, step)
             : tr("Held-out data: {1} positions of {2} examples, at step {3}, without the edits.", positions,
                  examples, step);
}

std::string no_held_out_words(const NeuronsFrame& frame) {
  const NeuronResults& r = frame.results;
  if (!r.error.empty()) return tr("Could not compute this: {1}", r.error);
  if (frame.model.analyses && frame.model.analyses->of<NeuronResults>() && !r.has_held_out)
    return tr("This model came without its task, so there are no held-out examples.");
  return tr("Reading held-out examples… {1}", format_percent(r.progress, 0));
}

namespace {

struct NeuronsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const NeuronsFrame& frame);
};
constexpr NeuronsPart kNeuronsParts[] = {{"text", tr_mark("this text"), draw_neurons_text},
                                         {"examples", tr_mark("top examples"), draw_neurons_examples},
                                         {"words", tr_mark("promoted tokens"), draw_neurons_words},
                                         {"weights", tr_mark("weights"), draw_neurons_weights}};

void select_network(const NeuronsFrame& frame, std::size_t number) {
  const UnitLayer& layer = frame.layers[number];
  const AttentionKind kind = reads_source(layer) ? AttentionKind::EncoderSelf : AttentionKind::DecoderSelf;
  frame.emit(
      {"select.attention", {std::string(attention_name(kind)), std::to_string(layer_number(layer.place))}});
}

/// Arrows to the previous and the next thing, and `words` after them.
struct NeuronStepper {
  std::string name;  ///< for scripts
  std::string words;
  const char *before, *after;  ///< tooltips
  bool has_before, has_after;
};

/// −1 or 1 if an arrow was pressed.
int draw_neuron_stepper(const NeuronStepper& stepper) {
  int step = 0;
  if (icon_button((stepper.name + ".previous").c_str(), Icon::ChevronLeft, stepper.before,
                  {.enabled = stepper.has_before}))
    step = -1;
  ImGui::SameLine(0, em() * 0.2f);
  if (icon_button((stepper.name + ".next").c_str(), Icon::ChevronRight, stepper.after,
                  {.enabled = stepper.has_after}))
    step = 1;
  ImGui::SameLine(0, em() * 0.4f);
  const Box box =
      reserve({text_size(fonts().ui_bold, stepper.words).x + em() * 0.5f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, box, theme().palette.text, stepper.words);
  return step;
}

float stepper_width(const std::string& words) {
  return text_size(fonts().ui_bold, words).x + em() * 1.1f + 2 * ImGui::GetFrameHeight();
}

/// The next item goes on the same line if `width` fits there.
void neuron_item_beside(float width) { next_on_line(width, em()); }

/// Networks of the same expert in the layer before and after; −1: there is none.
std::ptrdiff_t network_beside(const NeuronsFrame& frame, int step) {
  const Index experts = std::max<Index>(frame.trace.config().experts, 1);
  const std::ptrdiff_t to =
      static_cast<std::ptrdiff_t>(frame.at) + step * static_cast<std::ptrdiff_t>(experts);
  return to >= 0 && to < std::ssize(frame.layers) ? to : -1;
}

void draw_network_choice(const NeuronsFrame& frame) {
  const std::ptrdiff_t before = network_beside(frame, -1), after = network_beside(frame, 1);
  const int step = draw_neuron_stepper({"neurons.layer", layer_around(frame.layer().place).title(),
                                        tr("Previous layer  (Page Down)"), tr("Next layer  (Page Up)"),
                                        before >= 0, after >= 0});
  if (step < 0) select_network(frame, static_cast<std::size_t>(before));
  if (step > 0) select_network(frame, static_cast<std::size_t>(after));
}

void draw_network_expert(const NeuronsFrame& frame) {
  const Index experts = frame.trace.config().experts, expert = frame.layer().expert;
  if (experts == 0) return;
  const std::string words = tr("expert {1}", std::to_string(expert));
  neuron_item_beside(stepper_width(words));
  const int step = draw_neuron_stepper(
      {"neurons.expert", words, tr("Previous expert"), tr("Next expert"), expert > 0, expert + 1 < experts});
  if (step != 0) frame.emit({"choose", {"experts.expert", std::to_string(expert + step)}});
}

void draw_unit_choice(const NeuronsFrame& frame) {
  const Index units = frame.layer().units();
  const std::string words = tr("unit {1} of {2}", std::to_string(frame.unit), format_count(units));
  neuron_item_beside(stepper_width(words));
  const int step = draw_neuron_stepper({"neurons.unit", words, tr("Previous unit  (←)"), tr("Next unit  (→)"),
                                        frame.unit > 0, frame.unit + 1 < units});
  if (step != 0) frame.emit({step < 0 ? "neuron.previous" : "neuron.next", {}});
}

void draw_unit_edit(const NeuronsFrame& frame) {
  const bool out = has_edit(frame.model.state, unit_edit(*frame.layer().activations, frame.unit));
  const std::string unit = std::to_string(frame.unit);
  const std::string label = out ? tr("Restore unit {1}", unit) : tr("Ablate unit {1}", unit);
  neuron_item_beside(text_size(fonts().ui_bold, label).x + em() * 1.6f);
  if (text_button("neurons.off", label, tr("Sets its activation to 0 at every position  (X)"),
                  {.toggled = out}))
    frame.emit({"neuron.off", {out ? "off" : "on"}});
  if (frame.model.state.edits.empty()) return;
  const std::string loss = loss_words(frame.model);
  const float width = text_size(fonts().ui, loss).x + em();
  neuron_item_beside(width);
  const Box box = reserve({width, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box,
               frame.model.diff ? role_text(Role::Gradient) : theme().palette.text_dim, loss);
}

NeuronsFrame neurons_frame(const ViewModel& model, const Emit& emit) {
  NeuronsFrame frame{
      model, emit, *model.trace, model.state.choices.of<NeuronsChoice>(), unit_layers(*model.trace), 0,
      0,     {}};
  const Place place = neurons_on_stage(model.state, *model.trace);
  const auto found = std::ranges::find(frame.layers, place, &UnitLayer::place);
  if (found != frame.layers.end()) frame.at = static_cast<std::size_t>(found - frame.layers.begin());
  if (!frame.layers.empty()) frame.unit = selected_unit(model.state, frame.layer().units());
  if (model.analyses && model.analyses->of<NeuronResults>())
    frame.results = *model.analyses->of<NeuronResults>();
  return frame;
}

void draw_neurons(const ViewModel& model, const Emit& emit) {
  const NeuronsFrame frame = neurons_frame(model, emit);
  if (frame.layers.empty()) return empty_note(tr("This forward pass has no feed-forward networks."));
  NeuronsPart parts[std::size(kNeuronsParts)];
  std::ranges::copy(kNeuronsParts, parts);
  if (architecture_of(frame.trace.config()).reads_patches()) parts[0].title = tr_mark("this picture");
  parts[2].title = by_prediction(model.format, tr_mark("promoted tokens"), tr_mark("promoted labels"),
                                 tr_mark("promoted classes"));
  const NeuronsPart& part = choose_row("neurons.part", parts, frame.choice.part,
                                       [&](const std::string& name) { frame.choose("part", name); });
  draw_network_choice(frame);
  draw_network_expert(frame);
  draw_unit_choice(frame);
  draw_unit_edit(frame);
  ImGui::Dummy({0, em() * 0.1f});
  const RestOfView rest("neurons part", 16);
  part.draw(frame);
}

std::string neurons_figure_title(const ViewModel& model) {
  const NeuronsFrame frame = neurons_frame(model, {});
  if (frame.layers.empty()) return tr("Neurons");
  return tr("Neurons · {1} · unit {2}", frame.layer().place.title(), std::to_string(frame.unit));
}

}  // namespace

const DescribedUnits* NeuronsFrame::held_out() const {
  const DescribedUnits* const known = results.held_out.value.get();
  return known && known->held_out.place == layer().place && known->held_out.positions() > 0 ? known : nullptr;
}

const UnitsFollowing* NeuronsFrame::followed() const {
  const DescribedUnits* const known = held_out();
  return known ? known->followed(choice.feature) : nullptr;
}

const TextUnits* NeuronsFrame::text() const {
  const TextUnits* const known = results.text.get();
  const bool mine = known && known->place == layer().place && known->right_answer == choice.right_answer() &&
                    known->trace->config() == trace.config();
  if (!mine) return nullptr;
  const bool same_size = static_cast<Index>(known->contributions.words.size()) == layer().tokens();
  return same_size || !known->no_way.empty() ? known : nullptr;
}

const UnitWords* NeuronsFrame::words() const {
  const UnitWords* const known = results.words.get();
  return known && known->place == layer().place && known->unit == unit ? known : nullptr;
}

void NeuronsFrame::explain(Index token, Index number) const {
  select_unit(number);
  emit(show_command({layer().activations->name, {0, token, number}}));
}

bool reads_source(const UnitLayer& layer) { return layer.place.text() == Text::Source; }

std::vector<std::string> unit_tokens(const NeuronsFrame& frame) {
  const TraceTensor& activations = *frame.layer().activations;
  const std::vector<Piece>& all = axis_pieces(frame.trace, activations, 1);
  std::vector<std::string> tokens;
  for (Index t = 0; t < frame.layer().tokens(); ++t) {
    const auto at = static_cast<std::size_t>(t + first_piece(frame.trace, activations));
    tokens.push_back(at < all.size() ? all[at].text : std::to_string(t));
  }
  return tokens;
}

std::string output_word(const NeuronsFrame& frame, Index word) {
  return prediction_words(frame.model.format, frame.model.vocabularies->target, static_cast<TokenId>(word));
}

float neuron_room(float least) { return std::max(ImGui::GetContentRegionAvail().y, em() * least); }

void draw_unit_note(const std::string& words) { wrapped_text(fonts().ui, theme().palette.text_dim, words); }

namespace neurons {
extern const ViewPage kPage = {.draw = draw_neurons, .figure_title = neurons_figure_title};
}

}  // namespace attnlab
