// Probes: what a linear probe finds in the residual stream after each layer. Also the accuracies by layer and
// the confusion matrix. Script names: probes.part[0,i] are the parts, probes.stack[0,i] the stacks,
// probes.label[0,i] the labels that the task knows.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/probes/choice.h"
#include "app/features/probes/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/rest.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

/// The counts of one layer as cells.
struct ConfusionCells {
  const ProbeReport* of = nullptr;
  std::size_t layer = 0;
  std::vector<float> cells;
};

const std::vector<float>& confusion_cells(const ProbesFrame& frame) {
  ConfusionCells& known = frame.model.remembered<ConfusionCells>();
  if (known.of != frame.report() || known.layer != frame.at) {
    const std::vector<Index>& counts = frame.layer().confusion;
    known = {frame.report(), frame.at, std::vector<float>(counts.begin(), counts.end())};
  }
  return known.cells;
}

/// The confusion matrix of the layer on screen, in the remaining space.
void draw_probes_confusion(const ProbesFrame& frame, ImVec2 size) {
  const ProbeReport& report = *frame.report();
  const int classes = static_cast<int>(report.classes.size());
  HeatMapOptions o;
  o.title = tr("Held-out tokens");
  o.detail = point_title(frame.layer().point);
  o.scale = {Scale::Sequential, RangeMode::PerMatrix, {}};
  o.rows = {.names = report.classes, .title = tr("label")};
  o.cols = {.names = report.classes, .title = tr("prediction")};
  o.size = size;
  o.target = "probes.confusion";
  o.tensor = tr("tokens");
  heat_map("confusion", matrix_view(confusion_cells(frame).data(), classes, classes), o);
}

/// Places of a row: title, bar, numbers.
struct ProbeRow {
  Box box;
  float bars, numbers;

  explicit ProbeRow(const Box& whole)
      : box(whole),
        bars(whole.min.x + text_size(fonts().ui_bold, tr("embedding")).x + em() * 0.9f),
        numbers(whole.max.x - text_size(fonts().mono_small, "100.0 % ± 10.0").x - em() * 0.4f) {}
  Box rail() const {
    const float pad = std::floor(box.height() * 0.14f);
    return {{bars, box.min.y + pad}, {numbers - em() * 0.6f, box.max.y - pad}};
  }
};

float share_at(const Box& rail, double share) {
  return std::round(rail.min.x + rail.width() * float(std::clamp(share, 0.0, 1.0)));
}

/// A line from one standard error below to one above.
void draw_error_bar(const Box& bar, const Box& rail, double share, double error) {
  const float y = std::round(bar.centre().y), half = std::floor(bar.height() * 0.25f);
  const float left = share_at(rail, share - error), right = share_at(rail, share + error);
  const Colour ink = theme().palette.text;
  window_canvas().fill({{left, y}, {std::max(right, left + 1), y + 1}}, ink);
  for (const float x : {left, right}) window_canvas().fill({{x, y - half}, {x + 1, y + half + 1}}, ink);
}

void tip_of_layer(const ProbesFrame& frame, const ProbedLayer& layer) {
  if (!ImGui::IsItemHovered()) return;
  const ProbeReport& r = *frame.report();
  begin_tooltip();
  value_line(tr("accuracy"),
             format_percent(layer.accuracy, 2) + " ± " + format_percent(r.error(layer.accuracy), 2));
  value_line(tr("on training tokens"), format_percent(layer.training_accuracy, 2));
  value_line(tr("control"),
             format_percent(layer.control, 2) + " ± " + format_percent(r.error(layer.control), 2));
  value_line(tr("control on training tokens"), format_percent(layer.control_training, 2));
  value_line(tr("most frequent class"), format_percent(r.majority, 2));
  value_line(tr("selectivity"), format_percent(layer.selectivity(), 2));
  end_tooltip();
}

