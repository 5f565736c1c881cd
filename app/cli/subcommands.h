// Subcommands: what can be asked of the program without its window, one row each.
#pragma once

#include <functional>
#include <span>
#include <string_view>

#include "app/cli/cli.h"

namespace CLI {
class App;
}

namespace attnlab {

/// What is to be done once the command line is read; returns the exit code. An error that it throws becomes
/// one line: CLI::ParseError (options that do not go together) and std::invalid_argument are wrong usage, any
/// other exception is a failure.
using Action = std::function<int()>;

/// One subcommand. Each row stands in its subcommand's own file; app/cli/subcommands.cpp lists them.
struct Subcommand {
  std::string_view name;      ///< "train"
  std::string_view sentence;  ///< what it does, without a full stop
  /// Declares its options and the end of its help; returns what it does with them.
  Action (*declare)(CLI::App& command);
};

/// In the order in which --help lists them.
std::span<const Subcommand> subcommands();

/// Declares the options of the window; returns what the program does without a subcommand.
Action declare_window(CLI::App& app);

}  // namespace attnlab
