// Options of drawing the next token, for the subcommands that draw one.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "core/models/generation/generation.h"

namespace attnlab {

/// Declares --top-k, --top-p and --min-p. `when` begins each help: "With --next: ".
void add_sampling_options(CLI::App& command, SamplingOptions& options, const std::string& when = "");

}  // namespace attnlab
