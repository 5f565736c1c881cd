// Metrics: plots of all runs together, and below them the run on screen by layer. Also the experiments of
// one click.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "app/base/format.h"
#include "app/features/training/view_frame.h"
#include "app/state/divergence.h"
#include "app/views/common/predictions.h"
#include "app/views/frame/dialogs.h"
#include "app/views/runs/loss_curves.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/training/run/probe.h"
#include "core/training/sweep/variants.h"

namespace attnlab {
namespace {

/// State of this view alone.
struct ExperimentChoice {
  bool together = false;  ///< whether all runs train at once
  std::optional<Preset> of;
  std::vector<std::vector<Variant>> variants{};  ///< of that preset, for each of variant_kinds()
};

void look_up_variants(ExperimentChoice& choice, const Preset& preset) {
  if (choice.of == preset) return;
  choice.of = preset;
  choice.variants.clear();
  for (const VariantKind& kind : variant_kinds()) choice.variants.push_back(variants_of(kind.name, preset));
}

std::string names_of(const std::vector<Variant>& variants) {
  std::string text;
  for (const Variant& variant : variants) text += (text.empty() ? "" : " · ") + std::string(tr(variant.name));
  return text;
}

void draw_experiment(const TrainingFrame& frame, const VariantKind& kind,
                     const std::vector<Variant>& variants, AtOnce at_once) {
  if (variants.empty()) return;
  const float button = em() * 6;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  if (text_button(("experiment." + std::string(kind.name)).c_str(), Icon::Play, tr("Train"),
                  tr("Opens a run for each variant and pauses the runs that are training"),
                  {.primary = true}))
    frame.emit({"experiment",
                {std::string(kind.name), std::to_string(at_once == AtOnce::All ? variants.size() : 1)}});
  move_cursor({at.x + button, at.y});
  ImGui::BeginGroup();
  wrapped_text(fonts().heading, theme().palette.text, tr(kind.title));
  wrapped_text(fonts().ui, theme().palette.text_dim, tr(kind.asks));
  wrapped_text(fonts().small, theme().palette.text_dim, names_of(variants));
  ImGui::EndGroup();
  move_cursor({at.x, ImGui::GetItemRectMax().y + em() * 0.9f});
  ImGui::Dummy({1, 1});
}

void draw_all_experiments(const TrainingFrame& frame, AtOnce at_once) {
  ExperimentChoice& choice = frame.model.remembered<ExperimentChoice>();
  look_up_variants(choice, *shown_run(frame.model).preset);
  for (std::size_t kind = 0; kind < choice.variants.size(); ++kind)
    draw_experiment(frame, variant_kinds()[kind], choice.variants[kind], at_once);
}

/// Experiments and the form of a sweep, side by side if there is room, else one below the other.
void draw_what_can_be_trained(const TrainingFrame& frame, AtOnce at_once) {
  constexpr ImGuiTableFlags kFlags = ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchProp;
  const bool wide = ImGui::GetContentRegionAvail().x > em() * 48;
  if (!ImGui::BeginTable("what can be trained", wide ? 2 : 1, kFlags)) return;
  ImGui::TableSetupColumn("experiments", ImGuiTableColumnFlags_WidthStretch, 0.45f);
  if (wide) ImGui::TableSetupColumn("a sweep", ImGuiTableColumnFlags_WidthStretch, 0.55f);
  ImGui::TableNextColumn();
  draw_all_experiments(frame, at_once);
  ImGui::TableNextColumn();
  draw_sweep_form(frame, at_once);
  ImGui::EndTable();
}

}  // namespace

void draw_training_experiments(const TrainingFrame& frame) {
  bool& together = frame.model.remembered<ExperimentChoice>().together;
  const Index steps = frame.model.training.steps;
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr_plural("Each experiment trains several models on the open task for {1} step, with the "
                         "current settings, the same seed, and the same batches; only the choice in question "
                         "differs. The plots in “metrics” show the curves of all runs.",
                         "Each experiment trains several models on the open task for {1} steps, with the "
                         "current settings, the same seed, and the same batches; only the choice in question "
                         "differs. The plots in “metrics” show the curves of all runs.",
                         steps, format_count(steps)));
  ImGui::Dummy({0, em() * 0.2f});
  toggle("experiment.together", tr("train all at the same time"), together,
         tr("The runs share the cores of this machine; otherwise they train one after another"));
  ImGui::Dummy({0, em() * 0.5f});
  const AtOnce at_once = together ? AtOnce::All : AtOnce::One;
  ImGui::BeginChild("experiments", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_runs_table(frame, RunsListed::OutsideSweep);
  draw_sweep_results(frame);
  draw_what_can_be_trained(frame, at_once);
  ImGui::EndChild();
}

namespace {

/// A plot: its script name, its title, and its term in the glossary.
struct PlotInfo {
  const char *name, *title, *term;
};

constexpr PlotInfo kLoss{"loss", tr_mark("loss"), "loss"},
    kSequences{"sequences", tr_mark("exact match, validation"), "accuracy"},
    kPerplexity{"perplexity", tr_mark("perplexity, validation"), "perplexity"},
    kRate{"rate", tr_mark("learning rate"), "learning rate"},
    kGradient{"gradient", tr_mark("gradient norm"), "gradient"},
    kSpeed{"speed", tr_mark("tokens per second"), "token"};

/// The plot of accuracy_name().
PlotInfo accuracy_plot(Format format) {
  const char* title = tr_mark("accuracy, validation");
  if (predicts_text(format)) title = tr_mark("token accuracy, validation");
  if (format == Format::Labels) title = tr_mark("label accuracy, validation");
  if (gives_class(format)) title = tr_mark("class accuracy, validation");
  return {"tokens", title, "accuracy"};
}

/// A metric by layer or head: the columns with this beginning and end.
struct GroupInfo {
  PlotInfo plot;
  std::string_view begin, end;
};
constexpr GroupInfo kGroups[] = {
    {{"gradients", tr_mark("gradient norm by layer"), "gradient"}, "gradient.", ""},
    {{"weights", tr_mark("weight norm by layer"), "parameter"}, "weight.", ""},
    {{"updates", tr_mark("update ÷ weights by layer"), "training step"}, "update.", ""},
    {{"means", tr_mark("mean of activations"), "activation"}, "activation.", ".mean"},
    {{"deviations", tr_mark("standard deviation of activations"), "activation"}, "activation.", ".deviation"},
    {{"dead", tr_mark("dead ReLUs"), "ReLU"}, "activation.", ".dead"},
    {{"entropy", tr_mark("attention entropy by head, bits"), "entropy"}, kEntropy, ""},
    {{"experts", tr_mark("share of tokens by expert"), "load balancing"}, kExpertShare, ""}};

/// Plots side by side, as many as fit.
class PlotGrid {
 public:
  explicit PlotGrid(const TrainingFrame& frame) : frame_(frame) {
    const float room = ImGui::GetContentRegionAvail().x;
    columns_ = std::clamp(static_cast<int>(room / (em() * 24)), 1, 3);
    gap_ = em() * 1.2f;
    size_ = {std::floor((room - gap_ * float(columns_ - 1)) / float(columns_)), std::floor(em() * 14)};
    start_ = ImGui::GetCursorScreenPos();
  }

