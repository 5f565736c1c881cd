// Help: the layout of --help: options, and rows below them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// Shows options with the name of their value only, and wraps descriptions to the width of a terminal. All
/// versions of CLI11 write the same usage and titles by it.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter();
  std::string make_usage(const CLI::App* app, std::string name) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

/// Gives the options and subcommands of `command` the titles under which its help lists them: those of CLI11
/// 2.1, translated.
void title_groups(CLI::App& command);

/// A name with its description.
struct HelpRow {
  std::string_view name;
  std::string about;
};

/// A line for each row: the name, spaces, and the text behind it, in one column.
std::string value_rows(const std::vector<HelpRow>& rows);

/// A line for each row, the name at the left and the description wrapped at the right.
std::string help_rows(const std::vector<HelpRow>& rows);

/// The end of a subcommand's help: translated paragraphs, which are wrapped unless they have line breaks,
/// and lines with examples.
std::string help_end(const std::vector<std::string>& paragraphs, const std::string& examples = "");

}  // namespace attnlab
