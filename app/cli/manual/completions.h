// Completions: scripts for shells, from the command table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/manual/command_table.h"

namespace attnlab {

/// Names of the shells: "bash", "zsh", "fish".
std::vector<std::string> shell_names();

/// The script that a shell reads. Throws std::invalid_argument for another name.
std::string completion_script(std::string_view shell, const std::vector<CommandRow>& table);

/// The script of each shell.
std::string bash_completions(const std::vector<CommandRow>& table);
std::string zsh_completions(const std::vector<CommandRow>& table);
std::string fish_completions(const std::vector<CommandRow>& table);

/// `text` between single quotes, as bash and zsh read them.
std::string single_quoted(std::string_view text);

}  // namespace attnlab
