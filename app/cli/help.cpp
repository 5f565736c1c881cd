// Help: names at the left, wrapped descriptions at the right.
#include "app/cli/help.h"

#include <algorithm>
#include <sstream>

#include "core/language/messages.h"
#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::size_t kIndent = 26, kHelpWidth = 96;

/// `text` broken into lines that begin at column `indent`.
std::string wrapped(const std::string& text, std::size_t indent = kIndent) {
  std::istringstream words(text);
  std::string word, out;
  std::size_t column = indent;
  while (words >> word) {
    const std::size_t letters = count_code_points(word);
    const bool breaks = column > indent && column + 1 + letters > kHelpWidth;
    if (breaks) out += "\n" + std::string(indent, ' ');
    if (breaks) column = indent;
    if (column > indent) out += " ", ++column;
    out += word;
    column += letters;
  }
  return out + "\n";
}

}  // namespace

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  std::string usage = tr("Usage:") + (name.empty() ? "" : " " + name) + " [OPTIONS]";
  for (const CLI::Option* option : app->get_options())
    if (option->get_positional()) usage += " " + make_option_usage(option);
  if (!app->get_subcommands([](const CLI::App* each) { return !each->get_name().empty(); }).empty())
    usage += " [SUBCOMMAND]";
  return usage + "\n";
}

HelpFormatter::HelpFormatter() { label("POSITIONALS", tr("Positionals")); }

void title_groups(CLI::App& command) {
  for (CLI::Option* option : command.get_options())
    if (!option->get_group().empty()) option->group(tr("Options"));
  for (CLI::App* each : command.get_subcommands({})) each->group(tr("Subcommands"));
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_type_size() == 0) return "";
  const std::string type = option->get_type_name(), value = type.substr(0, type.find(':'));
  return option->get_expected_min() == 0 ? " [" + value + "]" : " " + value;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string left = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  if (left.size() + 2 > kIndent)
    left += "\n" + std::string(kIndent, ' ');
  else
    left.resize(kIndent, ' ');
  std::string description = make_option_desc(option);
  if (!option->get_default_str().empty()) description += " " + tr("(default {1})", option->get_default_str());
  if (option->get_required()) description += std::string(" ") + tr("(required)");
  return left + wrapped(description);
}

std::string value_rows(const std::vector<HelpRow>& rows) {
  std::size_t width = 0;
  for (const HelpRow& row : rows) width = std::max(width, count_code_points(row.name) + 2);
  std::string all;
  for (const HelpRow& row : rows)
    all += std::string(row.name) + std::string(width - count_code_points(row.name), ' ') + row.about + "\n";
  return all;
}

std::string help_rows(const std::vector<HelpRow>& rows) {
  std::size_t indent = 0;
  for (const HelpRow& row : rows) indent = std::max(indent, count_code_points(row.name) + 4);
  std::string all;
  for (const HelpRow& row : rows) {
    const std::size_t space = indent - 2 - count_code_points(row.name);
    all += "  " + std::string(row.name) + std::string(space, ' ') + wrapped(row.about, indent);
  }
  return all;
}

std::string help_end(const std::vector<std::string>& paragraphs, const std::string& examples) {
  std::string end;
  const auto begin = [&end] { end += end.empty() ? "" : "\n\n"; };
  for (std::string paragraph : paragraphs) {
    begin();
    if (paragraph.find('\n') == std::string::npos) paragraph = wrapped(paragraph, 0);
    end += paragraph.substr(0, paragraph.find_last_not_of('\n') + 1);
  }
  if (examples.empty()) return end;
  begin();
  return end + tr("Examples:") + "\n" + examples;
}

}  // namespace attnlab
