// The man page: roff text with the macros of man(7).
#include "app/cli/manual/man_page.h"

#include <cctype>
#include <sstream>

#include "core/language/messages.h"

namespace attnlab {
namespace {

/// `text` as roff shows it: no letter of it is a request, and quotes and dashes are those of a keyboard.
std::string roff(const std::string& text) {
  std::string out;
  for (const char letter : text) switch (letter) {
      case '\\': out += "\\(rs"; break;
      case '-': out += "\\-"; break;
      case '\'': out += "\\(aq"; break;
      case '"': out += "\\(dq"; break;
      case '`': out += "\\(ga"; break;
      case '^': out += "\\(ha"; break;
      case '~': out += "\\(ti"; break;
      default: out += letter;
    }
  return out.starts_with('.') ? "\\&" + out : out;
}

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string upper(std::string text) {
  for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  return text;
}

std::string without_spaces(const std::string& line) {
  const std::size_t begin = line.find_first_not_of(' ');
  return begin == std::string::npos ? "" : line.substr(begin);
}

/// Paragraphs, which blank lines part. One with an indented line is a table or an example and keeps its
/// lines.
std::string roff_paragraphs(const std::string& text) {
  std::istringstream lines(text);
  std::string out, block;
  bool verbatim = false;
  const auto finish = [&] {
    if (!block.empty()) out += ".PP\n" + (verbatim ? ".nf\n" + block + ".fi\n" : block);
    block.clear();
    verbatim = false;
  };
  for (std::string line; std::getline(lines, line);) {
    if (without_spaces(line).empty()) {
      finish();
      continue;
    }
    verbatim = verbatim || line.starts_with(' ');
    block += roff(line) + "\n";
  }
  finish();
  return out;
}

std::string roff_option(const OptionRow& row, bool is_argument) {
  std::string names;
  for (const std::string& name : row.names)
    names += (names.empty() ? "" : ", ") + (is_argument ? italic(upper(name)) : bold(name));
  if (!is_argument && !row.value.empty()) names += " " + italic(row.value);
  if (row.repeats) names += " ...";
  return ".TP\n" + names + "\n" + roff(row.about) +
         (row.required ? std::string(" ") + tr("(required)") : "") + "\n";
}

std::string roff_options(const CommandRow& command) {
  std::string out;
  for (const OptionRow& row : command.arguments) out += roff_option(row, true);
  for (const OptionRow& row : command.options) out += roff_option(row, false);
  return out;
}

std::string roff_synopsis(const CommandRow& command) {
  std::string line = bold("attention-lab") + (command.name.empty() ? "" : " " + bold(command.name)) + " [" +
                     italic("OPTION") + "]...";
  for (const OptionRow& row : command.arguments)
    line += " " + std::string(row.required ? "" : "[") + italic(upper(row.names.back())) +
            (row.repeats ? "..." : "") + (row.required ? "" : "]");
  return line + "\n";
}

std::string roff_subcommand(const CommandRow& command) {
  return ".SS " + command.name + "\n" + roff(command.sentence) + ".\n.PP\n" + roff_synopsis(command) +
         roff_options(command) + roff_paragraphs(command.footer);
}

}  // namespace

std::string man_page(const std::vector<CommandRow>& table) {
  const CommandRow& program = table.front();
  std::string page =
      ".\\\" Made by attention-lab help --man.\n"
      ".TH ATTENTION\\-LAB 1 \"\" \"Attention Lab " ATTNLAB_VERSION
      "\" \"User Commands\"\n.nh\n.ad l\n"
      ".SH NAME\n"
      "attention\\-lab \\- " +
      roff(tr("take a Transformer apart while it learns")) +
      "\n"
      ".SH SYNOPSIS\n" +
      roff_synopsis(program) + ".br\n" + bold("attention-lab") + " " + italic("SUBCOMMAND") + " [" +
      italic("OPTION") + "]...\n" + ".SH DESCRIPTION\n" + roff_paragraphs(program.sentence) +
      ".SH OPTIONS\n" + roff_options(program) + roff_paragraphs(program.footer) + ".SH SUBCOMMANDS\n";
  for (std::size_t i = 1; i < table.size(); ++i) page += roff_subcommand(table[i]);
  return page;
}

}  // namespace attnlab
