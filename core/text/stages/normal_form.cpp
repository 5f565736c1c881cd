// Normal forms: by utf8proc, run by run, so that places stay known.
#include "core/text/stages/normal_form.h"

#include <utf8proc.h>

#include <array>
#include <cstdlib>
#include <memory>
#include <stdexcept>

#include "core/config/no_such_kind.h"
#include "core/text/stages/unicode_classes.h"

namespace attnlab {
namespace {

int proc_options(NormalForm form) {
  switch (form) {
    case NormalForm::Nfc: return UTF8PROC_STABLE | UTF8PROC_COMPOSE;
    case NormalForm::Nfd: return UTF8PROC_STABLE | UTF8PROC_DECOMPOSE;
    case NormalForm::Nfkc: return UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_COMPAT;
    case NormalForm::Nfkd: return UTF8PROC_STABLE | UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT;
  }
  no_such_kind("normal form");
}

/// Vowels and final consonants of Korean syllables, which are joined to what is before them.
bool is_joining_jamo(char32_t value) { return value >= 0x1160 && value <= 0x11FF; }

/// Whether no normal form joins `value` to the character before it, or puts it before that.
bool begins_run(char32_t value) {
  if (value < 0x80) return true;
  std::array<utf8proc_int32_t, 32> parts{};
  const auto count =
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(value), parts.data(), parts.size(),
                              static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), nullptr);
  if (count < 1) return true;
  const auto first = static_cast<char32_t>(parts[0]);
  return utf8proc_get_property(parts[0])->combining_class == 0 && !has_category(first, 'M') &&
         !is_joining_jamo(first);
}

std::string normalized(std::string_view run, int options) {
  utf8proc_uint8_t* made = nullptr;
  const auto size =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(run.data()),
                   static_cast<utf8proc_ssize_t>(run.size()), &made, static_cast<utf8proc_option_t>(options));
  if (size < 0) throw std::runtime_error(std::string("cannot normalize the text: ") + utf8proc_errmsg(size));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, std::free);
  return {reinterpret_cast<const char*>(made), static_cast<std::size_t>(size)};
}

/// Appends a run of characters that no others are joined to.
void add_run(const AlignedText& text, std::size_t begin, std::size_t size, int options, AlignedText& result) {
  const std::string_view run = std::string_view(text.text).substr(begin, size);
  if (size <= 1) return result.add(text, begin, size);
  const std::string made = normalized(run, options);
  if (made == run)
    result.add(text, begin, size);
  else
    result.add(made, text.span(begin, size));
}

}  // namespace

AlignedText normal_form(const AlignedText& text, NormalForm form) {
  const int options = proc_options(form);
  AlignedText result;
  std::size_t begin = 0;
  bool valid = true;
  each_character(text.text, [&](CodePoint point, std::size_t at, std::string_view) {
    if (at > begin && (!point.valid || !valid || begins_run(point.value))) {
      add_run(text, begin, at - begin, options, result);
      begin = at;
    }
    valid = point.valid;
  });
  add_run(text, begin, text.size() - begin, options, result);
  return result;
}

}  // namespace attnlab
