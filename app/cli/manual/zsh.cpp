// Completions for zsh: one call of _arguments a subcommand.
#include "app/cli/manual/completions.h"

namespace attnlab {
namespace {

/// `text` with a backslash before each letter of `special`.
std::string zsh_escaped(const std::string& text, std::string_view special) {
  std::string out;
  for (const char letter : text) {
    if (special.find(letter) != std::string_view::npos) out += '\\';
    out += letter;
  }
  return out;
}

/// The action that completes a value.
std::string zsh_action(const OptionRow& row) {
  const std::string words = "(" + zsh_escaped(joined(row.words, " "), ":") + ")";
  switch (row.kind) {
    case ValueKind::Text: return " ";
    case ValueKind::Words: return words;
    case ValueKind::File:
    case ValueKind::Path:
      return row.words.empty()
                 ? "_files"
                 : "{ _alternative \"words\\:word\\:" + words + "\" \"files\\:file\\:_files\" }";
    case ValueKind::Folder: return "_files -/";
  }
  return " ";
}

std::string zsh_message(const std::string& name) { return ":" + zsh_escaped(name, ":\\") + ":"; }

/// One argument of _arguments for each name of an option.
std::string zsh_option(const OptionRow& row) {
  std::string lines;
  for (const std::string& name : row.names) {
    std::string spec = row.repeats ? "*" + name : name;
    if (!row.value.empty() && name.starts_with("--")) spec += "=";
    spec += "[" + zsh_escaped(first_sentence(row.about), "[]:\\") + "]";
    if (!row.value.empty()) spec += zsh_message(row.value) + zsh_action(row);
    lines += " \\\n        " + single_quoted(spec);
  }
  return lines;
}

std::string zsh_arguments(const CommandRow& command) {
  std::string lines;
  for (const OptionRow& row : command.options) lines += zsh_option(row);
  for (const OptionRow& row : command.arguments)
    lines += " \\\n        " +
             single_quoted((row.repeats ? "*" : "") + zsh_message(row.names.back()) + zsh_action(row));
  return lines;
}

}  // namespace

std::string zsh_completions(const std::vector<CommandRow>& table) {
  std::string commands, cases;
  for (std::size_t i = 1; i < table.size(); ++i) {
    const CommandRow& row = table[i];
    commands += "    " + single_quoted(row.name + ":" + zsh_escaped(row.sentence, ":\\")) + "\n";
    cases += "    " + row.name + ")\n      _arguments" + zsh_arguments(row) + " ;;\n";
  }
  return R"(#compdef attention-lab
# Completions of attention-lab for zsh, made by attention-lab help --complete zsh.

_attention_lab() {
  local -a subcommands
  subcommands=(
)" + commands +
         R"(  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe -t commands subcommand subcommands
    return
  fi
  if [[ $words[2] == -* ]]; then
    _arguments)" +
         zsh_arguments(table.front()) + R"(
    return
  fi
  local subcommand=$words[2]
  shift words
  (( CURRENT-- ))
  case $subcommand in
)" + cases +
         R"(  esac
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
  _attention_lab "$@"
else
  compdef _attention_lab attention-lab
fi
)";
}

}  // namespace attnlab
