// Help: how --help lays out the options.
#pragma once

#include <CLI/CLI.hpp>

namespace attnlab {

/// Names with their value's name only, and descriptions wrapped to the width of a terminal.
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option(const CLI::Option* option, bool is_positional) const override;
};

}  // namespace attnlab
