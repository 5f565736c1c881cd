// Pattern: walking its steps, with a stack of the places to go back to.
#include "core/text/stages/pattern.h"

#include <optional>
#include <stdexcept>

#include "core/text/utf8.h"

namespace attnlab {
namespace {

constexpr std::size_t kStepsOfAnyText = 100000, kStepsOfByte = 2000;
constexpr char32_t kNoCharacter = 0xFFFD;

}  // namespace

/// The walk through one text; how many steps it may still take.
class Pattern::Walk {
 public:
  Walk(const Pattern& pattern, std::string_view text)
      : pattern_(pattern), text_(text), left_(kStepsOfAnyText + kStepsOfByte * text.size()) {}

  /// Where the match that begins at `at` ends, from step `first` on.
  std::optional<std::size_t> end_of(std::size_t first, std::size_t at) {
    struct Place {
      std::size_t step, at;
    };
    std::vector<Place> back{{first, at}};
    while (!back.empty()) {
      Place place = back.back();
      back.pop_back();
      while (true) {
        if (left_-- == 0)
          throw std::runtime_error("the tokenizer's pattern takes too many steps on this text");
        const Step& step = pattern_.steps_[place.step];
        if (step.what == Do::End) return place.at;
        if (step.what == Do::Fork) back.push_back({place.step + step.other, place.at});
        const std::optional<std::size_t> next = after(step, place.step, place.at);
        if (!next) break;
        const bool goes = step.what == Do::Character || step.what == Do::Set;
        place = {place.step + (goes ? 1 : step.to), *next};
      }
    }
    return {};
  }

 private:
  /// Where the text goes on behind `step`, nothing where the step does not match.
  std::optional<std::size_t> after(const Step& step, std::size_t number, std::size_t at) {
    switch (step.what) {
      case Do::Character:
      case Do::Set: {
        if (at >= text_.size()) return {};
        const CodePoint point = decode_utf8(text_.substr(at));
        return takes(step, point.valid ? point.value : kNoCharacter) ? std::optional(at + point.size)
                                                                     : std::nullopt;
      }
      case Do::Ahead: return end_of(number + 1, at) ? std::optional(at) : std::nullopt;
      case Do::NotAhead: return end_of(number + 1, at) ? std::nullopt : std::optional(at);
      case Do::Atom: return end_of(number + 1, at);
      case Do::Fork:
      case Do::Jump:
      case Do::End: break;
    }
    return at;
  }

  bool takes(const Step& step, char32_t value) const {
    if (step.what == Do::Set) return pattern_.sets_[step.set].has(value);
    return value == step.character;
  }

  const Pattern& pattern_;
  std::string_view text_;
  std::size_t left_;
};

std::vector<Pattern::Match> Pattern::matches(std::string_view text) const {
  std::vector<Match> found;
  Walk walk(*this, text);
  for (std::size_t at = 0; at < text.size();) {
    const std::optional<std::size_t> end = walk.end_of(0, at);
    if (end) found.emplace_back(at, *end);
    at = end ? *end : at + decode_utf8(text.substr(at)).size;
  }
  return found;
}

}  // namespace attnlab