void draw_layer_row(const ProbesFrame& frame, std::size_t number, const Box& box) {
  const ProbeReport& report = *frame.report();
  const ProbedLayer& layer = report.layers[number];
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const ProbeRow row(box);
  move_cursor(box.min);
  ImGui::PushID(static_cast<int>(number));
  if (ImGui::InvisibleButton("probed", box.size())) frame.select_layer(number);
  tip_of_layer(frame, layer);
  ImGui::PopID();
  mark("probes.layer[" + std::to_string(number) + ",0]", box);
  const bool chosen = number == frame.at;
  if (chosen) canvas.fill(box, p.accent_soft, em() * 0.2f);
  draw_text_in(canvas, chosen ? fonts().ui_bold : fonts().ui,
               {{box.min.x + em() * 0.3f, box.min.y}, {row.bars, box.max.y}}, p.text,
               point_title(layer.point));
  const Box rail = row.rail();
  const float middle = std::floor(rail.min.y + rail.height() * 0.62f);
  canvas.fill(rail, p.raised, em() * 0.1f);
  const Box probe{rail.min, {share_at(rail, layer.accuracy), middle}};
  canvas.fill(probe, probe_colour());
  canvas.fill({{rail.min.x, middle}, {share_at(rail, layer.control), rail.max.y}}, control_colour());
  draw_error_bar({probe.min, {rail.max.x, middle}}, rail, layer.accuracy, report.error(layer.accuracy));
  const float line = share_at(rail, report.majority);
  canvas.fill({{line, rail.min.y - 2}, {line + 2, rail.max.y + 2}}, role_colour(Role::Gradient));
  draw_text_in(canvas, fonts().mono_small, {{row.numbers, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}},
               p.text,
               format_percent(layer.accuracy) + " ± " + format_fixed(100 * report.error(layer.accuracy), 1),
               Align::Right);
}

/// 0 %, 50 %, 100 % below the bars.
void draw_share_axis(const Box& rail, float top) {
  for (const double share : {0.0, 0.5, 1.0}) {
    const std::string words = format_percent(share, 0);
    const float x = share_at(rail, share), wide = text_size(fonts().small, words).x;
    draw_text(window_canvas(), fonts().small, {x - wide * float(share), top}, theme().palette.text_dim,
              words);
  }
}

void draw_layer_rows(const ProbesFrame& frame, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = std::ceil(em() * 2.1f), gap = em() * 0.25f;
  const std::size_t count = frame.report()->layers.size();
  Box last{};
  for (std::size_t i = 0; i < count; ++i) {
    last = box_at({start.x, start.y + height * float(i)}, {width, height - gap});
    draw_layer_row(frame, i, last);
  }
  const float below = start.y + height * float(count);
  draw_share_axis(ProbeRow(last).rail(), below);
  move_cursor({start.x, below + em() * 1.3f});
  ImGui::Dummy({width, em() * 0.2f});
}

/// A patch of color and its meaning; the next one begins where `x` ends.
void draw_legend_key(float& x, float y, float right, float left, Colour colour, const std::string& words,
                     float& line) {
  const float patch = em() * 0.8f, wide = patch + em() * 0.4f + text_size(fonts().ui, words).x;
  if (x + wide > right && x > left) x = left, line += std::ceil(em() * 1.4f);
  const float top = y + line;
  window_canvas().fill(box_at({x, top + em() * 0.3f}, {patch, em() * 0.7f}), colour, em() * 0.1f);
  draw_text(window_canvas(), fonts().ui, {x + patch + em() * 0.4f, top}, theme().palette.text_dim, words);
  x += wide + em() * 1.2f;
}

void draw_probe_keys(const ProbesFrame& frame, float width) {
  const ProbeReport& r = *frame.report();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  float x = at.x, line = 0;
  const float right = at.x + width;
  draw_legend_key(x, at.y, right, at.x, probe_colour(), tr("probe, ± standard error"), line);
  draw_legend_key(x, at.y, right, at.x, control_colour(), tr("control: shuffled labels"), line);
  draw_legend_key(
      x, at.y, right, at.x, role_colour(Role::Gradient),
      tr("most frequent class “{1}”: {2}", r.classes[r.majority_class], format_percent(r.majority)), line);
  reserve({width, line + std::ceil(em() * 1.6f)});
}

/// Height of the confusion matrix below the bars, in em().
float confusion_lines(const ProbesFrame& frame) { return 8 + 2.4f * float(frame.report()->classes.size()); }

/// "Accuracy at layer 1: 96.2 %, selectivity: 55.1 percentage points. …"
std::string layer_words(const ProbesFrame& frame) {
  const ProbedLayer& layer = frame.layer();
  return tr(
      "Accuracy at {1}: {2}, selectivity: {3} percentage points. Selectivity is the accuracy minus the "
      "accuracy of the control, which is fitted to shuffled labels.",
      point_title(layer.point), format_percent(layer.accuracy), format_fixed(100 * layer.selectivity(), 1));
}

/// The parts of the view; each fills the rest of the window.
/// Script names: probes.layer[i,0] are the layers, probes.confusion[right,said] the cells.
void draw_probes_layers(const ProbesFrame& frame) {
  const RestOfView rest("probes layers", 14);
  const ImVec2 room = rest.room(), at = ImGui::GetCursorScreenPos();
  const float gap = em() * 1.5f, whole = room.x;
  const bool beside = whole > em() * 55;
  const float width = beside ? std::floor((whole - gap) / 2) : whole;
  ImGui::BeginGroup();
  draw_probe_keys(frame, width);
  draw_layer_rows(frame, width);
  wrapped_text(fonts().ui, theme().palette.text, layer_words(frame), width);
  wrapped_text(fonts().ui, theme().palette.text_dim, judged_words(frame), width);
  ImGui::EndGroup();
  if (beside) {
    move_cursor({at.x + width + gap, at.y});
  } else {
    ImGui::Dummy({0, em() * 0.4f});
  }
  ImGui::BeginGroup();
  draw_probes_confusion(frame, {width, beside ? room.y - em() * 0.5f : em() * confusion_lines(frame)});
  ImGui::EndGroup();
  ImGui::Dummy({0, em() * 0.3f});
}

