// Probe report: making the tables and the words above them.
#include "app/features/probes/cli_report.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/format.h"

namespace attnlab {
namespace {

void add_to_table(const ProbesAt& at, const std::string& name, const VectorsJson& row) {
  auto found = std::ranges::find(at.tables, name, &GrowingTable::name);
  if (found == at.tables.end())
    found = at.tables.insert(at.tables.end(), {name, std::make_shared<VectorsJson>(VectorsJson::array())});
  VectorsJson whole{{"step", at.step}};
  whole.update(row);
  found->rows->push_back(std::move(whole));
}

std::string layer_names(const ProbeReport& report) {
  std::string names;
  for (const ProbedLayer& layer : report.layers) {
    const Index number = point_layer(layer.point);
    names += (names.empty() ? "" : ", ") + (number < 0 ? std::string("embedding") : std::to_string(number));
  }
  return names;
}

const std::string& class_at(const ProbeReport& report, Index number) {
  return report.classes[static_cast<std::size_t>(number)];
}

}  // namespace

const ProbedLayer& layer_named(const ProbeReport& report, const std::string& name) {
  for (const ProbedLayer& layer : report.layers) {
    const Index number = point_layer(layer.point);
    if (name == (number < 0 ? "embedding" : std::to_string(number))) return layer;
  }
  throw std::invalid_argument("--layer is " + name + ", but must be one of " + layer_names(report));
}

void add_probe_rows(const ProbesAt& at) {
  const ProbeReport& r = at.report;
  for (const ProbedLayer& layer : r.layers)
    add_to_table(at, "probes",
                 {{"read", point_title(layer.point)},
                  {"accuracy", layer.accuracy},
                  {"error", r.error(layer.accuracy)},
                  {"control", layer.control},
                  {"majority", r.majority},
                  {"selectivity", layer.selectivity()},
                  {"training", layer.training_accuracy},
                  {"control_training", layer.control_training}});
}

void add_confusion_rows(const ProbesAt& at, const ProbedLayer& layer) {
  const std::size_t classes = at.report.classes.size();
  for (std::size_t right = 0; right < classes; ++right) {
    VectorsJson row{{"right", at.report.classes[right]}};
    for (std::size_t said = 0; said < classes; ++said)
      row["said " + at.report.classes[said]] = layer.confusion[right * classes + said];
    add_to_table(at, "confusion", row);
  }
}

void add_token_rows(const ProbesAt& at, const std::vector<ProbedToken>& tokens) {
  for (std::size_t t = 0; t < tokens.size(); ++t) {
    VectorsJson row{{"position", t}, {"token", tokens[t].text}, {"label", tokens[t].right}};
    for (std::size_t i = 0; i < at.report.layers.size(); ++i) {
      const std::string title = point_title(at.report.layers[i].point);
      row[title] = class_at(at.report, tokens[t].said[i]);
      row[title + " probability"] = tokens[t].probability[i];
    }
    add_to_table(at, "tokens", row);
  }
}

std::string probe_words(const ModelConfig& config, const ProbeReport& r) {
  return std::string(r.label->title) + " (" + std::string(r.label->sentence) + ")\nread from the " +
         stack_title(config, r.text) + ": fitted to " + format_count(r.training_tokens) + " tokens of " +
         format_count(r.training_examples) + " training examples, judged on " +
         format_count(r.held_out_tokens) + " of " + format_count(r.held_out_examples) + " held-out ones\n" +
         std::to_string(r.classes.size()) + " classes; the most frequent is " +
         class_at(r, r.majority_class) + "\n";
}

VectorsJson probe_facts(const ModelConfig& config, const ProbeReport& r) {
  return {{"label", r.label->name},
          {"stack", stack_title(config, r.text)},
          {"classes", r.classes},
          {"majority_class", class_at(r, r.majority_class)},
          {"training_tokens", r.training_tokens},
          {"training_examples", r.training_examples},
          {"held_out_tokens", r.held_out_tokens},
          {"held_out_examples", r.held_out_examples}};
}

}  // namespace attnlab
