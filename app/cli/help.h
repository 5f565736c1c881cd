// Help: how --help lays out options, and rows below them.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab {

/// Names with their value's name only, and descriptions wrapped to the width of a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

/// A name and what is said of it.
struct HelpRow {
  std::string_view name;
  std::string about;
};

/// A line for each row, its name at the left and what is said of it wrapped at its right.
std::string help_rows(const std::vector<HelpRow>& rows);

}  // namespace attnlab
