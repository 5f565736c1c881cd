// Reads .mo files: a header of seven 32-bit numbers, then two tables of lengths and places, of messages and
// of their translations. See the GNU gettext manual, "The Format of GNU MO Files".
#include "core/language/catalogue.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {
namespace {

[[noreturn]] void fail(const std::string& why) {
  throw std::invalid_argument("not a catalogue of messages as msgfmt writes it: " + why);
}

/// Numbers and texts of a file, in little-endian order.
class MoFile {
 public:
  explicit MoFile(std::string_view bytes) : bytes_(bytes) {
    constexpr std::uint32_t kMagic = 0x950412de;
    if (number(0) != kMagic) fail("it begins with other bytes");
    if (number(4) >> 16 > 1) fail("its format is newer than version 1");
  }

  std::uint32_t size() const { return number(8); }
  std::string_view message(std::uint32_t index) const { return text(number(12), index); }
  std::string_view translation(std::uint32_t index) const { return text(number(16), index); }

 private:
  std::uint32_t number(std::uint64_t place) const {
    if (place + 4 > bytes_.size()) fail("it ends early");
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i)
      value |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[place + i])) << (8 * i);
    return value;
  }
  std::string_view text(std::uint64_t table, std::uint64_t index) const {
    const std::uint64_t row = table + 8 * index, length = number(row), place = number(row + 4);
    if (place + length >= bytes_.size()) fail("it ends early");
    if (bytes_[place + length] != '\0') fail("a message has no end");
    return bytes_.substr(place, length);
  }

  std::string_view bytes_;
};

std::string_view up_to_null(std::string_view text) { return text.substr(0, text.find('\0')); }

}  // namespace

Catalogue::Catalogue(std::string bytes) : bytes_(std::move(bytes)) {
  const MoFile file(bytes_);
  for (std::uint32_t i = 0; i < file.size(); ++i)
    messages_.emplace(up_to_null(file.message(i)), file.translation(i));
  if (const std::string_view type = header("Content-Type");
      !type.empty() && type.find("charset=UTF-8") == std::string_view::npos)
    fail("its text is not in UTF-8");
  if (const std::string_view rule = header("Plural-Forms"); !rule.empty()) plural_rule_ = PluralRule(rule);
}

std::string_view Catalogue::find(std::string_view english) const {
  const auto found = english.empty() ? messages_.end() : messages_.find(english);
  return found == messages_.end() ? std::string_view{} : up_to_null(found->second);
}

std::string_view Catalogue::find_in(std::string_view context, std::string_view english) const {
  return find(std::string(context) + '\4' + std::string(english));
}

std::string_view Catalogue::find_plural(std::string_view one, std::uint64_t count) const {
  const auto found = one.empty() ? messages_.end() : messages_.find(one);
  if (found == messages_.end()) return {};
  std::string_view forms = found->second;
  for (int form = plural_rule_.form(count); form > 0; --form) {
    const std::size_t end = forms.find('\0');
    if (end == std::string_view::npos) return {};
    forms.remove_prefix(end + 1);
  }
  return up_to_null(forms);
}

std::string_view Catalogue::header(std::string_view field) const {
  const auto found = messages_.find("");
  std::string_view lines = found == messages_.end() ? std::string_view{} : found->second;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    if (line.starts_with(field) && line.substr(field.size()).starts_with(": "))
      return line.substr(field.size() + 2);
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  }
  return {};
}

}  // namespace attnlab
