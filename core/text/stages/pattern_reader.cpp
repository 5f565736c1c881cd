// Pattern: reading an expression into steps.
#include <algorithm>
#include <cctype>
#include <limits>
#include <stdexcept>
#include <utility>

#include "core/text/stages/pattern.h"
#include "core/text/stages/unicode_classes.h"
#include "core/text/utf8.h"

namespace attnlab {

/// Reads by recursive descent: alternatives of sequences of repeated atoms. Each function says whether what
/// it read may match nothing.
class PatternReader {
 public:
  PatternReader(std::string_view expression, Pattern& pattern)
      : all_(expression), rest_(expression), to_(pattern) {}

  void read() {
    if (alternatives()) refuse("can match an empty text");
    if (!rest_.empty()) refuse("closes a group that was not opened");
    emit({.what = Pattern::Do::End});
  }

 private:
  using Do = Pattern::Do;
  using Step = Pattern::Step;
  static constexpr std::size_t kMostSteps = 4096;
  static constexpr int kMostDepth = 32;
  static constexpr std::size_t kAnyCount = std::numeric_limits<std::size_t>::max();

  [[noreturn]] void refuse(const std::string& why) const {
    throw std::invalid_argument("the pattern " + std::string(all_.substr(0, 80)) + " " + why + " at byte " +
                                std::to_string(all_.size() - rest_.size()));
  }
  std::size_t emit(Step step) {
    if (to_.steps_.size() >= kMostSteps) refuse("is too long");
    to_.steps_.push_back(step);
    return to_.steps_.size() - 1;
  }
  std::size_t here() const { return to_.steps_.size(); }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  char32_t take_character() {
    const CodePoint point = decode_utf8(rest_);
    if (!point.valid) refuse(rest_.empty() ? "ends too early" : "is not UTF-8");
    rest_.remove_prefix(point.size);
    return point.value;
  }

  bool alternatives() {
    if (++depth_ > kMostDepth) refuse("has too many nested groups");
    std::vector<std::size_t> ends;
    bool nothing = false;
    while (true) {
      const std::size_t first = here();
      nothing = sequence() || nothing;
      if (!take("|")) break;
      emit({.what = Do::Jump});
      to_.steps_.insert(to_.steps_.begin() + static_cast<std::ptrdiff_t>(first), {.what = Do::Fork, .to = 1});
      to_.steps_[first].other = here() - first;
      ends.push_back(here() - 1);
    }
    for (const std::size_t end : ends) to_.steps_[end].to = here() - end;
    --depth_;
    return nothing;
  }

  bool sequence() {
    bool nothing = true;
    while (!rest_.empty() && rest_[0] != '|' && rest_[0] != ')') nothing = repeated() && nothing;
    return nothing;
  }

  struct Count {
    std::size_t least = 1, most = 1;
    enum class Kind { Greedy, Lazy, Possessive, ThisOrNone } kind = Kind::Greedy;
  };

  /// An atom and what says how often it comes.
  bool repeated() {
    const std::size_t first = here();
    const bool nothing = atom();
    Count count;
    if (!take_count(count)) return nothing;
    folded_.clear();
    if (!rest_.empty() && std::string_view("?*+{").find(rest_[0]) != std::string_view::npos)
      refuse("repeats a repetition");
    if (nothing) refuse("repeats a part that can match an empty text");
    std::vector<Step> steps(to_.steps_.begin() + static_cast<std::ptrdiff_t>(first), to_.steps_.end());
    to_.steps_.resize(first);
    if (count.kind == Count::Kind::ThisOrNone) {
      const std::size_t size = steps.size();
      for (; count.least > 1 && steps.size() < kMostSteps; --count.least)
        steps.insert(steps.end(), steps.end() - static_cast<std::ptrdiff_t>(size), steps.end());
      count = {0, 1};
    }
    if (count.kind == Count::Kind::Possessive) emit({.what = Do::Atom});
    emit_copies(steps, count);
    if (count.kind == Count::Kind::Possessive) {
      emit({.what = Do::End});
      to_.steps_[first].to = here() - first;
    }
    return count.least == 0;
  }

