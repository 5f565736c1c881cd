// An XML reader that checks well-formedness.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab::testing {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;        ///< directly in the element, with entities replaced
  std::size_t parent = 0;  ///< index of the parent; the root is its own parent
};

/// All elements in the order of their starts. Throws std::runtime_error with the place of the first error in
/// the document: tags that do not nest, attributes twice or without quotes, unknown entities, characters
/// that must be escaped, anything after the root.
std::vector<XmlElement> read_xml(std::string_view document);

/// The elements of one name.
std::vector<XmlElement> named(const std::vector<XmlElement>& elements, std::string_view name);

}  // namespace attnlab::testing
