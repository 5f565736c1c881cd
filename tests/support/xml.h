// Reads XML strictly enough to tell whether it is well-formed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab::testing {

struct XmlElement {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::string text;        ///< directly in it, with entities replaced
  std::size_t parent = 0;  ///< its place in the list; the root is its own
};

/// All elements in the order of their starts. Throws std::runtime_error with the place where the document is
/// not well-formed: tags that do not nest, attributes twice or without quotes, unknown entities, characters
/// that must be escaped, anything after the root.
std::vector<XmlElement> read_xml(std::string_view document);

/// The elements of one name.
std::vector<XmlElement> named(const std::vector<XmlElement>& elements, std::string_view name);

}  // namespace attnlab::testing
