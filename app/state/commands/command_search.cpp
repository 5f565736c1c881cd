// Command search: names that begin with the text come first, then names that contain it, then matching help.
#include "app/state/commands/command_search.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

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

bool is_line_of(std::string_view line, std::string_view verb) {
  return line.starts_with(verb) && (line.size() == verb.size() || line[verb.size()] == ' ');
}

/// The rank of an entry: 0 is best; none: no match.
std::optional<int> rank_of(const CommandEntry& entry, const std::vector<std::string>& words) {
  const std::string line = lower(entry.line), help = lower(entry.help);
  int worst = 0;
  for (const std::string& word : words) {
    const int here = line.starts_with(word)                 ? 0
                     : line.find(word) != std::string::npos ? 1
                     : help.find(word) != std::string::npos ? 2
                                                            : -1;
    if (here < 0) return std::nullopt;
    worst = std::max(worst, here);
  }
  return worst;
}

/// The rank while the user types arguments: lines of the command first, then other entries with the words.
std::optional<int> rank_after_verb(const CommandEntry& entry, const std::string& verb,
                                   const std::string& typed) {
  const auto rank = rank_of(entry, words_of(lower(typed)));
  if (entry.action >= 0 || !is_line_of(entry.line, verb))
    return rank && !entry.only_after_verb ? std::optional(6 + *rank) : std::nullopt;
  if (entry.line == typed) return 0;
  if (entry.line == verb) return typed.size() > verb.size() + 1 ? 2 : 0;
  if (entry.line.starts_with(typed) || is_line_of(typed, entry.line)) return 1;
  return rank ? std::optional(3 + *rank) : std::nullopt;
}

std::string typed_verb(std::string_view typed, std::span<const CommandEntry> entries) {
  const std::size_t space = typed.find(' ');
  if (space == std::string_view::npos) return "";
  const std::string verb(typed.substr(0, space));
  const bool known = std::ranges::any_of(
      entries, [&](const CommandEntry& entry) { return entry.action < 0 && entry.line == verb; });
  return known ? verb : "";
}

/// The choices in "on|off|toggle"; empty for a token that is no list of words.
std::vector<std::string> choices_in(const std::string& token) {
  std::vector<std::string> choices;
  if (token.find('|') == std::string::npos) return choices;
  for (std::size_t at = 0; at <= token.size();) {
    const std::size_t end = std::min(token.find('|', at), token.size());
    const std::string choice = token.substr(at, end - at);
    const bool word = !choice.empty() && std::ranges::all_of(choice, [](unsigned char c) {
      return std::islower(c) || c == '_' || c == '-' || std::isdigit(c);
    });
    if (word) choices.push_back(choice);
    at = end + 1;
  }
  return choices;
}

/// Adds an entry for each choice of the first missing argument. A usage of several forms ("causal|window
/// N|…") has no completions.
void add_completions(const CommandEntry& entry, std::vector<CommandEntry>& all) {
  if (entry.arguments.find('/') != std::string::npos) return;
  const std::size_t space = std::min(entry.arguments.find(' '), entry.arguments.size());
  const std::string rest = entry.arguments.substr(std::min(space + 1, entry.arguments.size()));
  for (const std::string& choice : choices_in(entry.arguments.substr(0, space))) {
    const CommandEntry completed{entry.line + " " + choice, rest, entry.help, true};
    all.push_back(completed);
    add_completions(completed, all);
  }
}

}  // namespace

std::vector<CommandEntry> command_entries(std::span<const CommandInfo> commands) {
  std::vector<CommandEntry> all;
  for (const CommandInfo& info : commands)
    all.push_back({std::string(info.verb), std::string(info.arguments), std::string(info.help)});
  for (std::size_t i = 0; i < commands.size(); ++i)
    if (commands[i].completions == Completions::OfUsage) add_completions(CommandEntry(all[i]), all);
  return all;
}

std::vector<std::size_t> find_entries(std::string_view typed, std::span<const CommandEntry> entries) {
  const std::string verb = typed_verb(typed, entries), text(typed);
  const std::vector<std::string> words = words_of(lower(typed));
  std::vector<std::pair<int, std::size_t>> ranked;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const CommandEntry& entry = entries[i];
    const bool is_verb = entry.action < 0 && entry.line.find(' ') == std::string::npos;
    if (verb.empty() && (entry.only_after_verb || (words.empty() && !is_verb))) continue;
    const auto rank = verb.empty() ? rank_of(entry, words) : rank_after_verb(entry, verb, text);
    if (rank) ranked.emplace_back(*rank, i);
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<int, std::size_t>::first);
  std::vector<std::size_t> found;
  for (const auto& [rank, i] : ranked) found.push_back(i);
  return found;
}

std::string line_to_send(const CommandEntry& entry, const std::string& typed) {
  const bool goes_on = is_line_of(typed, entry.line);
  const bool more = goes_on && typed.find_first_not_of(' ', entry.line.size()) != std::string::npos;
  if (!entry.is_complete() && !more) return "";
  return goes_on ? typed : entry.line;
}

}  // namespace attnlab
