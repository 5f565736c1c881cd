// Phrase grammar: a clause in English.
#include <array>

#include "core/tasks/phrases/grammar.h"
#include "core/tasks/phrases/words.h"

namespace attnlab::phrases {
namespace {

constexpr std::array<std::string_view, 5> kEnglishSubjects{"I", "he", "she", "we", "they"};
constexpr std::array<std::string_view, 5> kEnglishObjects{"me", "him", "her", "us", "them"};
constexpr std::array<std::string_view, 3> kPrepositions{"in", "behind", "near"};

std::string_view indefinite(Number number, std::string_view next, Polarity polarity) {
  if (number == Number::Plural) return polarity == Polarity::Negated ? "any" : "some";
  return takes_an(next) ? "an" : "a";
}

std::string_view determiner(const NounPhrase& phrase, std::string_view next, Polarity polarity) {
  switch (phrase.determiner) {
    case Determiner::The: return "the";
    case Determiner::My: return "my";
    case Determiner::Two: return "two";
    case Determiner::This: return phrase.number == Number::Plural ? "these" : "this";
    default: return indefinite(phrase.number, next, polarity);
  }
}

void add_english_noun_phrase(PhraseWords& words, const NounPhrase& phrase, Polarity polarity) {
  const std::string_view noun = phrase.noun->english.of(phrase.number);
  const std::string_view adjective = phrase.adjective ? phrase.adjective->english : "";
  words.add(determiner(phrase, adjective.empty() ? noun : adjective, polarity));
  words.add(adjective);
  words.add(noun);
}

void add_english_subject(PhraseWords& words, const Clause& clause) {
  if (clause.pronoun)
    words.add(kEnglishSubjects[static_cast<std::size_t>(*clause.pronoun)]);
  else
    add_english_noun_phrase(words, clause.subject, Polarity::Affirmed);
}

std::string_view adverb(Manner manner) {
  return manner == Manner::Never ? "never" : manner == Manner::Often ? "often" : "";
}

void add_be(PhraseWords& words, const Clause& clause) {
  constexpr std::array<std::string_view, 4> be{"am", "is", "are", "are"};
  words.add(be[static_cast<std::size_t>(person_of(clause))]);
  words.add(clause.manner == Manner::Not ? "not" : adverb(clause.manner));
  words.add(clause.predicate->english);
}

void add_english_verb(PhraseWords& words, const Clause& clause) {
  const bool third = person_of(clause) == Person::HeShe;
  if (clause.manner == Manner::Not) {
    words.add(third ? "does" : "do");
    words.add("not");
    words.add(clause.verb->english);
  } else {
    words.add(adverb(clause.manner));
    words.add(third ? clause.verb->english_third : clause.verb->english);
  }
  words.add(clause.verb->particle);
}

}  // namespace

std::string english(const Clause& clause) {
  PhraseWords words;
  add_english_subject(words, clause);
  clause.verb ? add_english_verb(words, clause) : add_be(words, clause);
  if (clause.pronoun_object) words.add(kEnglishObjects[static_cast<std::size_t>(*clause.pronoun_object)]);
  if (clause.object) add_english_noun_phrase(words, *clause.object, polarity_of(clause.manner));
  if (clause.place) {
    words.add(kPrepositions[static_cast<std::size_t>(clause.place->preposition)]);
    add_english_noun_phrase(words, clause.place->where, Polarity::Affirmed);
  }
  return words.joined();
}

}  // namespace attnlab::phrases
