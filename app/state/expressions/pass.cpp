// Expressions of the pass on screen, and of the pass that it is compared with.
#include <sstream>
#include <stdexcept>

#include "app/features/alignment/chosen.h"
#include "app/state/expert_choice.h"
#include "app/features/probes/chosen.h"
#include "app/features/residual/chosen.h"
#include "app/state/expressions/expression_table.h"
#include "app/state/hand_cell.h"
#include "app/features/experts/results.h"
#include "app/features/residual/results.h"
#include "app/features/tokens/results.h"
#include "app/features/tokens/chosen.h"
#include "app/features/cost/choice.h"
#include "app/features/probes/choice.h"
#include "app/features/tokens/choice.h"
#include "app/state/walk/pass_walk.h"
#include "app/features/tiles/work_walk.h"
#include "core/analysis/experiments/length_experiment.h"
#include "core/trace/trace_diff.h"

namespace attnlab::expressions {

namespace {

/// The cell of the arguments NAME and I,J,…; a tensor without axes has no indices.
CellName named_cell(const Asked& a) {
  CellName cell{a.argument(0), {}};
  std::istringstream in(a.argument(1));
  for (std::string part; std::getline(in, part, ',');) cell.index.push_back(number_in(part));
  return cell;
}

enum class Number { Value, Gradient };

double cell_in(const Trace& trace, const CellName& cell, Number number) {
  if (is_gradient(cell.tensor)) return cell_in(trace, value_cell(cell), Number::Gradient);
  const TraceTensor& tensor = trace.at(cell.tensor);
  const std::span<const Real> cells = number == Number::Gradient ? tensor.gradient : tensor.value;
  if (cells.empty()) throw std::invalid_argument("no gradient reaches " + cell.tensor);
  return static_cast<double>(cells[static_cast<std::size_t>(tensor.shape.offset(cell.index))]);
}

/// The most cells that one * or several stand for.
constexpr std::size_t kMostCells = 65536;

/// Each cell that NAME and I,*,… mean: a * stands for every index of its axis.
std::vector<CellName> named_cells(const Trace& trace, const Asked& a) {
  if (a.argument(1).find('*') == std::string::npos) return {named_cell(a)};
  const std::string& name = a.argument(0);
  const Shape& shape = trace.at(is_gradient(name) ? value_cell({name, {}}).tensor : name).shape;
  std::vector<CellName> cells{{name, {}}};
  std::istringstream in(a.argument(1));
  int axis = 0;
  for (std::string part; std::getline(in, part, ','); ++axis) {
    if (axis >= shape.rank())
      throw std::invalid_argument(name + " has the shape " + shape.text() + ", not as many axes as " +
                                  a.argument(1));
    std::vector<CellName> more;
    const bool all = part == "*";
    for (const CellName& cell : cells)
      for (Index i = all ? 0 : number_in(part); i < (all ? shape[axis] : number_in(part) + 1); ++i) {
        more.push_back(cell);
        more.back().index.push_back(i);
        if (more.size() > kMostCells) throw std::invalid_argument(a.argument(1) + " means too many cells");
      }
    cells = std::move(more);
  }
  return cells;
}

/// The numbers of the named cells; without a name, that of the inspected cell.
std::string number_at(const Asked& a, Number number) {
  if (!a.arguments.empty()) {
    std::string all;
    for (const CellName& cell : named_cells(*a.view.trace, a))
      all += (all.empty() ? "" : " ") + exact_text(cell_in(*a.view.trace, cell, number));
    return all;
  }
  const ExplainedCell explained = explained_cell(a.view.state);
  return exact_text(cell_in(explained.hand ? *explained.hand : *a.view.trace, explained.cell, number));
}

std::string joined(const std::vector<Piece>& pieces) {
  std::string text;
  for (const Piece& piece : pieces) text += (text.empty() ? "" : " ") + piece.text;
  return text;
}

std::string walk_place(const Asked& a) {
  const PassWalk walk = pass_walk(*a.view.trace);
  const auto at = walk_position(walk, a.view.state);
  return at ? std::to_string(*at + 1) + " of " + std::to_string(walk.steps.size()) : "none";
}

std::string walked_by(const Asked& a) {
  const ShownWalk walk = shown_walk(*a.view.analyses, a.view.gpu, a.view.trace, a.view.state);
  return walk.by_kernel ? "kernel" : "processor";
}

std::string share_of_expert(const Asked& a) {
  const auto expert = static_cast<std::size_t>(number_in(a.argument(0)));
  if (!a.view.analyses || !a.view.analyses->of<ExpertResults>() ||
      !a.view.analyses->of<ExpertResults>()->held_out.value)
    return "none";
  const Place place = feed_forward_on_stage(a.view.state, *a.view.trace);
  for (const HeldOutLayer& layer : a.view.analyses->of<ExpertResults>()->held_out.value->layers)
    if (layer.place == place && expert < layer.counts.shares().size())
      return exact_text(layer.counts.shares()[expert]);
  return "none";
}

const ProbeResults* probes_on_screen(const Asked& a) { return a.view.found<ProbeResults>(); }

std::string probed_label(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || probes->stacks.empty()) return "none";
  const ProbesChoice& choice = a.view.state.choices.of<ProbesChoice>();
  return std::string(chosen_label(choice, chosen_stack(choice, probes->stacks)).name);
}

std::string probe_accuracy(const Asked& a) {
  const auto layer = static_cast<std::size_t>(number_in(a.argument(0)));
  const ProbeResults* const probes = probes_on_screen(a);
  if (!probes || !probes->now.value || layer >= probes->now.value->layers.size()) return "none";
  return exact_text(probes->now.value->layers[layer].accuracy);
}

std::string probed_steps(const Asked& a) {
  const ProbeResults* const probes = probes_on_screen(a);
  return std::to_string(probes ? probes->known_steps() : 0);
}

std::string aligned_at(const Asked& a) {
  if (!is_recurrent_pair(a.view.trace->config())) return "none";
  const AlignedPlace at = aligned_place(a.view.state, *a.view.trace);
  return std::to_string(at.target) + " " + std::to_string(at.source);
}

/// "173 of 200": right answers of one of the two models, by its alignment, in the N-th band of lengths.
std::string right_by_length(const Asked& a) {
  const auto& found = a.view.analyses->of<LengthExperiment>();
  const auto band = static_cast<std::size_t>(number_in(a.argument(1)) - 1);
  if (!found || band >= found->bands.size()) return "none";
  for (const LengthRun& run : found->runs)
    if (run.alignment && run.alignment->name == a.argument(0) && !run.counts.empty()) {
      const Counts& counts = run.counts.back()[band];
      return std::to_string(counts.right_rows) + " of " + std::to_string(counts.rows);
    }
  return "none";
}

std::string counted_parameters(const Asked& a) {
  return std::to_string(
      parameter_count(counted_config(a.view.state.choices.of<CostChoice>(), a.view.trace->config())));
}

std::string updated(const Asked& a) {
  return a.view.update ? std::to_string(a.view.update->numbers.update) : "none";
}

/// The most probable class of a text or picture that is read whole.
std::string predicted_class(const Asked& a) {
  const TraceTensor* const output = a.view.trace->find("output.probabilities");
  if (!output || output->site->axes[1] != Axis::One || output->site->axes[2] != Axis::Vocabulary)
    return "none";
  const auto best = std::ranges::max_element(output->value) - output->value.begin();
  return a.view.vocabularies->target.entry(static_cast<TokenId>(best));
}

/// "12": the text of the view Tokens at a level.
std::string token_count(const Asked& a) {
  const TokenLevel wanted = token_level(a.argument(0)).level;
  if (!tokens::kFeature.offered(a.view.trace->config())) return "none";
  const TokenText text = token_text(a.view.state, *a.view.trace, *a.view.vocabularies);
  const TextLevels* const learnt = levels_for(*a.view.analyses, a.view.vocabularies.get(), text.side);
  const TextLevels levels = learnt ? *learnt : levels_at_once(a.view.vocabularies, text_of_side(text.side));
  const TextLevel* const level = levels.find(wanted);
  return level ? std::to_string(cut_text(*level->tokenizer, text.text).tokens.size()) : "none";
}

/// The results of the view Residual stream; null before the first.
const ResidualPass* stream_on_screen(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known && known->pass && !known->pass->states.empty() ? known->pass.get() : nullptr;
}

/// "4 2": the chosen state and position.
std::string residual_at(const Asked& a) {
  const std::vector<StreamState> states = residual_states(*a.view.trace);
  if (states.empty()) return "none";
  const ResidualPlace at = residual_place(a.view.state, *a.view.trace, states);
  return std::to_string(at.state) + " " + std::to_string(at.position);
}

/// The likeliest word of the chosen cell.
std::string residual_says(const Asked& a) {
  const ResidualPass* const pass = stream_on_screen(a);
  if (!pass) return "none";
  const ResidualPlace at = residual_place(a.view.state, *pass->trace, pass->states);
  const auto column = pass->lens.pooled ? 0 : static_cast<std::size_t>(at.position);
  return a.view.vocabularies->target.entry(pass->lens.rows[at.state].cells[column].top.front().token);
}

/// How many steps the course of a cell has.
std::string residual_steps(const Asked& a) {
  const ResidualResults* const known = a.view.found<ResidualResults>();
  return known ? std::to_string(known->course.size()) : "none";
}

const Trace& other(const Asked& a) {
  if (!a.view.comparison.diff) throw std::invalid_argument("nothing is compared, so there is no other pass");
  return a.view.comparison.diff->before();
}

}  // namespace

