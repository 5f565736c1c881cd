// render: a view as a figure, drawn without a display.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>
#include <stdexcept>

#include "app/cli/figure.h"
#include "app/cli/help.h"
#include "app/cli/render_options.h"
#include "app/cli/studio.h"
#include "app/cli/subcommands.h"
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/figure/save.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

FigureRequest request_of(const RenderOptions& o) {
  std::vector<std::string> words{o.out, o.theme};
  if (!o.size.empty()) words.push_back(o.size);
  if (o.transparent) words.push_back("transparent");
  if (!o.only.empty()) words.insert(words.end(), {"only", o.only});
  FigureRequest request = parse_figure_request(words);
  request.scale = o.scale;
  validate(request);
  return request;
}

void apply_example(Studio& studio, const ExampleOptions& example) {
  const Format format = studio.view().format;
  const bool source = has_source(format);
  if (has_picture(format) && (example.source || example.text || (example.target && !writes_answer(format))))
    throw std::invalid_argument(tr("this model reads images: choose one with --picture N"));
  if (!source && example.source)
    throw std::invalid_argument(
        tr("this model continues a text and does not have a source: give --text TEXT"));
  if (example.picture) studio.apply({"select.picture", {std::to_string(*example.picture)}});
  if (example.source) studio.apply({"text.source", {*example.source}});
  if (example.text) studio.apply({source ? "text.source" : "text.target", {*example.text}});
  if (example.target) studio.apply({"text.target", {*example.target}});
  for (const std::string& edit : example.edits.texts()) studio.apply({"edit", {edit}});
}

void apply_view(Studio& studio, const RenderOptions& o) {
  if (!o.view.empty()) studio.apply({"view", {o.view}});
  if (!o.attention.empty()) studio.apply({"select.attention", {o.attention}});
  if (o.layer) studio.apply({"select.layer", {std::to_string(*o.layer)}});
  if (o.head) studio.apply({"select.head", {std::to_string(*o.head)}});
  if (!o.stage.empty()) studio.apply({"select.stage", {o.stage}});
  if (!o.tensor.empty()) studio.apply({"select.tensor", {o.tensor}});
  for (const std::string& line : o.commands) studio.apply(parse_command(line));
}

/// Refuses a comparison without a second pass: the view would be empty.
void check_compared(const ViewModel& view) {
  if (view.state.view != &compare::kFeature || view.comparison.diff) return;
  if (!view.comparison.error.empty()) throw std::invalid_argument(view.comparison.error);
  throw std::invalid_argument(
      tr("--view compare needs something to compare with: give --edit EDIT, or --do with one of {1}",
         R"("compare.text TEXT", "compare.picture N", "compare.weights STEP")"));
}

/// All stored steps of the run on screen, the newest last.
std::vector<Index> steps_of(const ViewModel& view) {
  std::vector<Index> steps;
  if (view.record && view.record->timeline)
    for (const StatePtr& state : view.record->timeline->states) steps.push_back(state->step());
  std::erase(steps, view.training.step);
  steps.push_back(view.training.step);
  return steps;
}

/// The command goes to the nearest stored step.
void apply_step(Studio& studio, Index step) {
  studio.apply({"timeline.to", {std::to_string(step)}});
  const ViewModel now = studio.view();
  const Index shown = now.state.rewound.value_or(now.training.step);
  if (shown != step)
    throw std::invalid_argument(tr("step {1} is not stored; the closest stored step is {2}",
                                   std::to_string(step), std::to_string(shown)));
}

void save_steps(Studio& studio, FigureRequest request, const std::vector<Index>& steps) {
  const std::string path = request.file;
  for (const Index step : steps) {
    apply_step(studio, step);
    request.file = path_of_step(path, step);
    save_figure(studio.view(), request);
  }
}

/// What the options open, on screen.
void open_what(Studio& studio, const RenderOptions& o) {
  if (!o.state.empty()) {
    studio.apply({"state.open", {o.state}});
    const std::string& difference = studio.lab().sharing().difference();
    if (!difference.empty()) std::fprintf(stderr, "%s\n", difference.c_str());
    return;
  }
  const bool stored = !o.model.folder.empty();
  if (!stored) find_preset(o.model.preset);
  studio.open({.kind = stored ? OpenRequest::Kind::Model : OpenRequest::Kind::Preset,
               .name = stored ? o.model.folder : o.model.preset,
               .play = false});
}

void save_figures(Studio& studio, const FigureRequest& request, const ModelOptions& model) {
  if (model.all_steps() || model.steps == "all") return save_steps(studio, request, steps_of(studio.view()));
  if (!model.steps.empty()) {
    const std::set<Index> steps = listed_steps(model.steps);
    return save_steps(studio, request, {steps.begin(), steps.end()});
  }
  if (!model.step.empty()) apply_step(studio, step_number("--step", model.step));
  save_figure(studio.view(), request);
}

}  // namespace

void render_figure(const RenderOptions& o) {
  if (o.model.folder.empty() && o.model.preset.empty() && o.state.empty())
    throw CLI::RequiredError(tr("--model FOLDER, --preset NAME or --state LINE"));
  const FigureRequest request = request_of(o);
  Studio studio;
  open_what(studio, o);
  if (o.train) studio.apply({"train.step", {std::to_string(*o.train)}});
  apply_example(studio, o.example);
  apply_view(studio, o);
  check_compared(studio.view());
  save_figures(studio, request, o.model);
}

void draw_figure(const std::string& file, const ModelOptions& model, const ExampleOptions& example,
                 const std::vector<Command>& commands) {
  RenderOptions o{.model = model, .example = example, .out = file};
  for (const Command& command : commands) o.commands.push_back(command.text());
  render_figure(o);
}

namespace {

Action declare_render(CLI::App& command) {
  const auto options = std::make_shared<RenderOptions>();
  add_render_options(command, *options);
  command.footer(help_end(
      {tr("In an SVG, text stays text, and each cell of a matrix is a rectangle.")},
      "  attention-lab render --model rev --source hello --attention cross --stage softmax --out "
      "softmax.svg\n"
      "  attention-lab render --model rev --source hello --view heads --step all --out heads.svg\n"
      "  attention-lab render --preset translate --train 500 --view heads --size 700x500 --out heads.svg\n"
      "  attention-lab render --model book --text \"Once upon\" --stage scores --layer 1 --head 2 \\\n"
      "      --do \"select.query 3\" --scale 3 --transparent --out scores.png"));
  return [options] {
    render_figure(*options);
    return kDone;
  };
}

}  // namespace

extern const Subcommand kRenderSubcommand = {
    .name = "render",
    .sentence = tr_mark("Save a view as an SVG or PNG figure, without a display"),
    .declare = declare_render};

}  // namespace attnlab
