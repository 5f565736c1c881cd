// Subcommands: what the program does without its window, one row each.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "app/cli/cli.h"

namespace CLI {
class App;
}

namespace attnlab {

/// Executes a subcommand after the command line is read; returns the exit code. An exception becomes one
/// line: CLI::ParseError (options that exclude each other) and std::invalid_argument are wrong usage, any
/// other exception is a failure.
using Action = std::function<int()>;

/// One subcommand. Each row stands in its subcommand's own file: app/cli/subcommands.cpp lists those that
/// belong to no view; those of views are called as their view, and are kSubcommand of its folder.
struct Subcommand {
  std::string_view name = {};      ///< "train"
  std::string_view also = {};      ///< another name that is accepted; "": none
  std::string_view sentence = {};  ///< its description, without a period; a message
  /// Declares the options and the end of the help; returns the action that uses the options.
  Action (*declare)(CLI::App& command) = nullptr;

  bool is_called(std::string_view word) const { return word == name || (!also.empty() && word == also); }
};

/// All subcommands in the order of --help: those of views last.
std::span<const Subcommand> subcommands();

/// Those of views, in the order of the tabs: app/features/subcommands.cpp.
std::vector<Subcommand> subcommands_of_views();

/// Declares the options of the window; returns the action of the program without a subcommand.
Action declare_window(CLI::App& app);

}  // namespace attnlab
