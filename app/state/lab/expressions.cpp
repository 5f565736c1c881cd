// What a script's `expect` can ask:
//   step, loss, notice, error, title, preset, stage, tensor (the one shown), attention, layer, head, query,
//   key, feature, view, beside, choice VIEW.OPTION, draft (the options changed), generation.text, undo,
//   picture, playing, theme, trace.step, trace.edited NAME, source_tokens, target_tokens, output (the
//   decoder's input as text), cell (the inspected cell), value (its value), update (the step whose update of
//   the inspected weight is shown, or none), screen OPTION (as in the file of settings), recent (how many
//   files), recent N (its name), value NAME I,J,… (any cell), gradient NAME I,J,…,
//   zoom MAP ("2.07 by 1.5", across and down, or whole),
//   walk ("23 of 71", the step on the stage), walking, tiling (blocks go by), tiles.by (kernel or processor),
//   other NAME I,J,… (of the pass compared with), other.step, other.error,
//   rewound (the past step on screen, or no), run (its number), runs (how many), setting OPTION,
//   device (cpu or gpu), timeline.kept, timeline.changes, timeline.change N, timeline.pin STEP,
//   samples ("5 of 8" examples right at the step on screen), samples.steps and heads.steps ("40 of 41" kept
//   steps worked out), none where the part is not shown
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "app/state/lab/lab.h"
#include "app/state/pass_walk.h"
#include "app/state/tiles_walk.h"
#include "app/state/training_history.h"

namespace attnlab {

namespace {

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += (text.empty() ? "" : " ") + piece.text;
  return text;
}

std::string joined_words(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::string exact_text(double value) {
  std::ostringstream out;
  out.precision(9);
  out << value;
  return out.str();
}

std::vector<Index> read_index(const std::string& list) {
  std::vector<Index> index;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) index.push_back(std::stoll(part));
  return index;
}

/// "choice heads.average".
std::string choice_text(ViewChoices choices, const std::string& name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  for (const Field& field : choice_fields(choices, view_from(name.substr(0, dot))))
    if (field.name == name.substr(std::min(dot + 1, name.size()))) return field_text(field);
  throw std::invalid_argument("there is no choice " + name);
}

/// "recent" counts them; "recent 1" is the newest one's name without its folder.
std::string recent_text(const std::vector<RecentFile>& files, const std::string& number) {
  if (number.empty()) return std::to_string(files.size());
  const std::size_t at = std::stoul(number);
  if (at < 1 || at > files.size()) return "none";
  return std::filesystem::path(files[at - 1].path).filename().string();
}

/// "2.07 by 1.5", how far columns and rows of a map are zoomed, or "whole".
std::string zoom_text(const MatrixLooks& looks, const std::string& map) {
  const MatrixLook* look = find_look(looks, map);
  if (!look || (look->across.zoom <= 1 && look->down.zoom <= 1)) return "whole";
  std::ostringstream text;
  text.precision(3);
  text << look->across.zoom << " by " << look->down.zoom;
  return text.str();
}

/// "23 of 71", or "none" where something else is on the stage.
std::string walk_text(const Trace& trace, const AppState& state) {
  const PassWalk walk = pass_walk(trace);
  const auto at = walk_position(walk, state);
  return at ? std::to_string(*at + 1) + " of " + std::to_string(walk.steps.size()) : "none";
}

/// "timeline.kept" and "timeline.changes" count, "timeline.change 1" is the first one's text, "timeline.pin
/// 40" the name of a step.
std::string timeline_text(const Timeline* timeline, const std::string& name, const std::string& which) {
  if (!timeline) throw std::invalid_argument("no past steps are kept, so no " + name);
  if (name == "timeline.kept") return std::to_string(timeline->kept.size());
  if (name == "timeline.changes") return std::to_string(timeline->events.size());
  if (name == "timeline.change") return timeline->events.at(std::stoul(which) - 1).text;
  if (name == "timeline.pin") {
    const Pin* pin = timeline->pin_at(std::stoll(which));
    return pin ? pin->name : "none";
  }
  throw std::invalid_argument("expect does not know " + name);
}

/// How many of the steps are worked out.
template <typename History>
std::string steps_text(const std::shared_ptr<const History>& history) {
  if (!history) return "none";
  const auto known =
      std::ranges::count_if(history->steps, [](const auto& at) { return at.value != nullptr; });
  return std::to_string(known) + " of " + std::to_string(history->steps.size());
}

std::string samples_text(const std::shared_ptr<const SampleHistory>& history) {
  if (!history || !history->now.value) return "none";
  const Samples& samples = *history->now.value;
  return std::to_string(std::ranges::count_if(samples, &Sample::all_right)) + " of " +
         std::to_string(samples.size());
}

double cell_of(const Trace& trace, const CellName& cell, bool gradient) {
  if (is_gradient(cell.tensor)) return cell_of(trace, value_cell(cell), true);
  const TraceTensor& tensor = trace.at(cell.tensor);
  const std::span<const Real> cells = gradient ? tensor.gradient : tensor.value;
  if (cells.empty()) throw std::invalid_argument("no gradient reaches " + cell.tensor);
  return static_cast<double>(cells[static_cast<std::size_t>(tensor.shape.offset(cell.index))]);
}

}  // namespace

