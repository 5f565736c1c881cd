// UserSymbols: reading them, and the longest at a place.
#include "core/text/stages/user_symbols.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace attnlab {

UserSymbols UserSymbols::from(StageMembers& members) {
  UserSymbols symbols;
  const nlohmann::json* const list = members.find("user_defined");
  if (!list) return symbols;
  const auto is_text = [](const nlohmann::json& text) { return text.is_string() && text != ""; };
  if (!list->is_array() || !std::ranges::all_of(*list, is_text))
    members.refuse("user_defined", "an array of strings");
  for (const nlohmann::json& text : *list) {
    symbols.texts_.push_back(text.get<std::string>());
    symbols.by_first_[static_cast<unsigned char>(symbols.texts_.back()[0])].push_back(symbols.texts_.back());
  }
  for (std::vector<std::string>& texts : symbols.by_first_)
    std::stable_sort(texts.begin(), texts.end(),
                     [](const std::string& a, const std::string& b) { return a.size() > b.size(); });
  return symbols;
}

std::size_t UserSymbols::longest(std::string_view rest) const {
  const std::vector<std::string>& texts = by_first_[static_cast<unsigned char>(rest[0])];
  const auto found =
      std::ranges::find_if(texts, [&](const std::string& text) { return rest.starts_with(text); });
  return found == texts.end() ? 0 : found->size();
}

}  // namespace attnlab
