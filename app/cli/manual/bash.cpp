// Completions for bash: a function that looks at the word before the cursor.
#include "app/cli/manual/completions.h"

namespace attnlab {
namespace {

/// What completes a value: the call of one of the functions below.
std::string bash_value(const OptionRow& row) {
  switch (row.kind) {
    case ValueKind::Text: return "return";
    case ValueKind::Words: return "_attention_lab_words " + single_quoted(joined(row.words, " "));
    case ValueKind::File:
    case ValueKind::Path: return "_attention_lab_paths -f " + single_quoted(joined(row.words, " "));
    case ValueKind::Folder: return "_attention_lab_paths -d ''";
  }
  return "return";
}

/// A case for each option with a value, of one command: "train --preset".
std::string bash_values(const CommandRow& command) {
  std::string cases;
  for (const OptionRow& row : command.options) {
    if (row.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : row.names) patterns.push_back(single_quoted(command.name + " " + name));
    cases += "    " + joined(patterns, " | ") + ") " + bash_value(row) + "; return ;;\n";
  }
  return cases;
}

std::string bash_options(const CommandRow& command) {
  std::vector<std::string> names;
  for (const OptionRow& row : command.options)
    for (const std::string& name : row.names) names.push_back(name);
  return joined(names, " ");
}

/// What stands where no option does; the first argument with words or files serves for all.
std::string bash_arguments(const CommandRow& command) {
  std::string calls;
  for (const OptionRow& row : command.arguments)
    if (row.kind != ValueKind::Text) calls += "; " + bash_value(row);
  return calls;
}

}  // namespace

std::string bash_completions(const std::vector<CommandRow>& table) {
  std::vector<std::string> commands;
  for (std::size_t i = 1; i < table.size(); ++i) commands.push_back(table[i].name);
  std::string values, options;
  for (const CommandRow& command : table) {
    values += bash_values(command);
    if (!command.name.empty())
      options += "    " + command.name + ") options=" + single_quoted(bash_options(command)) +
                 bash_arguments(command) + " ;;\n";
  }
  return R"(# Completions of attention-lab for bash, made by attention-lab help --complete bash.
# shellcheck shell=bash disable=SC2207

_attention_lab_words() {
  COMPREPLY+=($(compgen -W "$1" -- "$word"))
}

# Files (-f) or folders (-d), and words.
_attention_lab_paths() {
  compopt -o filenames 2> /dev/null
  local IFS=$'\n'
  COMPREPLY+=($(compgen "$1" -- "$word"))
  IFS=$' \t\n'
  _attention_lab_words "$2"
}

_attention_lab() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= options=
  COMPREPLY=()
  if [[ $word == "=" ]]; then
    word=
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  [[ $COMP_CWORD -lt 2 || ${COMP_WORDS[1]} == -* ]] || command=${COMP_WORDS[1]}
  case "$command $before" in
)" + values +
         R"(  esac
  case $command in
    '') options=)" +
         single_quoted(bash_options(table.front())) + R"(
      [[ $COMP_CWORD -gt 1 ]] || _attention_lab_words )" +
         single_quoted(joined(commands, " ")) + R"( ;;
)" + options +
         R"(  esac
  [[ $word != -* ]] || COMPREPLY=($(compgen -W "$options" -- "$word"))
}

complete -F _attention_lab attention-lab
)";
}

}  // namespace attnlab