  void emit_copies(const std::vector<Step>& steps, const Count& count) {
    const auto copy = [&] {
      for (const Step& step : steps) emit(step);
    };
    std::vector<std::size_t> forks;
    const auto fork = [&] { forks.push_back(emit({.what = Do::Fork})); };
    for (std::size_t i = 0; i < count.least; ++i) copy();
    if (count.most == kAnyCount) {
      fork();
      copy();
      emit({.what = Do::Jump});
      to_.steps_.back().to = forks[0] - (here() - 1);  // backwards: the difference wraps around
    } else {
      for (std::size_t i = count.least; i < count.most; ++i) {
        fork();
        copy();
      }
    }
    for (const std::size_t at : forks) {
      Step& step = to_.steps_[at];
      step.to = 1;
      step.other = here() - at;
      if (count.kind == Count::Kind::Lazy) std::swap(step.to, step.other);
    }
  }

  bool take_count(Count& count) {
    const bool braces = rest_.starts_with("{");
    bool exact = false;
    if (take("?"))
      count.least = 0;
    else if (take("*"))
      count = {0, kAnyCount};
    else if (take("+"))
      count.most = kAnyCount;
    else if (braces)
      exact = take_braces(count);
    else
      return false;
    if (take("?")) count.kind = exact ? Count::Kind::ThisOrNone : Count::Kind::Lazy;
    if (!braces && take("+")) count.kind = Count::Kind::Possessive;
    return true;
  }

  /// Whether the count is one number: a{3}.
  bool take_braces(Count& count) {
    take("{");
    const auto number = [&](std::size_t usual) {
      std::size_t value = 0, digits = 0;
      for (; !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '9'; ++digits, rest_.remove_prefix(1))
        value = std::min<std::size_t>(value * 10 + static_cast<std::size_t>(rest_[0] - '0'), kMostSteps);
      return digits > 0 ? value : usual;
    };
    count.least = number(0);
    const bool exact = !take(",");
    count.most = exact ? count.least : number(kAnyCount);
    if (!take("}") || count.most < count.least || count.most == 0)
      refuse("has an unsupported repetition count");
    return exact;
  }

  bool atom() {
    const std::u32string before_this = std::exchange(folded_, {});
    if (take("(?:")) return group();
    if (take("(?i:")) {
      const bool before = std::exchange(ignores_case_, true);
      const bool nothing = group();
      ignores_case_ = before;
      return nothing;
    }
    if (take("(?=")) return look(Do::Ahead);
    if (take("(?!")) return look(Do::NotAhead);
    if (rest_.starts_with("(?")) refuse("has an unsupported group");
    if (take("(")) return group();
    for (const char* sign : {"*", "+", "?", "{", "^", "$", "]", "}"})
      if (rest_.starts_with(sign)) refuse(std::string("has an unsupported ") + sign);
    if (take("[")) return set(ignores_case_ ? of_any_case(char_class()) : char_class());
    if (take(".")) {
      CharacterSet line_end;
      line_end.add('\n');
      return set(negated(std::move(line_end)));
    }
    if (take("\\w")) return set(word());
    if (take("\\W")) return set(negated(word()));
    CharacterSet escaped;
    const char32_t value = take("\\") ? escape(escaped) : take_character();
    if (!escaped.empty()) return set(std::move(escaped));
    return ignores_case_ ? character_of_any_case(value, before_this) : character(value);
  }

  bool character(char32_t value) {
    emit({.what = Do::Character, .character = value});
    return false;
  }

  /// `before`: the characters in front of it, folded.
  bool character_of_any_case(char32_t value, const std::u32string& before) {
    folded_ = before + case_folded(value);
    for (const SeveralLetters& several : characters_of_several_letters())
      if (folded_.ends_with(several.letters)) refuse_several(several);
    const std::u32string letters = letters_of_any_case(value);
    if (letters.size() == 1) return character(value);
    CharacterSet characters;
    for (const char32_t letter : letters) characters.add(letter);
    return set(std::move(characters));
  }

  CharacterSet of_any_case(CharacterSet characters) const {
    characters.ignore_case();
    if (characters.negated()) return characters;
    for (const SeveralLetters& several : characters_of_several_letters())
      if (characters.has(several.character) && !characters.has(several.letters[0])) refuse_several(several);
    return characters;
  }

  /// In place of other ids than those of Oniguruma, which has "ss" match ß.
  [[noreturn]] void refuse_several(const SeveralLetters& several) const {
    refuse("ignores the case of " + encode_utf8(several.character) +
           ", which becomes several letters in another case,");
  }

  static CharacterSet negated(CharacterSet characters) {
    characters.negate();
    return characters;
  }

  /// \w outside of a class, which Oniguruma reads by another table than in one: superscripts and fractions of
  /// Latin-1 are in.
  static CharacterSet word() {
    CharacterSet characters;
    characters.add_property("word", false);
    for (const char32_t number : U"²³¹¼½¾")
      if (number != 0) characters.add(number);
    return characters;
  }

