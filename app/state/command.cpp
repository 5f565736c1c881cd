// Command: its text form.
#include "app/state/command.h"

#include <stdexcept>

#include "core/language/messages.h"

namespace attnlab {

namespace {

std::string quoted_argument(const std::string& argument) {
  if (!argument.empty() && argument.find_first_of(" \t\"\\") == std::string::npos) return argument;
  std::string out = "\"";
  for (char c : argument) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Reads one word or quoted argument that begins at `at`, and moves `at` past it.
std::string read_word(std::string_view line, std::size_t& at) {
  std::string word;
  if (line[at] != '"') {
    while (at < line.size() && line[at] != ' ' && line[at] != '\t') word += line[at++];
    return word;
  }
  for (++at; at < line.size() && line[at] != '"'; ++at) {
    if (line[at] == '\\' && at + 1 < line.size()) ++at;
    word += line[at];
  }
  if (at == line.size())
    throw std::invalid_argument(tr("this line has a quotation mark that is not closed: {1}", line));
  ++at;
  return word;
}

}  // namespace

std::string Command::text() const {
  std::string out = verb;
  for (const std::string& argument : arguments) out += " " + quoted_argument(argument);
  return out;
}

Command parse_command(std::string_view line) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (true) {
    at = line.find_first_not_of(" \t", at);
    if (at == std::string_view::npos) break;
    words.push_back(read_word(line, at));
  }
  if (words.empty()) throw std::invalid_argument(tr("the command is empty"));
  Command command{std::move(words.front()), {}};
  command.arguments.assign(std::make_move_iterator(words.begin() + 1), std::make_move_iterator(words.end()));
  return command;
}

}  // namespace attnlab
