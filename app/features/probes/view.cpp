// Probes: what a linear probe finds in the stream of each layer. Script names: probes.part[0,i] are the
// parts, probes.stack[0,i] the stacks, probes.label[0,i] the labels that the task knows.
#include <algorithm>

#include "app/base/format.h"
#include "app/features/probes/choice.h"
#include "app/features/probes/chosen.h"
#include "app/features/probes/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

struct ProbesPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ProbesFrame& frame);
};
constexpr ProbesPart kProbesParts[] = {{"layers", "by layer", draw_probes_layers},
                                       {"text", "this text", draw_probes_text},
                                       {"training", "over training", draw_probes_training}};

void draw_stack_choice(const ProbesFrame& frame) {
  if (frame.results.stacks.size() < 2) return;
  int at = frame.stack.text == Text::Source ? 0 : 1;
  const char* const titles[] = {"encoder", "decoder"};
  if (segmented("probes.stack", titles, at)) frame.choose("stack", at == 0 ? "source" : "target");
}

/// The labels side by side, in as many lines as they need.
void draw_label_choice(const ProbesFrame& frame) {
  const std::vector<const ProbeLabel*> known = known_labels(frame.stack);
  const float right = content_right(), gap = em() * 0.4f;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string title(known[i]->title), name = "probes.label[0," + std::to_string(i) + "]";
    if (i > 0) ImGui::SameLine(0, gap);
    if (i > 0 && ImGui::GetCursorScreenPos().x + text_size(fonts().ui_bold, title).x + em() * 1.6f > right)
      ImGui::NewLine();
    const std::string sentence = std::string(known[i]->sentence) + "  (← →)";
    if (text_button(name.c_str(), title, sentence.c_str(), {.toggled = known[i] == &frame.label}))
      frame.choose("label", std::string(known[i]->name));
  }
}

std::string capital(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

void draw_probes_in(ProbesFrame& frame, const ProbeReport* report) {
  ProbesPart parts[std::size(kProbesParts)];
  std::ranges::copy(kProbesParts, parts);
  if (reads_patches(frame)) parts[1].title = "this picture";
  const ProbesPart& part = choose_row("probes.part", parts, frame.choice.part,
                                      [&](const std::string& name) { frame.choose("part", name); });
  draw_stack_choice(frame);
  draw_label_choice(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               "Looked for: " + std::string(frame.label.sentence) + ".");
  ImGui::Dummy({0, em() * 0.2f});
  if (!report || report->layers.empty()) return draw_no_probes(frame);
  frame.at = std::min(probed_layer(frame.model.state, frame.trace, *report), report->layers.size() - 1);
  part.draw(frame);
}

void draw_probes(const ViewModel& model, const Emit& emit) {
  const ProbeResults* const known = model.found<ProbeResults>();
  if (!known) return empty_note("The examples are being read …");
  if (known->stacks.empty())
    return empty_note("The task of this model is not at hand, so no labels of its tokens are known.",
                      "Open a preset, or a model that was saved with its task.");
  const ProbesChoice& choice = model.state.choices.of<ProbesChoice>();
  const ProbedStack& stack = chosen_stack(choice, known->stacks);
  ProbesFrame frame{model, emit, *model.trace, choice, *known, stack, chosen_label(choice, stack), 0};
  const ProbeReport* const report = frame.report();
  const bool fits = report && report->label == &frame.label && report->text == stack.text;
  draw_probes_in(frame, fits ? report : nullptr);
}

std::string probes_title(const ViewModel& model) {
  const ProbeResults* const known = model.found<ProbeResults>();
  if (!known || known->stacks.empty()) return "Probes";
  const ProbesChoice& choice = model.state.choices.of<ProbesChoice>();
  return "Probes: " + std::string(chosen_label(choice, chosen_stack(choice, known->stacks)).title);
}

}  // namespace

void ProbesFrame::select_token(std::size_t number, Index token) const {
  const ProbedPoint& point = report()->layers[number].point;
  emit(show_command(
      {full_name(point.place, *point.site), {0, token + rows_before_text(trace.config(), stack.text), 0}}));
}

void ProbesFrame::select_layer(std::size_t number) const { select_token(number, token()); }

Index ProbesFrame::token() const {
  return std::max<Index>(current_row(model.state) - rows_before_text(trace.config(), stack.text), 0);
}

bool reads_patches(const ProbesFrame& frame) { return architecture_of(frame.trace.config()).reads_patches(); }

Colour probe_colour() { return theme().palette.accent; }
Colour control_colour() { return theme().palette.text_faint; }

void draw_no_probes(const ProbesFrame& frame) {
  wrapped_text(
      fonts().ui, theme().palette.text_dim,
      frame.results.error.empty() ? "The probes are being fitted …" : capital(frame.results.error) + ".");
}

std::string judged_words(const ProbesFrame& frame) {
  const ProbeReport& r = *frame.report();
  return "A linear probe for each layer, fitted to " + format_count(r.training_tokens) + " tokens of " +
         format_count(r.training_examples) + " training examples and judged on " +
         format_count(r.held_out_tokens) + " tokens of " + format_count(r.held_out_examples) +
         " held-out ones, at step " + format_count(frame.results.now.step) +
         (frame.model.state.edits.empty() ? "." : ", without the edits.");
}

namespace probes {
extern const ViewPage kPage = {.draw = draw_probes, .figure_title = probes_title};
}

}  // namespace attnlab
