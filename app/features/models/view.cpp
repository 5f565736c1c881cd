// Two models: two runs compared: their predictions, heads, weights and losses. Also the choice of the other
// run. Script names: models.part[0,i] are the parts; more in view_frame.h.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/base/format.h"
#include "app/base/paths.h"
#include "app/features/models/choice.h"
#include "app/features/models/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/view_page.h"
#include "app/views/frame/dialogs.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/run_colours.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A run that this one can be compared with.
struct RunToChoose {
  std::string name, title, tip;
  Command command;
};

void add_open_runs(const ViewModel& model, std::vector<RunToChoose>& all) {
  if (!model.runs) return;
  for (const RunView& run : *model.runs)
    if (!run.shown)
      all.push_back({"models.run." + std::to_string(run.number),
                     run_label(run),
                     tr("An open run"),
                     {"models.run", {std::to_string(run.number)}}});
}

void add_saved_runs(const ViewModel& model, std::vector<RunToChoose>& all) {
  if (!model.recent) return;
  int number = 0;
  for (const RecentFile& file : *model.recent) {
    if (file.kind != RecentFile::Kind::Model) continue;
    all.push_back({"models.recent." + std::to_string(number++),
                   std::filesystem::path(file.path).filename().string(),
                   tr("Saved in {1}", shown_path(file.path)),
                   {"models.load", {file.path}}});
  }
}

std::vector<RunToChoose> runs_to_choose(const ViewModel& model) {
  std::vector<RunToChoose> all;
  add_open_runs(model, all);
  add_saved_runs(model, all);
  return all;
}

/// One button per run, below each other; true if one was pressed.
bool draw_runs_to_choose(const ViewModel& model, const Emit& emit) {
  bool pressed = false;
  for (const RunToChoose& run : runs_to_choose(model)) {
    if (!text_button(run.name.c_str(), run.title, run.tip.c_str())) continue;
    emit(run.command);
    pressed = true;
  }
  if (text_button("models.file", Icon::Folder, tr("Saved run…"), tr("Choose the folder of a saved run"),
                  {.primary = true})) {
    show_dialog(Dialog::BesideRun);
    pressed = true;
  }
  return pressed;
}

/// Draws the choice of the other run: models.open, in its list models.run.N, models.recent.N and models.file;
/// models.none.
void draw_models_choice(const ViewModel& model, const Emit& emit, const std::string& now) {
  ImGui::AlignTextToFramePadding();
  dim_text(tr("compared with"));
  ImGui::SameLine(0, em() * 0.5f);
  const std::string label = now.empty() ? std::string(tr("another run")) : now;
  if (text_button("models.open", Icon::ChevronDown, fitted(fonts().ui, label, em() * 11),
                  tr("Choose the run to compare with")))
    ImGui::OpenPopup("models.list");
  if (ImGui::BeginPopup("models.list")) {
    if (draw_runs_to_choose(model, emit)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  }
  ImGui::SameLine(0, em() * 0.5f);
  if (icon_button("models.none", Icon::Close, tr("Stop comparing  (X)"), {.plain = true}))
    emit({"models.none", {}});
}

/// The same choice in the middle of the empty view.
void draw_models_welcome(const ViewModel& model, const Emit& emit) {
  wrapped_text(
      fonts().ui, theme().palette.text,
      tr("Compare this run with another one, such as a run of the same task with a different seed or option, "
         "or the same run at a different step. Both models read the text above. You see the "
         "predictions of both with their probabilities, which heads attend to the same tokens, how far "
         "apart the weights are, and both loss curves."),
      std::min(ImGui::GetContentRegionAvail().x, em() * 46));
  ImGui::Dummy({0, em() * 0.5f});
  if (model.figure) return;
  draw_runs_to_choose(model, emit);
  ImGui::Dummy({0, em() * 0.5f});
  wrapped_text(fonts().ui, theme().palette.text_dim,
               tr("Experiments and branches in the view Training open more runs to choose from."),
               std::min(ImGui::GetContentRegionAvail().x, em() * 46));
}

struct ModelsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
  void (*draw)(const ModelsFrame& frame);
};
constexpr ModelsPart kModelsParts[] = {{"predictions", tr_mark("predictions"), draw_models_predictions},
                                       {"heads", tr_mark("heads"), draw_models_heads},
                                       {"tensors", tr_mark("tensors"), draw_models_tensors},
                                       {"curves", tr_mark("curves"), draw_models_curves}};

std::string at_step(const std::string& name, Index step) {
  return tr("{1}, step {2}", name, format_count(step));
}

std::string my_run_name(const ViewModel& model) {
  const bool several = model.runs && model.runs->size() > 1;
  return several ? run_label(shown_run(model)) : std::string(tr("this run"));
}

/// A square of the run's color before its name.
void draw_run_name(const std::string& name, Colour colour) {
  const float size = std::ceil(em() * 0.75f), line = ImGui::GetFrameHeight();
  const Box box = reserve({text_size(fonts().ui_bold, name).x + size + em() * 0.6f, line});
  window_canvas().fill(box_at({box.min.x, box.centre().y - size / 2}, {size, size}), colour, em() * 0.15f);
  draw_text_in(window_canvas(), fonts().ui_bold, {{box.min.x + size + em() * 0.4f, box.min.y}, box.max},
               theme().palette.text, name);
}

