// Completions for fish: a line a subcommand and an option.
#include "app/cli/manual/completions.h"

namespace attnlab {
namespace {

/// Between single quotes fish reads \' and \\ alone otherwise.
std::string fish_quoted(const std::string& text) {
  std::string out = "'";
  for (const char letter : text) {
    if (letter == '\'' || letter == '\\') out += '\\';
    out += letter;
  }
  return out + "'";
}

/// Where a line holds: behind its subcommand, or before there is any.
std::string fish_condition(const CommandRow& command) {
  return command.name.empty() ? "__fish_use_subcommand" : "__fish_seen_subcommand_from " + command.name;
}

std::string fish_value(const OptionRow& row) {
  const std::string words = row.words.empty() ? "" : " -a " + fish_quoted(joined(row.words, " "));
  switch (row.kind) {
    case ValueKind::Text: return " -x";
    case ValueKind::Words: return " -x" + words;
    case ValueKind::File:
    case ValueKind::Path: return " -r -F" + words;
    case ValueKind::Folder: return " -x -a '(__fish_complete_directories)'";
  }
  return "";
}

std::string fish_names(const OptionRow& row) {
  std::string names;
  for (const std::string& name : row.names)
    names += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  return names;
}

std::string fish_options(const CommandRow& command) {
  const std::string begin = "complete -c attention-lab -n " + fish_quoted(fish_condition(command));
  std::string lines;
  for (const OptionRow& row : command.options)
    lines += begin + fish_names(row) + (row.value.empty() ? "" : fish_value(row)) + " -d " +
             fish_quoted(first_sentence(row.about)) + "\n";
  for (const OptionRow& row : command.arguments)
    if (row.kind == ValueKind::File || row.kind == ValueKind::Path)
      lines += begin + " -F" + (row.words.empty() ? "" : " -a " + fish_quoted(joined(row.words, " "))) + "\n";
    else if (row.kind != ValueKind::Text)
      lines += begin + fish_value(row) + "\n";
  return lines;
}

}  // namespace

std::string fish_completions(const std::vector<CommandRow>& table) {
  std::string script =
      "# Completions of attention-lab for fish, made by attention-lab help --complete fish.\n"
      "complete -c attention-lab -f\n";
  for (std::size_t i = 1; i < table.size(); ++i)
    script += "complete -c attention-lab -n '__fish_use_subcommand' -a " + table[i].name + " -d " +
              fish_quoted(table[i].sentence) + "\n";
  for (const CommandRow& command : table) script += fish_options(command);
  return script;
}

}  // namespace attnlab
