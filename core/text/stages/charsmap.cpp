// Charsmap: walking a double array.
#include "core/text/stages/charsmap.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace attnlab {
namespace {

constexpr std::string_view kSpaceLetter = "\u2581";
constexpr int kNoDigit = -1;

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : kNoDigit;
}

/// The bytes of `text`; nothing where a character is not base64.
std::optional<std::string> bytes_of_base64(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string bytes;
  unsigned bits = 0, count = 0;
  for (const char c : text) {
    const int digit = base64_digit(c);
    if (digit == kNoDigit) return {};
    bits = bits << 6 | static_cast<unsigned>(digit);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

/// The table. Each unit is the label of the edge to it and where its children begin; a leaf is a value.
class Charsmap {
 public:
  explicit Charsmap(const std::string& bytes) {
    if (bytes.size() < 4) throw std::invalid_argument("ends too early");
    const std::size_t size = number_at(bytes, 0);
    if (size > bytes.size() - 4 || size % 4 != 0)
      throw std::invalid_argument("is shorter than its stated size");
    for (std::size_t at = 4; at < 4 + size; at += 4) units_.push_back(number_at(bytes, at));
    texts_ = bytes.substr(4 + size);
  }

  struct Found {
    std::size_t size = 0;  ///< bytes replaced; 0: none
    std::string_view text;
  };

  /// The longest entry that `text` begins with.
  Found longest(std::string_view text) const {
    Found found;
    if (units_.empty()) return found;
    std::size_t node = children_of(units_[0]);
    for (std::size_t i = 0; i < text.size(); ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      node ^= byte;
      if (byte == 0 || node >= units_.size() || label_of(units_[node]) != byte) break;
      const bool ends = (units_[node] >> 8 & 1) != 0;
      node ^= children_of(units_[node]);
      if (ends && node < units_.size()) found = {i + 1, text_at(units_[node] & 0x7FFFFFFF)};
    }
    return found;
  }

 private:
  static std::uint32_t number_at(const std::string& bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (std::size_t i = 4; i-- > 0;) number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
  }
  static std::size_t children_of(std::uint32_t unit) {
    return std::size_t{unit >> 10} << ((unit & 1U << 9) >> 6);
  }
  static std::uint32_t label_of(std::uint32_t unit) { return unit & (1U << 31 | 0xFF); }

  std::string_view text_at(std::size_t at) const {
    if (at >= texts_.size()) return {};
    const std::string_view rest = std::string_view(texts_).substr(at);
    return rest.substr(0, rest.find('\0'));
  }

  std::vector<std::uint32_t> units_;
  std::string texts_;
};

std::shared_ptr<const Charsmap> charsmap_from(const nlohmann::json& json, const std::string& path) {
  const auto bytes = json.is_string() ? bytes_of_base64(json.get_ref<const std::string&>()) : std::nullopt;
  if (!bytes) throw std::runtime_error(path + " must be a table in base64");
  try {
    return std::make_shared<const Charsmap>(*bytes);
  } catch (const std::invalid_argument& error) {
    throw std::runtime_error(path + " " + error.what());
  }
}

}  // namespace

Normalizer charsmap_normalizer(const nlohmann::json& json, const std::string& path, UserSymbols whole) {
  return [map = charsmap_from(json, path), whole = std::move(whole)](AlignedText& text) {
    AlignedText result;
    const std::string_view all = text.text;
    for (std::size_t at = 0; at < all.size();) {
      if (const std::size_t kept = whole.longest(all.substr(at)); kept > 0) {
        result.add(text, at, kept);
        at += kept;
        continue;
      }
      const Charsmap::Found found = map->longest(all.substr(at));
      const std::size_t size = found.size > 0 ? found.size : decode_utf8(all.substr(at)).size;
      if (found.size > 0 && found.text != all.substr(at, size))
        result.add(found.text, text.span(at, size));
      else
        result.add(text, at, size);
      at += size;
    }
    text = std::move(result);
  };
}

AlignedText with_sentence_piece_spaces(const AlignedText& text, const SentencePieceSpaces& spaces) {
  const std::string_view space = spaces.escape ? kSpaceLetter : " ";
  AlignedText result;
  if (text.empty()) return result;
  if (spaces.prefix) result.add(space, text.span(0, 0));
  bool after_space = spaces.remove_extra;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    const bool is_space = point.value == ' ';
    if (is_space && after_space) return;
    after_space = is_space && spaces.remove_extra;
    if (is_space)
      result.add(space, text.span(at, 1));
    else
      result.add(text, at, bytes.size());
  });
  while (spaces.remove_extra && result.text.ends_with(space)) {
    result.text.resize(result.size() - space.size());
    result.from.resize(result.size());
  }
  return result;
}

AlignedText without_nmt_controls(const AlignedText& text) {
  constexpr std::pair<char32_t, char32_t> kDropped[] = {{0x1, 0x8},   {0xB, 0xB},   {0xE, 0x1F},
                                                        {0x7F, 0x7F}, {0x8F, 0x8F}, {0x9F, 0x9F}};
  constexpr std::pair<char32_t, char32_t> kSpaces[] = {{0x9, 0xA},       {0xC, 0xD},       {0x1680, 0x1680},
                                                       {0x200B, 0x200F}, {0x2028, 0x2029}, {0x2581, 0x2581},
                                                       {0xFEFF, 0xFEFF}, {0xFFFD, 0xFFFD}};
  AlignedText result;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view bytes) {
    const auto in = [&](const auto& ranges) {
      return point.valid && std::ranges::any_of(ranges, [&](const auto& range) {
               return point.value >= range.first && point.value <= range.second;
             });
    };
    if (in(kDropped)) return;
    if (in(kSpaces))
      result.add(" ", text.span(at, bytes.size()));
    else
      result.add(text, at, bytes.size());
  });
  return result;
}

}  // namespace attnlab
