// Glossary: the field's terms, each defined in one sentence, from assets/glossary.md.
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace attnlab {

struct Term {
  std::string_view name, definition;
};

/// All terms in alphabetical order.
std::span<const Term> glossary();

/// The term of exactly this name, or null.
const Term* find_term(std::string_view name);

/// Terms whose name or definition contains `text` in any case; matching names come first.
std::vector<const Term*> search_terms(std::string_view text);

}  // namespace attnlab