struct ProbesPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ProbesFrame& frame);
};
constexpr ProbesPart kProbesParts[] = {{"layers", tr_mark("by layer"), draw_probes_layers},
                                       {"text", tr_mark("this text"), draw_probes_text},
                                       {"training", tr_mark("over training"), draw_probes_training}};

void draw_stack_choice(const ProbesFrame& frame) {
  if (frame.results.stacks.size() < 2) return;
  int at = frame.stack.text == Text::Source ? 0 : 1;
  const char* const titles[] = {tr("encoder"), tr("decoder")};
  if (segmented("probes.stack", titles, at)) frame.choose("stack", at == 0 ? "source" : "target");
}

/// The labels side by side, in as many lines as they need.
void draw_label_choice(const ProbesFrame& frame) {
  const std::vector<const ProbeLabel*> known = known_labels(frame.stack);
  const float right = content_right(), gap = em() * 0.4f;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const std::string title(tr(known[i]->title)), name = "probes.label[0," + std::to_string(i) + "]";
    if (i > 0) ImGui::SameLine(0, gap);
    if (i > 0 && ImGui::GetCursorScreenPos().x + text_size(fonts().ui_bold, title).x + em() * 1.6f > right)
      ImGui::NewLine();
    const std::string sentence = std::string(tr(known[i]->sentence)) + "  (← →)";
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
  if (reads_patches(frame)) parts[1].title = tr_mark("this picture");
  const ProbesPart& part = choose_row("probes.part", parts, frame.choice.part,
                                      [&](const std::string& name) { frame.choose("part", name); });
  draw_stack_choice(frame);
  draw_label_choice(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim, tr("Label: {1}.", tr(frame.label.sentence)));
  ImGui::Dummy({0, em() * 0.2f});
  if (!report || report->layers.empty()) return draw_no_probes(frame);
  frame.at = std::min(probed_layer(frame.model.state, frame.trace, *report), report->layers.size() - 1);
  part.draw(frame);
}

void draw_probes(const ViewModel& model, const Emit& emit) {
  const ProbeResults* const known = model.found<ProbeResults>();
  if (!known) return empty_note(tr("Reading the examples…"));
  if (known->stacks.empty())
    return empty_note(tr("This model came without its task, so the labels of its tokens are not known."),
                      tr("Open a preset, or a model that was saved with its task."));
  const ProbesChoice& choice = model.state.choices.of<ProbesChoice>();
  const ProbedStack& stack = chosen_stack(choice, known->stacks);
  ProbesFrame frame{model, emit, *model.trace, choice, *known, stack, chosen_label(choice, stack), 0};
  const ProbeReport* const report = frame.report();
  const bool fits = report && report->label == &frame.label && report->text == stack.text;
  draw_probes_in(frame, fits ? report : nullptr);
}

std::string probes_title(const ViewModel& model) {
  const ProbeResults* const known = model.found<ProbeResults>();
  if (!known || known->stacks.empty()) return tr("Probes");
  const ProbesChoice& choice = model.state.choices.of<ProbesChoice>();
  return tr("Probes: {1}", tr(chosen_label(choice, chosen_stack(choice, known->stacks)).title));
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
  wrapped_text(fonts().ui, theme().palette.text_dim,
               frame.results.error.empty() ? tr("Fitting the probes…") : capital(frame.results.error) + ".");
}

std::string judged_words(const ProbesFrame& frame) {
  const ProbeReport& r = *frame.report();
  const char* const message =
      frame.model.state.edits.empty()
          ? tr_mark(
                "One linear probe per layer, fitted to {1} tokens of {2} training examples and tested on {3} "
                "tokens of {4} held-out examples, at step {5}.")
          : tr_mark(
                "One linear probe per layer, fitted to {1} tokens of {2} training examples and tested on {3} "
                "tokens of {4} held-out examples, at step {5}, without the edits.");
  return tr(message, format_count(r.training_tokens), format_count(r.training_examples),
            format_count(r.held_out_tokens), format_count(r.held_out_examples),
            format_count(frame.results.now.step));
}

namespace probes {
extern const ViewPage kPage = {.draw = draw_probes, .figure_title = probes_title};
}

}  // namespace attnlab
