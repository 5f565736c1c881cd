// Phrase words: what both languages of the phrase grammar share when they write a clause down.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/tasks/phrases/grammar.h"

namespace attnlab::phrases {

/// Words of a sentence in order; empty ones are left out, so that optional parts need no test.
class PhraseWords {
 public:
  void add(std::string_view word) {
    if (!word.empty()) words_.push_back(word);
  }
  const std::vector<std::string_view>& list() const { return words_; }
  /// With a single space between words.
  std::string joined() const {
    std::string text;
    for (const std::string_view word : words_) (text += text.empty() ? "" : " ") += word;
    return text;
  }

 private:
  std::vector<std::string_view> words_;
};

/// The person in which the verb of `clause` stands.
inline Person person_of(const Clause& clause) {
  constexpr Person of_pronoun[] = {Person::I, Person::HeShe, Person::HeShe, Person::We, Person::They};
  if (clause.pronoun) return of_pronoun[static_cast<int>(*clause.pronoun)];
  return clause.subject.number == Number::Singular ? Person::HeShe : Person::They;
}

/// Whether a noun phrase is denied: "a" and "some" turn into "a" and "any", and un, une, des into de.
enum class Polarity { Affirmed, Negated };

/// Not and never.
inline bool is_negative(Manner manner) { return manner == Manner::Not || manner == Manner::Never; }

inline Polarity polarity_of(Manner manner) {
  return is_negative(manner) ? Polarity::Negated : Polarity::Affirmed;
}

}  // namespace attnlab::phrases