std::string shape_words(const ModelRelation& relation) {
  if (relation.same_shape) return tr("Both models have the same shape.");
  if (relation.shape_difference.empty()) return tr("The models differ in shape.");
  return tr("The models differ in shape: {1}.", relation.shape_difference);
}

/// What the two models have in common, in one line.
std::string shared_words(const ModelsFrame& frame) {
  if (!frame.two()) return "";
  const ModelRelation& relation = frame.two()->relation;
  std::string words = shape_words(relation);
  const auto add = [&](const std::string& sentence) { words += " " + sentence; };
  if (!relation.comparable()) add(tr("They cannot read the same text: {1}.", relation.words_difference));
  if (!frame.model.state.edits.empty()) add(tr("The other run reads the text without the edits."));
  return words;
}

/// A comparison that is older than the trace on screen keeps its own trace.
ViewModel compared_model(const ViewModel& model, const TwoModels& two) {
  ViewModel shown = model;
  shown.trace = two.mine;
  return shown;
}

/// The next item stays on the line if `width` fits there.
void models_item_beside(float width) { next_on_line(width, em() * 1.5f); }

void draw_compared(const ModelsFrame& frame, const ModelsPart& part) {
  draw_run_name(frame.mine, my_run_colour(frame));
  models_item_beside(text_size(fonts().ui_bold, frame.other).x + em() * 2);
  draw_run_name(frame.other, other_run_colour(frame));
  const std::string words = shared_words(frame);
  models_item_beside(text_size(fonts().ui, words).x + em());
  ImGui::AlignTextToFramePadding();
  wrapped_text(fonts().ui, theme().palette.text_dim, words);
  ImGui::Dummy({0, em() * 0.2f});
  part.draw(frame);
}

/// The other run in its newest known state.
void draw_other_run(const ViewModel& model, const Emit& emit, const ModelResults& results,
                    const ModelsPart& part) {
  const bool older = results.compared && results.compared->mine != model.trace;
  const ViewModel shown = older ? compared_model(model, *results.compared) : ViewModel{};
  const ViewModel& seen = older ? shown : model;
  const std::string mine = my_run_name(model), other = results.other->title;
  draw_compared(
      {seen, emit, model.state.choices.of<ModelsChoice>(), results, at_step(mine, seen.trace->step()),
       at_step(other, results.other->beside.snapshot->step), mine, other},
      part);
}

void draw_models(const ViewModel& model, const Emit& emit) {
  const ModelsChoice& choice = model.state.choices.of<ModelsChoice>();
  const ModelResults none{};
  const ModelResults* const known = model.found<ModelResults>();
  const ModelResults& results = known ? *known : none;
  if (!choice.has_other()) return draw_models_welcome(model, emit);
  const ModelsPart& part = choose_row("models.part", kModelsParts, choice.part, [&](const std::string& name) {
    emit({"choose", {"models.part", name}});
  });
  if (!model.figure) {
    models_item_beside(em() * 18);
    draw_models_choice(model, emit, results.other ? results.other->title : "");
  }
  if (results.other) return draw_other_run(model, emit, results, part);
  results.error.empty()
      ? empty_note(tr("Reading the other run…"))
      : empty_note(tr("The other run cannot be shown: {1}", results.error), tr("Choose another run above."));
}

std::string models_figure_title(const ViewModel& model) {
  const ModelResults* const known = model.found<ModelResults>();
  if (!known || !known->other) return std::string(tr(models::kFeature.title));
  return tr("{1} compared with {2}", model.title, known->other->title);
}

}  // namespace

Colour my_run_colour(const ModelsFrame& frame) { return run_colour(shown_run(frame.model)); }

Colour other_run_colour(const ModelsFrame& frame) {
  const auto run = std::ranges::find(*frame.model.runs, frame.choice.run, &RunView::number);
  // A saved run has no number, and there are more runs than colors.
  const Colour colour = run == frame.model.runs->end() ? held_out_colour() : run_colour(*run);
  return colour == my_run_colour(frame) ? held_out_colour() : colour;
}

std::string no_text_words(const TwoModels& two) {
  return two.relation.comparable() ? tr("No comparison: {1}.", two.error)
                                   : tr("The models cannot read the same text: {1}.", two.error);
}

bool draw_no_passes(const ModelsFrame& frame) {
  const TwoModels* const two = frame.two();
  if (two && two->other) return false;
  if (two) {
    empty_note(no_text_words(*two), tr("The part “curves” shows the losses of both runs."));
  } else if (!frame.results.error.empty()) {
    empty_note(tr("Could not compare the models: {1}", frame.results.error));
  } else {
    empty_note(tr("Computing the forward pass of the other run…"));
  }
  return true;
}

namespace models {
extern const ViewPage kPage = {.draw = draw_models, .figure_title = models_figure_title};
}

}  // namespace attnlab
