// Command line: runs a subcommand, prints its error in one line, returns its exit code.
#pragma once

namespace attnlab {

/// Exit codes of the program.
enum ExitCode : int {
  kDone = 0,
  kFailed = 1,        ///< a failure: an unreadable file, a full disk, no display, …
  kWrongUsage = 2,    ///< a wrong command line: unknown names, impossible values
  kInterrupted = 130  ///< ended by Ctrl-C (SIGINT) or SIGTERM, after saving
};

/// Reads and executes the command line. `commit` is what the program was built from; "": not known. Never
/// throws.
int run_program(int argc, char** argv, const char* commit);

}  // namespace attnlab
