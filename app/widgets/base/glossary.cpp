// Reads the embedded glossary: a line "- **term**: definition" for each.
#include "app/widgets/base/glossary.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "embedded_glossary.h"

namespace attnlab {
namespace {

std::vector<Term> read_terms(std::string_view text) {
  std::vector<Term> terms;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t stop = line.find("**: ");
    if (line.starts_with("- **") && stop != std::string_view::npos)
      terms.push_back({line.substr(4, stop - 4), line.substr(stop + 4)});
  }
  return terms;
}

std::string lower(std::string_view text) {
  std::string low(text);
  for (char& c : low) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return low;
}

bool holds(std::string_view text, const std::string& part) {
  return lower(text).find(part) != std::string::npos;
}

}  // namespace

std::span<const Term> glossary() {
  static const std::vector<Term> terms = read_terms(embedded_glossary()[0].bytes);
  return terms;
}

const Term* find_term(std::string_view name) {
  for (const Term& term : glossary())
    if (term.name == name) return &term;
  return nullptr;
}

/// Names that begin with the text, then names that contain it, then definitions.
std::vector<const Term*> search_terms(std::string_view text) {
  const std::string part = lower(text);
  std::vector<const Term*> found;
  const auto rank = [&](const Term& term) {
    if (lower(term.name).starts_with(part)) return 0;
    return holds(term.name, part) ? 1 : holds(term.definition, part) ? 2 : 3;
  };
  for (int wanted = 0; wanted < 3; ++wanted)
    for (const Term& term : glossary())
      if (rank(term) == wanted) found.push_back(&term);
  return found;
}

}  // namespace attnlab
