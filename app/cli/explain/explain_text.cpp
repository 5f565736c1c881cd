// Derivations on standard output.
#include "app/cli/explain/explain_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "app/base/printable.h"
#include "core/language/messages.h"
#include "core/trace/axis_labels.h"
#include "core/trace/terms.h"

namespace attnlab {

namespace {

struct CellUser {
  CellName cell;
  double slope = 0;
};

/// The users of a cell by tensor, in order of the names.
std::map<std::string, std::vector<CellUser>> grouped_users(const Trace& trace, const CellName& cell) {
  std::map<std::string, std::vector<CellUser>> groups;
  for (const CellName& user : trace.users(cell.tensor, cell.index))
    groups[user.tensor].push_back({user, trace.slope(user, cell)});
  for (auto& [name, users] : groups)
    std::ranges::stable_sort(
        users, [](const CellUser& a, const CellUser& b) { return std::abs(a.slope) > std::abs(b.slope); });
  return groups;
}

/// What stands behind a number.
std::string remark(const char* text) { return std::string("  ") + text; }

std::string named(const Trace& trace, const Vocabularies& vocabularies, const CellName& cell) {
  const std::string tokens = tokens_of(trace, vocabularies, cell);
  return cell.text() + (tokens.empty() ? "" : "  ") + tokens;
}

}  // namespace

std::string tokens_of(const Trace& trace, const Vocabularies& vocabularies, const CellName& cell) {
  const TraceTensor* tensor = trace.find(value_name(cell.tensor));
  if (!tensor) return "";
  std::string words;
  for (std::size_t axis = 0; axis < cell.index.size(); ++axis) {
    const std::string token = place_token(trace, *tensor, axis, cell.index[axis], vocabularies);
    if (!token.empty()) words += (words.empty() ? "" : " ") + quoted_piece(token);
  }
  return words;
}

void DerivationPrinter::print(const CellName& cell, Index depth, const std::string& indent) const {
  const Derivation d = trace_.explain(cell.tensor, cell.index);
  std::printf("%s%s = %s%s%s\n", indent.c_str(), named(trace_, vocabularies_, cell).c_str(),
              number_text(d.value, style_.digits).c_str(), (d.is_leaf ? remark(tr("(given)")) : "").c_str(),
              (d.edited ? remark(tr("(edited)")) : "").c_str());
  if (d.is_leaf || depth == 0) return;
  std::printf("%s  %s\n%s  %s\n", indent.c_str(), d.formula.c_str(), indent.c_str(),
              derivation_text(d, style_).c_str());
  const std::vector<CellName> written = written_cells(d.root, style_.most_terms);
  for (const CellName& operand : written) print(operand, depth - 1, indent + "    ");
  const std::size_t others = d.operands().size() - written.size();
  if (others > 0)
    std::printf("%s    %s\n", indent.c_str(),
                tr_plural("+ {1} cell of smaller terms", "+ {1} cells of smaller terms",
                          static_cast<std::int64_t>(others), std::to_string(others))
                    .c_str());
}

void DerivationPrinter::print_users(const CellName& cell) const {
  const auto groups = grouped_users(trace_, cell);
  if (groups.empty()) std::printf("%s\n", tr("not used by any cell"));
  for (const auto& [name, users] : groups) {
    std::printf("%s\n", tr("used by {1}: {2}", name, std::to_string(users.size())).c_str());
    const std::size_t shown =
        style_.most_terms > 0 ? std::min(style_.most_terms, users.size()) : users.size();
    for (std::size_t i = 0; i < shown; ++i)
      std::printf("    %s  %s\n", named(trace_, vocabularies_, users[i].cell).c_str(),
                  tr("derivative {1}", number_text(users[i].slope, style_.digits)).c_str());
    if (shown < users.size())
      std::printf("    %s\n", tr("+ {1} more", std::to_string(users.size() - shown)).c_str());
  }
}

nlohmann::ordered_json DerivationPrinter::json(const CellName& cell, Index depth) const {
  const Derivation d = trace_.explain(cell.tensor, cell.index);
  nlohmann::ordered_json json = derivation_json(d);
  if (const std::string tokens = tokens_of(trace_, vocabularies_, cell); !tokens.empty())
    json["tokens"] = tokens;
  if (d.is_leaf || depth <= 1) return json;
  for (const CellName& operand : d.operands()) json["operands"].push_back(this->json(operand, depth - 1));
  return json;
}

nlohmann::ordered_json DerivationPrinter::users_json(const CellName& cell) const {
  auto list = nlohmann::ordered_json::array();
  for (const auto& [name, users] : grouped_users(trace_, cell))
    for (const CellUser& user : users)
      list.push_back({{"tensor", name}, {"index", user.cell.index}, {"slope", user.slope}});
  return list;
}

}  // namespace attnlab