/// What the Generation view shows; "" while there is none.
std::string Lab::generated_text() const {
  const auto& made = tracing_.results().generation;
  if (!made) return "";
  std::vector<TokenId> ids;
  for (const DecodingStep& step : made->sampled.steps) ids.push_back(step.token);
  return runs_.shown()->experiment.vocabularies->target.decode(ids);
}

/// Of the pass that the one on screen is compared with.
std::string Lab::evaluate_other(const std::string& name, const CellName& cell) const {
  const Compared compared = tracing_.screen().comparison(dispatcher_.state().comparison.with);
  if (name == "other.error") return compared.error;
  if (!compared.diff) throw std::invalid_argument("nothing is compared, so no " + name);
  const Trace& before = compared.diff->before();
  return name == "other.step" ? std::to_string(before.step()) : exact_text(cell_of(before, cell, false));
}

std::string Lab::evaluate(const std::string& expression) const {
  std::istringstream words(expression);
  std::string name, tensor, index;
  words >> name >> tensor >> index;
  const AppState& state = dispatcher_.state();
  const Selection& s = state.selection;
  const OpenModel* const model = runs_.shown();
  if (name == "step") return std::to_string(trained_steps());
  if (name == "loss") return exact_text(runs_.training().loss);
  if (name == "rewound") return state.rewound ? std::to_string(*state.rewound) : "no";
  if (name == "run") return std::to_string(runs_.number());
  if (name == "runs") return std::to_string(runs_.views().size());
  if (name == "setting") return setting_text(runs_.training().settings, tensor);
  if (name == "tiles.by")
    return shown_walk(tracing_.results(), device_.gpu(), tracing_.screen().trace(), state).by_kernel
               ? "kernel"
               : "processor";
  if (name == "samples") return samples_text(tracing_.results().samples);
  if (name == "samples.steps") return steps_text(tracing_.results().samples);
  if (name == "heads.steps") return steps_text(tracing_.results().attention);
  if (name.starts_with("timeline")) return timeline_text(runs_.timeline(), name, tensor);
  if (name == "notice") return notice_.text();
  if (name == "error") return tracing_.screen().error();
  if (name == "title") return model ? model->title : "";
  if (name == "preset") return model ? model->experiment.preset.name : "";
  if (name == "stage") return std::string(stage_name(state.chosen.stage));
  if (name == "attention") return std::string(attention_name(s.attention));
  if (name == "view") return std::string(view_name(state.view));
  if (name == "beside") return state.beside ? std::string(view_name(*state.beside)) : "none";
  if (name == "choice") return choice_text(state.choices, tensor);
  if (name == "draft") return joined_words(state.draft);
  if (name == "generation.text") return generated_text();
  if (name == "layer") return std::to_string(s.layer);
  if (name == "head") return std::to_string(s.head);
  if (name == "query") return std::to_string(s.query);
  if (name == "key") return std::to_string(s.key);
  if (name == "feature") return std::to_string(s.feature);
  if (name == "undo") return dispatcher_.undo_label();
  if (name == "playing") return runs_.training().state == TrainingView::State::Running ? "yes" : "no";
  if (name == "device") return device_.gpu().empty() ? "cpu" : "gpu";
  if (name == "theme") return dispatcher_.screen().dark ? "dark" : "light";
  if (name == "screen") return screen_option(dispatcher_.screen(), tensor);
  if (name == "zoom") return zoom_text(dispatcher_.screen().looks, tensor);
  if (name == "recent") return recent_text(files_.recent(), tensor);
  if (name == "source") return state.source;
  if (name == "target") return state.target;
  if (name == "picture") return std::to_string(state.picture);
  if (name == "update") {
    const auto update = tracing_.inspected_update();
    return update ? std::to_string(update->numbers.update) : "none";
  }
  if (name == "walking") return dispatcher_.screen().walk_plays ? "yes" : "no";
  if (name == "tiling") return dispatcher_.screen().tiles_play ? "yes" : "no";
  if (name == "tensor") return state.chosen.shown_tensor();
  if (name == "cell") return inspected_cell(state).text();
  const TracePtr trace = tracing_.screen().trace();
  if (!trace) throw std::invalid_argument("there is no trace yet, so no " + name);
  if (name == "walk") return walk_text(*trace, state);
  if (name == "trace.step") return std::to_string(trace->step());
  if (name.starts_with("other")) return evaluate_other(name, {tensor, read_index(index)});
  if (name == "trace.edited") return trace->at(tensor).edited ? "yes" : "no";
  if (name == "source_tokens") return joined(trace->source_pieces);
  if (name == "target_tokens") return joined(trace->target_pieces);
  if (name == "output") return joined(trace->input_pieces);
  if (name == "value" || name == "gradient") {
    const CellName cell = tensor.empty() ? inspected_cell(state) : CellName{tensor, read_index(index)};
    return exact_text(cell_of(*trace, cell, name == "gradient"));
  }
  throw std::invalid_argument("expect does not know " + name);
}

}  // namespace attnlab
