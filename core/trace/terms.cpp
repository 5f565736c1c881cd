// Terms: the largest first.
#include "core/trace/terms.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_set>

namespace attnlab {

namespace {

void collect(const DerivationPart& part, std::size_t most, std::unordered_set<std::string>& seen,
             std::vector<CellName>& cells) {
  if (part.kind == Expression::Kind::Cell && seen.insert(part.cell.text()).second) cells.push_back(part.cell);
  const bool cut = part.kind == Expression::Kind::Sum;
  for (const DerivationPart* term : largest_terms(part, cut ? most : 0).shown)
    collect(*term, most, seen, cells);
}

}  // namespace

Terms largest_terms(const DerivationPart& part, std::size_t most) {
  Terms terms;
  for (const DerivationPart& term : part.parts) terms.shown.push_back(&term);
  if (most == 0 || terms.shown.size() <= most) return terms;
  std::ranges::stable_sort(terms.shown, [](const DerivationPart* a, const DerivationPart* b) {
    return std::abs(a->value) > std::abs(b->value);
  });
  for (std::size_t i = most; i < terms.shown.size(); ++i) terms.rest += terms.shown[i]->value;
  terms.others = terms.shown.size() - most;
  terms.shown.resize(most);
  return terms;
}

std::vector<CellName> written_cells(const DerivationPart& root, std::size_t most) {
  std::vector<CellName> cells;
  std::unordered_set<std::string> seen;
  collect(root, most, seen, cells);
  return cells;
}

}  // namespace attnlab
