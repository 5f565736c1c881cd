// Command line: which subcommand, its errors in one line, its exit code.
#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace attnlab {

/// Exit codes of the program.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,        ///< could not be done: an unreadable file, a full disk, no display, …
  kWrongUsage = 2,    ///< the command line asks for what cannot be: unknown names, impossible values
  kInterrupted = 130  ///< ended by Ctrl-C (SIGINT) or SIGTERM, with what was reached saved
};

/// What the chosen subcommand will do once the command line is read; returns the exit code. Errors it throws
/// become one line: std::invalid_argument is wrong usage, any other exception a failure.
using Action = std::function<int()>;

/// Reads the command line and does what it says. Never throws.
int run_program(int argc, char** argv);

/// Each adds one subcommand to `app`, which sets `action` when it is chosen.
void add_presets_command(CLI::App& app, Action& action);
void add_train_command(CLI::App& app, Action& action);
void add_sweep_command(CLI::App& app, Action& action);
void add_runs_command(CLI::App& app, Action& action);
void add_trace_command(CLI::App& app, Action& action);
void add_explain_command(CLI::App& app, Action& action);
void add_diff_command(CLI::App& app, Action& action);
void add_render_command(CLI::App& app, Action& action);
void add_generate_command(CLI::App& app, Action& action);
void add_classify_command(CLI::App& app, Action& action);
void add_similar_command(CLI::App& app, Action& action);
void add_cost_command(CLI::App& app, Action& action);
void add_info_command(CLI::App& app, Action& action);

/// Without a subcommand: the options of the window.
void add_window_options(CLI::App& app, Action& action);

}  // namespace attnlab
