// Rows of subcommands and options, as the parser of the command line has them.
#include "app/cli/manual/command_table.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "app/base/split.h"
#include "app/feature/features.h"
#include "app/lessons/catalog.h"
#include "core/language/messages.h"
#include "core/training/preset.h"

namespace attnlab {
namespace {

std::vector<std::string> preset_words() {
  std::vector<std::string> words;
  for (const Preset& preset : builtin_presets()) words.push_back(preset.name);
  return words;
}

std::vector<std::string> lesson_words() {
  std::vector<std::string> words;
  for (const auto& lesson : builtin_lessons()) words.push_back(lesson->id);
  return words;
}

/// Words that an option is offered, which takes others as well or checks them itself.
struct OfferedWords {
  std::string_view option;
  std::vector<std::string> (*words)();
};
constexpr OfferedWords kOfferedWords[] = {
    {"--preset", preset_words}, {"--view", view_names}, {"--lesson", lesson_words}};

/// The same of arguments, which belong to one subcommand.
struct OfferedArguments {
  std::string_view command, argument;
  std::vector<std::string> (*words)();
};
constexpr OfferedArguments kOfferedArguments[] = {{"presets", "name", preset_words},
                                                  {"lesson", "LESSON", lesson_words}};

/// The kind of a value by its name in the help: that of the first row with which the name begins.
struct ValueName {
  std::string_view begins;
  ValueKind kind;
};
constexpr ValueName kValueNames[] = {{"FILE", ValueKind::File},
                                     {"FOLDER", ValueKind::Folder},
                                     {"PATH", ValueKind::Path},
                                     {"LESSON", ValueKind::File}};

ValueKind kind_of_value(std::string_view value) {
  for (const ValueName& row : kValueNames)
    if (value.starts_with(row.begins)) return row.kind;
  return ValueKind::Text;
}

/// The words of a value that must be one of a set: its type is then NAME:{a,b}.
std::vector<std::string> words_of_type(const std::string& type) {
  const std::size_t open = type.find(":{"), close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  const auto words = split_at(std::string_view(type).substr(open + 2, close - open - 2), ',');
  return {words.begin(), words.end()};
}

/// "-h", "--help"; none of an argument that has no name on the command line.
std::vector<std::string> dashed_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

OptionRow row_of(const CLI::Option& option, std::vector<std::string> names) {
  OptionRow row;
  row.names = std::move(names);
  const std::string type = option.get_type_name();
  if (option.get_type_size() != 0) row.value = type.substr(0, type.find(':'));
  row.about = option.get_description();
  if (!option.get_default_str().empty()) row.about += " " + tr("(default {1})", option.get_default_str());
  row.words = words_of_type(type);
  row.kind = row.words.empty() ? kind_of_value(row.value) : ValueKind::Words;
  row.repeats = option.get_items_expected_max() > 1;
  row.required = option.get_required();
  return row;
}

void offer(OptionRow& row, const std::vector<std::string>& words) {
  row.words = words;
  if (row.kind == ValueKind::Text) row.kind = ValueKind::Words;
}

OptionRow option_row(const CLI::Option& option) {
  OptionRow row = row_of(option, dashed_names(option));
  for (const OfferedWords& offered : kOfferedWords)
    if (std::ranges::find(row.names, offered.option) != row.names.end()) offer(row, offered.words());
  return row;
}

/// Of an option that may stand without its name.
OptionRow argument_row(const CLI::Option& option, const std::string& command) {
  OptionRow row = row_of(option, {option.get_name(true)});
  if (row.kind == ValueKind::Text) row.kind = kind_of_value(row.names.back());
  for (const OfferedArguments& offered : kOfferedArguments)
    if (offered.command == command && offered.argument == row.names.back()) offer(row, offered.words());
  return row;
}

CommandRow command_row(const CLI::App& app, const std::string& name) {
  CommandRow command;
  command.name = name;
  command.sentence = app.get_description();
  command.footer = app.get_footer();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;  // as in the help
    if (option->get_positional()) command.arguments.push_back(argument_row(*option, name));
    if (!dashed_names(*option).empty()) command.options.push_back(option_row(*option));
  }
  return command;
}

bool has_name(const std::vector<OptionRow>& rows, std::string_view name) {
  return std::ranges::any_of(
      rows, [&](const OptionRow& row) { return std::ranges::find(row.names, name) != row.names.end(); });
}

/// Throws if words are listed for an option that the program no longer has.
void check_offers(const std::vector<CommandRow>& table) {
  const auto check = [&](std::string_view command, std::string_view name, bool argument) {
    for (const CommandRow& row : table)
      if ((command.empty() || row.name == command) && has_name(argument ? row.arguments : row.options, name))
        return;
    throw std::logic_error("completions have words for " + std::string(name) + ", which does not exist");
  };
  for (const OfferedWords& row : kOfferedWords) check("", row.option, false);
  for (const OfferedArguments& row : kOfferedArguments) check(row.command, row.argument, true);
}

}  // namespace

std::vector<CommandRow> command_table(const CLI::App& program) {
  std::vector<CommandRow> table{command_row(program, "")};
  for (const CLI::App* command :
       program.get_subcommands([](const CLI::App* app) { return !app->get_name().empty(); }))
    table.push_back(command_row(*command, command->get_name()));
  check_offers(table);
  return table;
}

std::string first_sentence(std::string_view about) {
  const std::size_t end = std::min(about.find(". "), about.find("; "));
  std::string sentence(about.substr(0, std::min(end, about.size())));
  for (char& letter : sentence)
    if (letter == '\n') letter = ' ';
  while (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : std::string(between)) + word;
  return all;
}

}  // namespace attnlab
