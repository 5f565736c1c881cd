// AlignedText: keeping places beside bytes.
#include "core/text/stages/aligned_text.h"

#include <limits>
#include <stdexcept>

namespace attnlab {

AlignedText AlignedText::of(std::string_view part, std::size_t begin) {
  if (begin + part.size() > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("the text is larger than 4 GB, which is too long to split into tokens");
  AlignedText result;
  result.text = part;
  result.from.reserve(part.size());
  for (std::size_t i = begin; i < begin + part.size(); ++i)
    result.from.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(i + 1)});
  return result;
}

void AlignedText::add(std::string_view bytes, TextSpan span) {
  text += bytes;
  from.insert(from.end(), bytes.size(), span);
}

void AlignedText::add(const AlignedText& other, std::size_t begin, std::size_t count) {
  text.append(other.text, begin, count);
  const auto first = other.from.begin() + static_cast<std::ptrdiff_t>(begin);
  from.insert(from.end(), first, first + static_cast<std::ptrdiff_t>(count));
}

AlignedText AlignedText::part(std::size_t begin, std::size_t count) const {
  AlignedText result;
  result.add(*this, begin, count);
  return result;
}

TextSpan AlignedText::span(std::size_t begin, std::size_t count) const {
  if (count == 0) {
    const std::uint32_t at = begin < from.size() ? from[begin].begin : from.empty() ? 0 : from.back().end;
    return {at, at};
  }
  TextSpan span = from[begin];
  for (std::size_t i = begin; i < begin + count; ++i) {  // reordered marks may come from behind
    span.begin = std::min(span.begin, from[i].begin);
    span.end = std::max(span.end, from[i].end);
  }
  return span;
}

void AlignedText::prepend(std::string_view bytes) {
  const std::uint32_t at = from.empty() ? 0 : from.front().begin;
  text.insert(0, bytes);
  from.insert(from.begin(), bytes.size(), {at, at});
}

}  // namespace attnlab
