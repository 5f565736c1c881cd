// Alignment report: JSON on standard output.
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "app/features/alignment/cli_report.h"

namespace attnlab::alignment {
namespace {

using Json = nlohmann::ordered_json;

Json state_json(const StateRow& state) {
  Json list = Json::array();
  for (const Real value : state.values()) list.push_back(finite_or_null(static_cast<double>(value)));
  return list;
}

Json position_json(const Report& report, Index i) {
  const AlignedPass& pass = *report.pass;
  Json json = {{"position", i}, {"reads", report.read(i)}, {"target", report.says(i)}};
  json["state_before"] = state_json(pass.before(i));
  json["state"] = state_json(pass.after(i));
  if (!pass.weights) return json;
  Json scores = Json::array(), weights = Json::array();
  for (Index j = 0; j < pass.sources(); ++j) {
    scores.push_back(finite_or_null(pass.score(i, j)));
    weights.push_back(finite_or_null(pass.weight(i, j)));
  }
  json["scores"] = scores;
  json["weights"] = weights;
  json["context"] = state_json({pass.context, i});
  if (pass.attentional) json["attentional"] = state_json({pass.attentional, i});
  return json;
}

Json handed_json(const Trace& trace) {
  Json list = Json::array();
  for (const HandedState& state : handed_states(trace))
    list.push_back({{"layer", state.layer},
                    {"state", state.is_cell ? "cell" : "hidden"},
                    {"tensor", state.made.tensor->name},
                    {"values", state_json(state.made)}});
  return list;
}

Json bands_json(const std::vector<LengthBand>& bands, const std::vector<Counts>& counts) {
  Json list = Json::array();
  for (std::size_t i = 0; i < counts.size(); ++i)
    list.push_back({{"shortest", bands[i].shortest},
                    {"longest", bands[i].longest},
                    {"examples", counts[i].rows},
                    {"right", counts[i].right_rows},
                    {"tokens", counts[i].tokens},
                    {"right_tokens", counts[i].right_tokens}});
  return list;
}

Json experiment_json(const LengthExperiment& e) {
  Json runs = Json::array();
  for (const LengthRun& run : e.runs) {
    Json measured = Json::array();
    for (std::size_t k = 0; k < run.at.size(); ++k)
      measured.push_back({{"step", run.at[k]}, {"lengths", bands_json(e.bands, run.counts[k])}});
    Json json = {{"alignment", run.alignment->name}, {"parameters", run.parameters}, {"measured", measured}};
    if (!run.failure.empty()) json["failure"] = run.failure;
    runs.push_back(json);
  }
  return {{"task", e.preset.task.name},
          {"width", e.settings.width},
          {"steps", e.settings.steps},
          {"seed", e.preset.training.seed},
          {"runs", runs}};
}

}  // namespace

void print_json(const Report& report) {
  const AlignmentKind& kind = report.kind();
  Json json = {{"step", report.step}, {"alignment", kind.name}, {"paper", kind.paper}};
  if (report.trace) {
    const SourceNumbers numbers = source_numbers(report.config, report.pass->sources());
    json["loss"] = finite_or_null(report.trace->loss());
    Json source = Json::array(), positions = Json::array();
    for (Index j = 0; j < report.pass->sources(); ++j)
      source.push_back({{"token", report.source(j)}, {"state", state_json({report.pass->encoder, j})}});
    for (Index i = 0; i < report.pass->positions(); ++i) positions.push_back(position_json(report, i));
    json["numbers"] = {{"handed", numbers.handed}, {"states", numbers.states}};
    json["source"] = source;
    json["handed"] = handed_json(*report.trace);
    json["positions"] = positions;
  }
  if (!report.bands.empty()) json["lengths"] = bands_json(report.bands, report.counts);
  if (report.experiment) json["experiment"] = experiment_json(*report.experiment);
  print_json_object(json);
}

}  // namespace attnlab::alignment