std::span<const ScriptExpression> pass() {
  static constexpr ScriptExpression kRows[] = {
      {"value", "[NAME [I,J,…]]",
       "a cell's value, that of the inspected one where none is named; * for an index: all of its axis",
       [](const Asked& a) { return number_at(a, Number::Value); }, Needs::Trace},
      {"gradient", "[NAME [I,J,…]]", "its gradient",
       [](const Asked& a) { return number_at(a, Number::Gradient); }, Needs::Trace},
      {"update", "", "number of the inspected weight's update that is shown, or `none`", updated},
      {"source_tokens", "", "tokens of the source",
       [](const Asked& a) { return joined(a.view.trace->source_pieces); }, Needs::Trace},
      {"target_tokens", "", "tokens that should be said",
       [](const Asked& a) { return joined(a.view.trace->target_pieces); }, Needs::Trace},
      {"class", "", "what the model takes the text or picture for, or `none`", predicted_class, Needs::Trace},
      {"output", "", "tokens that the decoder reads",
       [](const Asked& a) { return joined(a.view.trace->input_pieces); }, Needs::Trace},
      {"walk", "", "`23 of 71`, the step on the stage, or `none`", walk_place, Needs::Trace},
      {"tiles.by", "", "what walks through the blocks: `kernel` or `processor`", walked_by},
      {"experts.share", "EXPERT",
       "its share of the held-out tokens' choices in the layer on the stage, or `none`", share_of_expert,
       Needs::Trace},
      {"probes.label", "", "what the view Probes looks for, or `none`", probed_label},
      {"probes.accuracy", "ROW",
       "the share of the labels that a row's probe finds, 0 the embedding's, or `none`", probe_accuracy},
      {"probes.steps", "", "how many kept steps of its course are worked out", probed_steps},
      {"alignment.at", "", "the decoder's position and the encoder state, `2 3`, or `none`", aligned_at,
       Needs::Trace},
      {"alignment.right", "ALIGNMENT BAND",
       "`173 of 200` right by the length of the source, in the N-th band, or `none`", right_by_length},
      {"residual.at", "", "the chosen state of the residual stream and its position, `4 2`, or `none`",
       residual_at, Needs::Trace},
      {"residual.says", "", "the likeliest word there in the view Residual stream, or `none`", residual_says,
       Needs::Trace},
      {"residual.steps", "", "steps of which that view knows the words, or `none`", residual_steps},
      {"tokens", "LEVEL",
       "tokens of the text in the view Tokens at a level, or `none` where it is not learnt", token_count,
       Needs::Trace},
      {"cost.parameters", "", "parameters of the model that the view Cost counts", counted_parameters,
       Needs::Trace},
      {"trace.step", "", "the step whose weights made the pass",
       [](const Asked& a) { return std::to_string(a.view.trace->step()); }, Needs::Trace},
      {"trace.edited", "NAME", "an edit changes this tensor: `yes` or `no`",
       [](const Asked& a) { return yes_or_no(a.view.trace->at(a.argument(0)).edited); }, Needs::Trace},
      {"other", "NAME [I,J,…]", "a cell's value in the pass that is compared with",
       [](const Asked& a) { return exact_text(cell_in(other(a), named_cell(a), Number::Value)); },
       Needs::Trace},
      {"other.step", "", "the step whose weights made that",
       [](const Asked& a) { return std::to_string(other(a).step()); }, Needs::Trace},
      {"other.error", "", "why there is no such pass", [](const Asked& a) { return a.view.comparison.error; },
       Needs::Trace},
  };
  return kRows;
}

}  // namespace attnlab::expressions
