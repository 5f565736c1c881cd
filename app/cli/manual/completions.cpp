// The shells for which completions are made.
#include "app/cli/manual/completions.h"

#include "core/config/rows.h"

namespace attnlab {
namespace {

struct ShellRow {
  std::string_view name;
  std::string (*script)(const std::vector<CommandRow>& table);
};
constexpr ShellRow kShells[] = {
    {"bash", bash_completions}, {"zsh", zsh_completions}, {"fish", fish_completions}};

}  // namespace

std::vector<std::string> shell_names() {
  std::vector<std::string> names;
  for (const ShellRow& row : kShells) names.emplace_back(row.name);
  return names;
}

std::string completion_script(std::string_view shell, const std::vector<CommandRow>& table) {
  return row_named(kShells, "shell", shell).script(table);
}

std::string single_quoted(std::string_view text) {
  std::string out = "'";
  for (const char letter : text) out += letter == '\'' ? "'\\''" : std::string(1, letter);
  return out + "'";
}

}  // namespace attnlab
