// Phrase grammar: a clause in French, with agreement, order, elision and contraction.
#include <array>

#include "core/tasks/phrases/grammar.h"
#include "core/tasks/phrases/words.h"

namespace attnlab::phrases {
namespace {

constexpr std::array<std::string_view, 5> kFrenchSubjects{"je", "il", "elle", "nous", "ils"};
constexpr std::array<std::string_view, 5> kFrenchObjects{"me", "le", "la", "nous", "les"};
constexpr std::array<std::string_view, 6> kEliding{"je", "me", "ne", "le", "la", "de"};

std::string_view by_gender(Gender gender, std::string_view masculine, std::string_view feminine) {
  return gender == Gender::Masculine ? masculine : feminine;
}

std::string_view agreed(const Adjective& adjective, Gender gender, Number number) {
  return (gender == Gender::Masculine ? adjective.masculine : adjective.feminine).of(number);
}

/// The form that stands before `noun`, beau or bel.
std::string_view form_before(const Adjective& adjective, const NounPhrase& phrase, std::string_view noun) {
  const bool masculine_singular =
      phrase.noun->gender == Gender::Masculine && phrase.number == Number::Singular;
  if (masculine_singular && !adjective.before_vowel.empty() && elides_before(noun))
    return adjective.before_vowel;
  return agreed(adjective, phrase.noun->gender, phrase.number);
}

std::string_view singular_determiner(Determiner determiner, Gender gender, std::string_view next) {
  const bool vowel = elides_before(next);
  switch (determiner) {
    case Determiner::The: return by_gender(gender, "le", "la");
    case Determiner::My: return vowel ? "mon" : by_gender(gender, "mon", "ma");
    case Determiner::This: return by_gender(gender, vowel ? "cet" : "ce", "cette");
    default: return by_gender(gender, "un", "une");
  }
}

std::string_view plural_determiner(Determiner determiner, bool adjective_first) {
  switch (determiner) {
    case Determiner::The: return "les";
    case Determiner::My: return "mes";
    case Determiner::This: return "ces";
    case Determiner::Two: return "deux";
    default: return adjective_first ? "de" : "des";
  }
}

std::string_view determiner(const NounPhrase& phrase, std::string_view next, bool adjective_first,
                            Polarity polarity) {
  if (polarity == Polarity::Negated && phrase.determiner == Determiner::Indefinite) return "de";
  if (phrase.number == Number::Plural) return plural_determiner(phrase.determiner, adjective_first);
  return singular_determiner(phrase.determiner, phrase.noun->gender, next);
}

void add_french_noun_phrase(PhraseWords& words, const NounPhrase& phrase, Polarity polarity) {
  const std::string_view noun = phrase.noun->french.of(phrase.number);
  const Adjective* adjective = phrase.adjective;
  const bool adjective_first = adjective && adjective->precedes;
  const std::string_view before = adjective_first ? form_before(*adjective, phrase, noun) : "";
  words.add(determiner(phrase, before.empty() ? noun : before, adjective_first, polarity));
  words.add(before);
  words.add(noun);
  if (adjective && !adjective_first) words.add(agreed(*adjective, phrase.noun->gender, phrase.number));
}

void add_french_subject(PhraseWords& words, const Clause& clause) {
  if (clause.pronoun)
    words.add(kFrenchSubjects[static_cast<std::size_t>(*clause.pronoun)]);
  else
    add_french_noun_phrase(words, clause.subject, Polarity::Affirmed);
}

std::string_view verb_form(const Clause& clause) {
  constexpr std::array<std::string_view, 4> be{"suis", "est", "sommes", "sont"};
  const auto person = static_cast<std::size_t>(person_of(clause));
  return clause.verb ? clause.verb->french[person] : be[person];
}

void add_french_verb(PhraseWords& words, const Clause& clause) {
  constexpr std::array<std::string_view, 4> second{"", "pas", "jamais", "souvent"};
  if (is_negative(clause.manner)) words.add("ne");
  if (clause.pronoun_object) words.add(kFrenchObjects[static_cast<std::size_t>(*clause.pronoun_object)]);
  words.add(verb_form(clause));
  words.add(second[static_cast<std::size_t>(clause.manner)]);
}

void add_predicate(PhraseWords& words, const Clause& clause) {
  const bool plural = person_of(clause) == Person::We || person_of(clause) == Person::They;
  Gender gender = clause.pronoun ? Gender::Masculine : clause.subject.noun->gender;
  if (clause.pronoun == Pronoun::She) gender = Gender::Feminine;
  words.add(agreed(*clause.predicate, gender, plural ? Number::Plural : Number::Singular));
}

void add_place(PhraseWords& words, const Spot& place) {
  switch (place.preposition) {
    case Preposition::In: words.add("dans"); break;
    case Preposition::Behind: words.add("derrière"); break;
    case Preposition::Near: words.add("près"), words.add("de"); break;
  }
  add_french_noun_phrase(words, place.where, Polarity::Affirmed);
}

bool elides(std::string_view word, std::string_view next) {
  for (const std::string_view eliding : kEliding)
    if (word == eliding) return elides_before(next);
  return false;
}

/// Joins the words, on the way turning "ne aime" into "n'aime" and "de le jardin" into "du jardin".
std::string spelled(const std::vector<std::string_view>& words) {
  const auto word = [&words](std::size_t i) { return i < words.size() ? words[i] : std::string_view(); };
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool contracts = word(i) == "de" && word(i + 1) == "le" && !elides("le", word(i + 2));
    const bool shortens = elides(word(i), word(i + 1));
    text += contracts ? "du" : shortens ? word(i).substr(0, word(i).size() - 1) : word(i);
    if (contracts) ++i;
    if (i + 1 < words.size()) text += shortens ? "'" : " ";
  }
  return text;
}

}  // namespace

std::string french(const Clause& clause) {
  PhraseWords words;
  add_french_subject(words, clause);
  add_french_verb(words, clause);
  if (!clause.verb) add_predicate(words, clause);
  if (clause.object) add_french_noun_phrase(words, *clause.object, polarity_of(clause.manner));
  if (clause.place) add_place(words, *clause.place);
  return spelled(words.list());
}

}  // namespace attnlab::phrases
