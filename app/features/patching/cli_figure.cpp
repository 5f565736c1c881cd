// Patching report: the view as a figure, drawn without a window.
#include <chrono>
#include <stdexcept>
#include <thread>

#include "app/cli/groups/model_options.h"
#include "app/features/patching/cli_report.h"
#include "app/figure/save.h"
#include "app/state/lab/lab.h"

namespace attnlab {

namespace {

/// Waits until all that was asked for is there.
void wait_for_lab(Lab& lab) {
  lab.update();
  while (!lab.idle()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    lab.update();
  }
  const ViewModel now = lab.view();
  if (now.notice_is_error) throw std::runtime_error(now.notice);
}

void choose_patching(Lab& lab, const char* option, const std::string& value) {
  lab.apply_or_throw({"choose", {std::string("patching.") + option, value}});
}

void ask_patching(Lab& lab, const PatchQuestion& question) {
  const PatchPair& pair = question.pair;
  lab.apply_or_throw({"view", {"patching"}});
  lab.apply_or_throw(
      {"patch.texts", {pair.clean.text, pair.changed.text, pair.clean.answer, pair.changed.answer}});
  choose_patching(lab, "what", question.what);
  choose_patching(lab, "metric", question.metric);
  choose_patching(lab, "into", question.into);
  if (!question.at) return;
  choose_patching(lab, "side", question.at->text == Text::Source ? "source" : "target");
  choose_patching(lab, "position", std::to_string(question.at->position));
}

}  // namespace

void draw_patching_figures(const FigureRequest& figure, const std::string& model_folder,
                           const PatchQuestion& question, const std::vector<Index>& steps) {
  Lab lab({[] {}, [](const std::string&) {}, [](const FigureRequest&) {}});
  lab.open({.kind = OpenRequest::Kind::Model, .name = model_folder, .play = false});
  wait_for_lab(lab);
  ask_patching(lab, question);
  for (const Index step : steps) {
    lab.apply_or_throw({"timeline.to", {std::to_string(step)}});
    wait_for_lab(lab);
    FigureRequest of_step = figure;
    if (steps.size() > 1) of_step.file = path_of_step(figure.file, step);
    save_figure(lab.view(), of_step);
  }
}

}  // namespace attnlab
