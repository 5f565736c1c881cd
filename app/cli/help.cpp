// Help: wrapped descriptions.
#include "app/cli/help.h"

#include <sstream>

namespace attnlab {
namespace {

constexpr std::size_t kIndent = 26, kHelpWidth = 96;

/// `text` broken into lines that begin at kIndent.
std::string wrapped(const std::string& text) {
  std::istringstream words(text);
  std::string word, out;
  std::size_t column = kIndent;
  while (words >> word) {
    const bool breaks = column > kIndent && column + 1 + word.size() > kHelpWidth;
    if (breaks) out += "\n" + std::string(kIndent, ' ');
    if (breaks) column = kIndent;
    if (column > kIndent) out += " ", ++column;
    out += word;
    column += word.size();
  }
  return out + "\n";
}

}  // namespace

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  const std::string type = option->get_type_name();
  const std::string value = option->get_type_size() == 0 ? "" : " " + type.substr(0, type.find(':'));
  return value;
}

std::string HelpFormatter::make_option(const CLI::Option* option, bool is_positional) const {
  std::string left = "  " + make_option_name(option, is_positional) + make_option_opts(option);
  if (left.size() + 2 > kIndent)
    left += "\n" + std::string(kIndent, ' ');
  else
    left.resize(kIndent, ' ');
  std::string description = make_option_desc(option);
  if (!option->get_default_str().empty()) description += " (default " + option->get_default_str() + ")";
  if (option->get_required()) description += " (required)";
  return left + wrapped(description);
}

}  // namespace attnlab
