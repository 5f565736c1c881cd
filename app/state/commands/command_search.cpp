// Command search: names that begin so come first, then names that hold it, then what the help says.
#include "app/state/commands/command_search.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace attnlab {
namespace {

std::string lower(std::string_view text) {
  std::string small(text);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  return small;
}

std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

/// 0 is best; −1: it does not match.
int rank(const CommandInfo& command, const std::vector<std::string>& words) {
  const std::string verb = lower(command.verb), help = lower(command.help);
  int worst = 0;
  for (const std::string& word : words) {
    const int here = verb.starts_with(word)                 ? 0
                     : verb.find(word) != std::string::npos ? 1
                     : help.find(word) != std::string::npos ? 2
                                                            : -1;
    if (here < 0) return -1;
    worst = std::max(worst, here);
  }
  return worst;
}

}  // namespace

std::vector<const CommandInfo*> find_commands(std::string_view typed, std::span<const CommandInfo> commands) {
  const std::size_t space = typed.find(' ');
  for (const CommandInfo& command : commands)
    if (space != std::string_view::npos && command.verb == typed.substr(0, space)) return {&command};
  const std::vector<std::string> words = words_of(lower(typed));
  std::vector<std::pair<int, const CommandInfo*>> ranked;
  for (const CommandInfo& command : commands)
    if (const int r = rank(command, words); r >= 0) ranked.emplace_back(r, &command);
  std::ranges::stable_sort(ranked, {}, &std::pair<int, const CommandInfo*>::first);
  std::vector<const CommandInfo*> found;
  for (const auto& [r, command] : ranked) found.push_back(command);
  return found;
}

}  // namespace attnlab