  bool group() {
    const bool nothing = alternatives();
    if (!take(")")) refuse("has a group that is not closed");
    return nothing;
  }

  bool look(Do what) {
    const std::size_t first = emit({.what = what});
    group();
    emit({.what = Do::End});
    to_.steps_[first].to = here() - first;
    return true;
  }

  bool set(CharacterSet characters) {
    emit({.what = Do::Set, .set = to_.sets_.size()});
    to_.sets_.push_back(std::move(characters));
    return false;
  }

  CharacterSet char_class() {
    if (++depth_ > kMostDepth) refuse("has too many nested classes");
    CharacterSet characters;
    const bool excludes = take("^");
    if (rest_.starts_with("]")) refuse("has an empty class");
    while (!take("]")) {
      if (rest_.starts_with("&&") || rest_.starts_with("[:")) refuse("has an unsupported class");
      if (take("["))
        characters.add(char_class());
      else
        class_part(characters);
    }
    if (excludes) characters.negate();
    --depth_;
    return characters;
  }

  /// A character, a range or an escape of a class.
  void class_part(CharacterSet& characters) {
    const bool escaped = take("\\");
    CharacterSet property;
    const char32_t first = escaped ? escape(property) : take_character();
    if (!property.empty()) return characters.add(std::move(property));
    const bool range = rest_.starts_with("-") && !rest_.starts_with("-]");
    if (!range) return characters.add(first);
    take("-");
    const char32_t last = take("\\") ? escape(property) : take_character();
    if (!property.empty() || last < first) refuse("has an unsupported range");
    characters.add(first, last);
  }

  /// What is behind a backslash: a character, or a property, which is added to `characters`.
  char32_t escape(CharacterSet& characters) {
    const char32_t letter = take_character();
    const auto property = [&](std::string_view name, bool negated) {
      if (!characters.add_property(name, negated)) refuse("has the unknown property " + std::string(name));
      return letter;
    };
    switch (letter) {
      case 's': return property("space", false);
      case 'S': return property("space", true);
      case 'd': return property("Nd", false);
      case 'D': return property("Nd", true);
      case 'w': return property("word", false);
      case 'W': return property("word", true);
      case 'p': return property(name_in_braces(), false);
      case 'P': return property(name_in_braces(), true);
      case 'n': return '\n';
      case 'r': return '\r';
      case 't': return '\t';
      case 'f': return '\f';
      case 'v': return '\v';
      case 'u': return hexadecimal(4);
      case 'x': return rest_.starts_with("{") ? hexadecimal_in_braces() : hexadecimal(2);
      default: break;
    }
    const bool sign = letter < 0x80 && !std::isalnum(static_cast<unsigned char>(letter));
    if (!sign) refuse("has an unsupported escape");
    return letter;
  }

  std::string_view name_in_braces() {
    if (!take("{")) refuse("has a property without a name");
    const std::size_t end = rest_.find('}');
    if (end == rest_.npos) refuse("has an unclosed property name");
    const std::string_view name = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return name;
  }

  char32_t hexadecimal(std::size_t digits) {
    char32_t value = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const char32_t digit = take_character();
      if (digit >= 0x80 || !std::isxdigit(static_cast<int>(digit)))
        refuse("has a number that is not hexadecimal");
      const char32_t lower = digit | 0x20;
      value = value * 16 + (digit <= '9' ? digit - '0' : lower - 'a' + 10);
    }
    return value;
  }

  char32_t hexadecimal_in_braces() {
    take("{");
    const char32_t value = hexadecimal(std::min<std::size_t>(rest_.find('}'), 6));
    if (!take("}")) refuse("has an unclosed number");
    return value;
  }

  std::string_view all_, rest_;
  Pattern& to_;
  bool ignores_case_ = false;
  std::u32string folded_;  ///< the characters just read that ignore case
  int depth_ = 0;
};

Pattern::Pattern(std::string_view expression) { PatternReader(expression, *this).read(); }

Pattern Pattern::of_text(std::string_view text) {
  Pattern pattern;
  if (text.empty() || first_invalid_utf8(text))
    throw std::invalid_argument("the pattern must be a text of valid UTF-8 that is not empty");
  while (!text.empty()) {
    const CodePoint point = decode_utf8(text);
    pattern.steps_.push_back({.what = Do::Character, .character = point.value});
    text.remove_prefix(point.size);
  }
  pattern.steps_.push_back({.what = Do::End});
  return pattern;
}

}  // namespace attnlab
