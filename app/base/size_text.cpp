// Size text: products with powers, sums, and what stands before and behind them.
#include "app/base/size_text.h"

#include <algorithm>

#include "app/base/format.h"

namespace attnlab {
namespace {

constexpr std::string_view kTimes = "·";

/// "d²" of d and d; `write` gives the text of a letter.
template <typename Write>
std::string term_text(const SizeTerm& term, const Write& write) {
  std::string text;
  if (term.count != 1 || term.letters.empty()) text = format_count(term.count);
  for (std::size_t i = 0; i < term.letters.size();) {
    const SizeLetter* letter = term.letters[i];
    const auto after = static_cast<std::size_t>(
        std::find_if(term.letters.begin() + static_cast<std::ptrdiff_t>(i), term.letters.end(),
                     [&](const SizeLetter* other) { return other != letter; }) -
        term.letters.begin());
    const bool squared = after - i == 2;
    for (std::size_t times = squared ? 1 : after - i; times > 0; --times) {
      if (!text.empty()) text += kTimes;
      text += write(*letter);
    }
    if (squared) text += "²";
    i = after;
  }
  return text;
}

template <typename Write>
std::string sum_text(const SizeTerms& terms, const Write& write) {
  std::string text;
  for (const SizeTerm& term : terms) text += (text.empty() ? "" : " + ") + term_text(term, write);
  return text;
}

std::string with_times(const ParameterLine& line, const std::string& terms) {
  if (line.times == 1) return terms;
  const bool several = line.terms.size() > 1;
  return format_count(line.times) + " × " + (several ? "(" + terms + ")" : terms);
}

}  // namespace

std::string terms_text(const SizeTerms& terms) {
  return sum_text(terms, [](const SizeLetter& letter) { return std::string(letter.letter); });
}

std::string terms_in_numbers(const SizeTerms& terms, const ModelConfig& config) {
  return sum_text(terms, [&](const SizeLetter& letter) { return format_count(letter.value(config)); });
}

std::string line_text(const ParameterLine& line) { return with_times(line, terms_text(line.terms)); }

std::string line_in_numbers(const ParameterLine& line, const ModelConfig& config) {
  return with_times(line, terms_in_numbers(line.terms, config));
}

std::string line_count(const ParameterLine& line) {
  return (line.times == 1 ? "" : format_count(line.times) + " × ") + format_count(line.each);
}

std::string block_text(const ParameterLine& block, const ModelConfig& config) {
  const SizeTerms terms = in_widths(block.terms, config);
  return terms_text(terms) + " = " + terms_in_numbers(terms, config) + " = " + format_count(block.each);
}

std::string block_condition(const ParameterLine& block, const ModelConfig& config) {
  if (in_widths(block.terms, config) == block.terms) return "";
  const Index times = config.feed_forward / config.width;
  return "F = " + (times == 1 ? "" : format_count(times) + "·") + "d";
}

std::string letters_text(const std::vector<ParameterLine>& lines, const ModelConfig& config) {
  SizeTerms all;
  for (const ParameterLine& line : lines)
    for (const SizeTerm& term : line.terms) add_term(all, term);
  std::string text;
  for (const SizeLetter* letter : letters_of(all))
    text += (text.empty() ? "" : ", ") + std::string(letter->letter) + " = " +
            format_count(letter->value(config));
  return text;
}

}  // namespace attnlab