  void draw(const PlotInfo& info, std::vector<Series> series, LinePlotOptions o = {}) {
    std::erase_if(series, [](const Series& s) { return s.x.empty() || s.y.empty(); });
    if (series.empty()) return;
    const int row = count_ / columns_, column = count_ % columns_;
    ++count_;
    const ImVec2 at{start_.x + float(column) * (size_.x + gap_),
                    start_.y + float(row) * (size_.y + em() * 2.2f)};
    move_cursor(at);
    const Box title = reserve({size_.x, em() * 1.4f});
    draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, tr(info.title));
    tip_term(info.term, title);
    move_cursor({at.x, title.max.y});
    o.size = size_;
    o.log_x = frame_.choice.log_x;
    if (frame_.choice.log_y) o.log_y = true, o.y_lo.reset();
    o.target = std::string("training.plot.") + info.name;
    step_plot(frame_.model, info.name, series, std::move(o), frame_.emit);
  }

 private:
  const TrainingFrame& frame_;
  int columns_ = 1, count_ = 0;
  float gap_ = 0;
  ImVec2 size_{}, start_{};
};

/// One curve per run.
template <typename Values>
std::vector<Series> of_runs(const TrainingFrame& frame, const Values& values) {
  std::vector<Series> all;
  for (const RunView& run : *frame.model.runs) {
    if (!learns_shown_task(frame.model, run)) continue;
    const RunCurves& curves = curves_of(frame, run);
    Series series = values(run, curves);
    series.name = short_run_label(run);
    series.colour = run_colour(run);
    series.thickness = run.shown ? 2.4f : 1.6f;
    all.push_back(std::move(series));
  }
  return all;
}

std::vector<Series> measured(const TrainingFrame& frame, std::string_view column) {
  return of_runs(frame, [&](const RunView& run, const RunCurves& curves) {
    return Series{.x = curves.measured.steps(),
                  .y = curves.measured.values(run.record.column(column)),
                  .points = curves.measured.steps().size() < 60};
  });
}

/// The smoothed loss of each run's batches, and points of the validation loss.
std::vector<Series> losses(const TrainingFrame& frame) {
  std::vector<Series> all = of_runs(frame, [](const RunView&, const RunCurves& curves) {
    return Series{.x = curves.steps.steps(), .y = curves.steps.smooth()};
  });
  std::vector<Series> held_out = measured(frame, "validation.loss");
  const bool alone = held_out.size() == 1;
  if (alone) all.front().name = tr("training");
  for (Series& series : held_out) {
    series.name = alone ? tr("validation") : tr("{1}, validation", series.name);
    series.thickness = 1;
    series.points = true;
    series.in_legend = alone;
    series.colour = alone ? held_out_colour() : faded(series.colour, 0.75f);
  }
  all.insert(all.end(), held_out.begin(), held_out.end());
  return all;
}

/// Logarithmic if the loss of one run is so great that all others would lie on the axis.
LinePlotOptions loss_axis(const TrainingFrame& frame) {
  const bool grown = std::ranges::any_of(
      *frame.model.runs, [](const RunView& run) { return diverges(run.training, run.record); });
  return grown ? LinePlotOptions{.log_y = true} : LinePlotOptions{.y_lo = 0};
}

/// The accuracy on held-out examples. A class is all of an example; only tokens have a perplexity.
void draw_answers(const TrainingFrame& frame, PlotGrid& grid) {
  const Format format = frame.model.format;
  grid.draw(accuracy_plot(format), measured(frame, "validation.tokens"), {.y_lo = 0, .y_hi = 1});
  if (!gives_class(format))
    grid.draw(kSequences, measured(frame, "validation.sequences"), {.y_lo = 0, .y_hi = 1});
  if (!predicts_text(format)) return;
  grid.draw(kPerplexity,
            of_runs(frame,
                    [](const RunView&, const RunCurves& curves) {
                      return Series{.x = curves.measured.steps(), .y = curves.measured.perplexity()};
                    }),
            {.log_y = true});
}

void draw_shared(const TrainingFrame& frame, PlotGrid& grid) {
  std::vector<Series> shown = losses(frame);
  BaselineLines lines;
  add_baselines(frame.model.baselines, curves_of(frame, shown_run(frame.model)).steps.steps(), lines, shown);
  grid.draw(kLoss, std::move(shown), loss_axis(frame));
  draw_answers(frame, grid);
  grid.draw(kRate,
            of_runs(frame,
                    [](const RunView&, const RunCurves& curves) {
                      return Series{.x = curves.steps.steps(), .y = curves.steps.rate()};
                    }),
            {.y_lo = 0});
  grid.draw(kGradient,
            of_runs(frame,
                    [](const RunView&, const RunCurves& curves) {
                      return Series{.x = curves.steps.steps(), .y = curves.steps.gradient()};
                    }),
            {.y_lo = 0});
}

void draw_speed(const TrainingFrame& frame, PlotGrid& grid) {
  grid.draw(kSpeed,
            of_runs(frame,
                    [](const RunView&, const RunCurves& curves) {
                      return Series{.x = curves.steps.steps(), .y = curves.steps.speed()};
                    }),
            {.y_lo = 0});
}

/// "decoder.layers.0" of "gradient.decoder.layers.0".
std::string member_name(const std::string& column, const GroupInfo& group) {
  return column.substr(group.begin.size(), column.size() - group.begin.size() - group.end.size());
}

void draw_group(const TrainingFrame& frame, const GroupInfo& group, PlotGrid& grid) {
  const RunView& run = shown_run(frame.model);
  const RunCurves& curves = curves_of(frame, run);
  std::vector<Series> all;
  for (std::size_t i = 0; i < run.record.names.size(); ++i) {
    const std::string& name = run.record.names[i];
    if (!name.starts_with(group.begin) || !name.ends_with(group.end)) continue;
    all.push_back({.name = member_name(name, group),
                   .x = curves.measured.steps(),
                   .y = curves.measured.values(static_cast<Index>(i)),
                   .colour = series_colour(static_cast<int>(all.size()))});
  }
  grid.draw(group.plot, std::move(all));
}

void draw_controls(const TrainingFrame& frame) {
  auto smoothing = float(frame.choice.smoothing);
  if (slider("training.smoothing", tr("smoothing"), smoothing, 0, 0.99f, "%.2f", em() * 13))
    frame.choose("smoothing", std::to_string(smoothing));
  ImGui::SameLine(0, em() * 1.5f);
  bool log_x = frame.choice.log_x, log_y = frame.choice.log_y;
  if (toggle("training.log_x", tr("log steps"), log_x)) frame.choose("log_x", log_x ? "on" : "off");
  ImGui::SameLine(0, em() * 1.2f);
  if (toggle("training.log_y", tr("log values"), log_y)) frame.choose("log_y", log_y ? "on" : "off");
  ImGui::SameLine(0, em() * 1.5f);
  const char* const save = tr("Save as CSV");
  if (ImGui::GetContentRegionAvail().x < text_size(fonts().ui_bold, save).x + em() * 3) ImGui::NewLine();
  if (text_button("training.save", Icon::Save, save,
                  tr("Saves all metrics of the run on screen, step by step")))
    show_dialog(Dialog::SaveMetrics);
}

}  // namespace

const char* accuracy_name(Format format) {
  if (gives_class(format)) return tr("class accuracy");
  if (format == Format::Labels) return tr("label accuracy");
  return predicts_text(format) ? tr("token accuracy") : tr("accuracy");
}

void draw_training_metrics(const TrainingFrame& frame) {
  draw_controls(frame);
  ImGui::BeginChild("metrics", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_runs_table(frame);
  PlotGrid grid(frame);
  draw_shared(frame, grid);
  for (const GroupInfo& group : kGroups) draw_group(frame, group, grid);
  draw_speed(frame, grid);
  ImGui::Dummy({0, em()});
  ImGui::EndChild();
}

}  // namespace attnlab
