// Norms: what normalization does to each token, where the norms are, and their effect on gradients. Also the
// norm of the gradient by depth. Script names: norms.part[0,i] are the parts, norms.previous and norms.next
// choose the norm; norms.start and norms.stop; norms.layers.less, norms.layers.more, norms.steps.less and
// norms.steps.more; norms.loss and norms.gradient are the plots.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/norms/choice.h"
#include "app/features/norms/view_frame.h"
#include "app/state/made_commands.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/views/stage/tensor_stage.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "app/widgets/plots/line_plot.h"
#include "core/analysis/experiments/norm_experiment.h"
#include "core/language/messages.h"
#include "core/layers/block_sites.h"
#include "core/models/model_sites.h"
#include "core/trace/tensor_axes.h"

namespace attnlab {
namespace {

Colour run_colour(const NormRun& run) {
  return series_colour(static_cast<int>(run.placement - norm_placements().data()));
}

std::string run_name(const NormRun& run) { return std::string(run.placement->title); }

void step(const NormsFrame& frame, const char* option, const char* label, Index now, Index less, Index more) {
  const Index chosen = stepper(std::string("norms.") + option, label, now, {.less = less, .more = more});
  if (chosen != now) frame.choose(option, std::to_string(chosen));
}

void draw_controls(const NormsFrame& frame, const NormExperiment* result) {
  const NormsChoice& c = frame.choice;
  if (!c.experiment) {
    if (text_button("norms.start", Icon::Play, tr("Train both"),
                    tr("Trains two small models here, in addition to yours"), {.primary = true}))
      frame.choose("experiment", "on");
  } else {
    const bool done = result && result->finished;
    if (text_button("norms.stop", done ? Icon::Reset : Icon::Close, done ? tr("Clear") : tr("Stop")))
      frame.choose("experiment", "off");
  }
  ImGui::SameLine(0, em() * 1.4f);
  step(frame, "layers", tr("layers"), c.layers, std::max<Index>(c.layers - 2, 2),
       std::min<Index>(c.layers + 2, 16));
  ImGui::SameLine(0, em() * 1.4f);
  step(frame, "steps", tr("steps"), c.steps, std::max<Index>(c.steps / 2, 25),
       std::min<Index>(c.steps * 2, 3200));
  if (!result) return;
  ImGui::SameLine(0, em() * 1.4f);
  ImGui::AlignTextToFramePadding();
  dim_text(result->finished ? tr("done")
                            : tr("step {1} of {2}", std::to_string(result->runs.front().loss.size()),
                                 std::to_string(result->settings.steps)));
}

std::string settings_text(const NormExperiment& e) {
  const ModelConfig& m = e.preset.model;
  const TrainingConfig& t = e.preset.training;
  return tr(
      "{1} · {2} layers · width {3} · {4} heads · Glorot initialization · batch {5} · learning rate {6} from "
      "the first step · seed {7}",
      e.preset.name, std::to_string(m.layers), std::to_string(m.width), std::to_string(m.heads),
      std::to_string(t.batch), format_exact(float(t.learning_rate)), std::to_string(t.seed));
}

struct DepthCurve {
  std::string name;
  std::vector<double> x, y;
  Colour colour;
  float thickness;
  bool points;
};

DepthCurve by_depth(const NormRun& run, std::size_t measurement, bool now) {
  DepthCurve curve{now ? tr("{1}, step {2}", run_name(run), std::to_string(run.at[measurement]))
                       : tr("{1}, start", run_name(run)),
                   {},
                   run.gradients[measurement],
                   now ? run_colour(run) : faded(run_colour(run), 0.45f),
                   now ? 2.4f : 1.6f,
                   true};
  for (std::size_t layer = 0; layer < curve.y.size(); ++layer) curve.x.push_back(double(layer));
  return curve;
}

std::vector<Series> series_of(const std::vector<DepthCurve>& curves) {
  std::vector<Series> all;
  for (const DepthCurve& c : curves)
    all.push_back({.name = c.name,
                   .x = c.x,
                   .y = c.y,
                   .colour = c.colour,
                   .thickness = c.thickness,
                   .points = c.points});
  return all;
}

void draw_losses(const NormExperiment& e, ImVec2 size) {
  std::vector<DepthCurve> curves;
  for (const NormRun& run : e.runs) {
    curves.push_back({run_name(run), {}, run.loss, run_colour(run), 1.8f, false});
    for (std::size_t i = 0; i < run.loss.size(); ++i) curves.back().x.push_back(double(i + 1));
  }
  line_plot("loss", series_of(curves),
            {.x_title = tr("step"),
             .y_title = tr("loss"),
             .size = size,
             .x_values = AxisValues::Whole,
             .smoothing = 0.8f,
             .x_lo = 0,
             .x_hi = double(e.settings.steps),
             .target = "norms.loss"});
}

void draw_gradients(const NormExperiment& e, ImVec2 size) {
  std::vector<DepthCurve> curves;
  for (const NormRun& run : e.runs) {
    if (run.gradients.empty()) continue;
    curves.push_back(by_depth(run, 0, false));
    if (run.gradients.size() > 1) curves.push_back(by_depth(run, run.gradients.size() - 1, true));
  }
  line_plot(
      "gradient", series_of(curves),
      {.x_title = e.stack == model_sites::kEncoder.name ? tr("layer of the encoder, from input to output")
                                                        : tr("layer of the decoder, from input to output"),
       .y_title = tr("norm of the gradient"),
       .size = size,
       .x_values = AxisValues::Whole,
       .log_y = true,
       .x_lo = -0.3,
       .x_hi = double(e.settings.layers) - 0.7,
       .target = "norms.gradient"});
}

/// The last layer's gradient divided by the first layer's, before the first step.
std::string growth(const NormRun& run) {
  return format_number(run.gradients[0].back() / run.gradients[0].front(), 2);
}

/// The result of the experiment, in a sentence for each model.
std::string finding(const NormExperiment& e) {
  if (std::ranges::any_of(e.runs, [](const NormRun& run) { return run.gradients.empty(); })) return "";
  for (const NormRun& run : e.runs)
    if (!run.failure.empty()) return run_name(run) + ": " + run.failure;
  std::string text;
  for (auto run = e.runs.rbegin(); run != e.runs.rend(); ++run)
    text +=
        (text.empty() ? "" : " ") + tr("At the start, {1}, the gradient of the last layer is {2} times the "
                                       "gradient of the first layer.",
                                       tr(run->placement->phrase), growth(*run));
  return text;
}

void draw_note(const NormsFrame& frame) {
  if (!frame.model.training_config)
    return empty_note(tr("This model came without its task, so the two models cannot be trained here."),
                      tr("Choose a preset in the menu."));
  if (!frame.model.analyses->error<NormExperiment>().empty())
    return empty_note(
        tr("Could not train the two models: {1}", frame.model.analyses->error<NormExperiment>()),
        tr("Choose other settings above."));
  if (frame.choice.experiment) return empty_note(tr("Building the two models…"));
  empty_note(
      tr("Two small models train on the task of the open model, with the same seed and the same batches:"),
      tr("one with norms before the sublayers, one with norms after the sums."));
}

void draw_norm_depth(const NormsFrame& frame) {
  const NormExperiment* result = frame.model.found<NormExperiment>();
  draw_controls(frame, result);
  if (!result || result->runs.front().loss.empty()) return draw_note(frame);
  dim_text(settings_text(*result));
  wrapped_text(fonts().ui, theme().palette.text, finding(*result));
  ImGui::Dummy({0, em() * 0.3f});
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const float left = std::floor(room.x * 0.4f), gap = em() * 1.2f;
  draw_losses(*result, {left, room.y});
  move_cursor({start.x + left + gap, start.y});
  draw_gradients(*result, {room.x - left - gap, room.y});
}

struct NormsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const NormsFrame& frame);
  bool of_norms;  ///< there must be some
};
constexpr NormsPart kNormsParts[] = {{"tokens", tr_mark("tokens"), draw_norm_tokens, true},
                                     {"layers", tr_mark("layers"), draw_norm_layers, false},
                                     {"kinds", tr_mark("two kinds"), draw_norm_kinds, true},
                                     {"depth", tr_mark("pre- or post-norm"), draw_norm_depth, false}};

}  // namespace

