// What the subcommand probes found at one step, as tables.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/probes/probing.h"

namespace attnlab::probes {

/// The layer that --layer names: a number, or "embedding". Throws std::invalid_argument where there is none.
const ProbedLayer& layer_named(const ProbeReport& report, const std::string& name);

/// A row a layer: accuracy, its standard error, control, majority and what else is known.
Table layers_table(const ProbeReport& report);
/// A row for each class that is right, with how often each class was said.
Table confusion_table(const ProbeReport& report, const ProbedLayer& layer);
/// A row a token of a text: its label, and what the probe of each layer says.
Table tokens_table(const ProbeReport& report, const std::vector<ProbedToken>& tokens);

}  // namespace attnlab::probes
