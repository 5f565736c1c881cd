// Probe report: what the subcommand probe found, as tables that grow step by step.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/vector_rows.h"
#include "core/analysis/probes/probing.h"

namespace attnlab {

/// What is asked of probes.
struct ProbeOptions {
  std::string preset, label, stack, layer, steps, figure;
  std::vector<std::string> set;
  Index training = ProbeSettings().training, held_out = ProbeSettings().held_out;
  bool json = false, csv = false;
};

/// One moment of a model under probes, and where its rows go.
struct ProbesAt {
  Index step = 0;
  const ProbeReport& report;
  std::vector<GrowingTable>& tables;
};

/// The layer that --layer names: a number, or "embedding". Throws std::invalid_argument where there is none.
const ProbedLayer& layer_named(const ProbeReport& report, const std::string& name);

/// Adds to "probes" a row a layer: accuracy, its standard error, control, majority and what else is known.
void add_probe_rows(const ProbesAt& at);
/// Adds to "confusion" a row for each class that is right, with how often each class was said.
void add_confusion_rows(const ProbesAt& at, const ProbedLayer& layer);
/// Adds to "tokens" a row a token of a text: its label, and what the probe of each layer says.
void add_token_rows(const ProbesAt& at, const std::vector<ProbedToken>& tokens);

/// "bracket depth, read from the encoder: 2,048 tokens …": what stands above the tables.
std::string probe_words(const ModelConfig& config, const ProbeReport& report);
/// The same facts as members of a JSON object.
VectorsJson probe_facts(const ModelConfig& config, const ProbeReport& report);

}  // namespace attnlab
