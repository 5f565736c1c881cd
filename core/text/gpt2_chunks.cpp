// GPT-2's chunks: the alternatives of its regular expression in order, over Unicode's categories.
#include "core/text/gpt2_chunks.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

enum class Gpt2Class { Space, Letter, Number, Other };

constexpr std::array<std::string_view, 7> kContractions{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};

bool is_letter(utf8proc_category_t category) {
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool is_number(utf8proc_category_t category) {
  return category >= UTF8PROC_CATEGORY_ND && category <= UTF8PROC_CATEGORY_NO;
}

Gpt2Class gpt2_class(CodePoint point) {
  if (!point.valid) return Gpt2Class::Other;
  if (is_white_space(point.value)) return Gpt2Class::Space;
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(point.value));
  if (is_letter(category)) return Gpt2Class::Letter;
  return is_number(category) ? Gpt2Class::Number : Gpt2Class::Other;
}

/// Where the run that begins at `start` ends, and where its last character begins.
struct Gpt2Run {
  std::size_t last = 0, end = 0;
};

Gpt2Run run_from(std::string_view text, std::size_t start) {
  Gpt2Run run{start, start};
  const Gpt2Class wanted = gpt2_class(decode_utf8(text.substr(start)));
  while (run.end < text.size()) {
    const CodePoint point = decode_utf8(text.substr(run.end));
    if (gpt2_class(point) != wanted) break;
    run.last = run.end;
    run.end += point.size;
  }
  return run;
}

}  // namespace

std::size_t gpt2_chunk_length(std::string_view text) {
  const auto contraction =
      std::ranges::find_if(kContractions, [&](std::string_view c) { return text.starts_with(c); });
  if (contraction != kContractions.end()) return contraction->size();
  const std::size_t start = text.size() > 1 && text[0] == ' ' ? 1 : 0;
  if (gpt2_class(decode_utf8(text.substr(start))) != Gpt2Class::Space) return run_from(text, start).end;
  const Gpt2Run spaces = run_from(text, 0);
  return spaces.end == text.size() || spaces.last == 0 ? spaces.end : spaces.last;
}

}  // namespace attnlab