const NormTensors& NormsFrame::norm() const {
  const auto found =
      std::ranges::find(norms, choice.norm, [](const NormTensors& norm) { return norm.place.name(); });
  return found == norms.end() ? norms.front() : *found;
}

std::string stream_words(const TraceTensor& sum) {
  for (const block_sites::Sublayer& sublayer : block_sites::kSublayers)
    if (sum.place.part() == &sublayer.residual)
      return std::to_string(layer_number(sum.place)) + " · " + std::string(tr(sublayer.network.title));
  return tr("input");
}

RowTokens row_tokens(const Trace& trace, const TraceTensor& tensor) {
  RowTokens tokens;
  constexpr std::size_t kTokens = 1;
  const std::vector<Piece>& pieces = axis_pieces(trace, tensor, kTokens);
  tokens.of_source = &pieces == &trace.source_pieces;
  for (Index t = 0; t < tensor.shape.last(1); ++t) {
    const auto at = static_cast<std::size_t>(t + first_piece(trace, tensor));
    tokens.names.push_back(at < pieces.size() ? pieces[at].text : std::to_string(t));
  }
  return tokens;
}

void open_tensor(const NormsFrame& frame, const TraceTensor& tensor, Index token) {
  std::vector<Index> index(tensor.shape.rank(), 0);
  index[index.size() - 2] = token;
  frame.emit({"view", {"steps"}});
  frame.emit(show_command({tensor.name, index}));
}

void choose_norm(const NormsFrame& frame) {
  const auto at = static_cast<std::size_t>(&frame.norm() - frame.norms.data());
  const auto go = [&](std::size_t to) { frame.choose("norm", frame.norms[to].place.name()); };
  if (icon_button("norms.previous", Icon::ChevronLeft, tr("Previous norm"), {.enabled = at > 0})) go(at - 1);
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("norms.next", Icon::ChevronRight, tr("Next norm"),
                  {.enabled = at + 1 < frame.norms.size()}))
    go(at + 1);
  ImGui::SameLine(0, em() * 0.8f);
  const std::string words = frame.norm().place.title();
  const Box box = reserve({text_size(fonts().heading, words).x + em(), ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().heading, box, theme().palette.text, words);
}

namespace {

void draw_norms(const ViewModel& model, const Emit& emit) {
  const NormsFrame frame{model, emit, *model.trace, model.state.choices.of<NormsChoice>(),
                         norms_of(*model.trace)};
  const NormsPart& part = choose_row("norms.part", kNormsParts, frame.choice.part,
                                     [&](const std::string& name) { frame.choose("part", name); });
  ImGui::Dummy({0, em() * 0.15f});
  if (part.of_norms && frame.norms.empty())
    return empty_note(
        tr("This model does not have norms: its sums are not normalized."),
        tr("“layers” shows how the sums grow, and “pre- or post-norm” shows how norms affect gradients."));
  part.draw(frame);
}

}  // namespace

namespace norms {
extern const ViewPage kPage = {.draw = draw_norms};
}

}  // namespace attnlab
