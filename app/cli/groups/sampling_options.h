// Options of drawing the next token, for the subcommands that draw one.
#pragma once

#include <CLI/CLI.hpp>

#include "core/models/generation/generation.h"

namespace attnlab {

/// Declares --top-k, --top-p and --min-p. `when` is a message with each help in its place: "With --next:
/// {1}".
void add_sampling_options(CLI::App& command, SamplingOptions& options, const char* when = "{1}");

}  // namespace attnlab
