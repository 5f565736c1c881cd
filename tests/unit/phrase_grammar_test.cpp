// Tests of the English–French grammar against translations written by hand.
#include <gtest/gtest.h>

#include <set>
#include <stdexcept>
#include <unordered_map>

#include "core/tasks/phrases/grammar.h"

namespace attnlab::phrases {
namespace {

constexpr Number kOne = Number::Singular, kMany = Number::Plural;
constexpr Determiner kThe = Determiner::The, kA = Determiner::Indefinite, kMy = Determiner::My,
                     kThis = Determiner::This, kTwo = Determiner::Two;

NounPhrase noun(Determiner determiner, std::string_view word, Number number = kOne,
                std::string_view adjective = "") {
  return {determiner, &find_noun(word), adjective.empty() ? nullptr : &find_adjective(adjective), number};
}

struct Subject {
  std::optional<Pronoun> pronoun;
  NounPhrase phrase;
  Subject(Pronoun who) : pronoun(who) {}    // NOLINT: reads as a sentence
  Subject(NounPhrase who) : phrase(who) {}  // NOLINT
};

Clause action(Subject subject, Manner manner, std::string_view verb) {
  Clause clause;
  clause.pronoun = subject.pronoun;
  clause.subject = subject.phrase;
  clause.manner = manner;
  clause.verb = &find_verb(verb);
  return clause;
}

Clause action(Subject subject, Manner manner, std::string_view verb, NounPhrase object) {
  Clause clause = action(subject, manner, verb);
  clause.object = object;
  return clause;
}

Clause action(Subject subject, Manner manner, std::string_view verb, Pronoun object) {
  Clause clause = action(subject, manner, verb);
  clause.pronoun_object = object;
  return clause;
}

Clause action(Subject subject, Manner manner, std::string_view verb, Preposition preposition,
              NounPhrase where) {
  Clause clause = action(subject, manner, verb);
  clause.place = Spot{preposition, where};
  return clause;
}

Clause state(Subject subject, Manner manner, std::string_view adjective) {
  Clause clause;
  clause.pronoun = subject.pronoun;
  clause.subject = subject.phrase;
  clause.manner = manner;
  clause.predicate = &find_adjective(adjective);
  return clause;
}

void expect(const Clause& clause, std::string_view wanted_english, std::string_view wanted_french) {
  EXPECT_EQ(english(clause), wanted_english);
  EXPECT_EQ(french(clause), wanted_french);
}

TEST(PhraseGrammar, AdjectivesFollowOrPrecedeAndAgree) {
  expect(action(noun(kThe, "cat", kOne, "black"), Manner::Plain, "sleep"), "the black cat sleeps",
         "le chat noir dort");
  expect(action(noun(kThe, "cow", kMany, "white"), Manner::Plain, "sleep"), "the white cows sleep",
         "les vaches blanches dorment");
  expect(action(noun(kA, "girl", kOne, "small"), Manner::Plain, "sing"), "a small girl sings",
         "une petite fille chante");
  expect(action(noun(kTwo, "horse", kMany, "old"), Manner::Plain, "work"), "two old horses work",
         "deux vieux chevaux travaillent");
}

TEST(PhraseGrammar, ArticlesElideBeforeVowels) {
  expect(action(noun(kThe, "bird"), Manner::Plain, "sing"), "the bird sings", "l'oiseau chante");
  expect(action(noun(kThe, "man"), Manner::Plain, "wait"), "the man waits", "l'homme attend");
  expect(action(noun(kThe, "bee", kOne, "small"), Manner::Plain, "dance"), "the small bee dances",
         "la petite abeille danse");
  expect(action(noun(kThis, "child"), Manner::Plain, "play"), "this child plays", "cet enfant joue");
  expect(action(noun(kMy, "bee"), Manner::Plain, "play"), "my bee plays", "mon abeille joue");
  expect(action(noun(kMy, "bee", kOne, "young"), Manner::Plain, "play"), "my young bee plays",
         "ma jeune abeille joue");
}

TEST(PhraseGrammar, SomeAdjectivesChangeBeforeVowels) {
  expect(action(noun(kA, "man", kOne, "old"), Manner::Plain, "read", noun(kA, "book", kOne, "old")),
         "an old man reads an old book", "un vieil homme lit un vieux livre");
  expect(action(Pronoun::We, Manner::Plain, "see", noun(kThis, "tree", kOne, "beautiful")),
         "we see this beautiful tree", "nous voyons ce bel arbre");
  expect(action(Pronoun::We, Manner::Plain, "see", noun(kThe, "tree", kOne, "new")), "we see the new tree",
         "nous voyons le nouvel arbre");
}

TEST(PhraseGrammar, PluralIndefiniteBecomesDeBeforeAnAdjective) {
  expect(action(Pronoun::I, Manner::Plain, "see", noun(kA, "dog", kMany, "black")), "I see some black dogs",
         "je vois des chiens noirs");
  expect(action(Pronoun::I, Manner::Plain, "see", noun(kA, "dog", kMany, "small")), "I see some small dogs",
         "je vois de petits chiens");
}

TEST(PhraseGrammar, NegationGoesAroundTheVerbAndTurnsIndefiniteIntoDe) {
  expect(action(noun(kThe, "cat"), Manner::Not, "eat", noun(kThe, "apple", kMany, "red")),
         "the cat does not eat the red apples", "le chat ne mange pas les pommes rouges");
  expect(action(Pronoun::I, Manner::Not, "like", noun(kThe, "pear", kMany)), "I do not like the pears",
         "je n'aime pas les poires");
  expect(action(Pronoun::She, Manner::Not, "eat", noun(kA, "orange")), "she does not eat an orange",
         "elle ne mange pas d'orange");
  expect(action(Pronoun::They, Manner::Never, "carry", noun(kA, "letter", kMany, "new")),
         "they never carry any new letters", "ils ne portent jamais de nouvelles lettres");
}

TEST(PhraseGrammar, OftenFollowsTheFrenchVerb) {
  expect(action(noun(kThe, "king"), Manner::Often, "look", noun(kMy, "hat")),
         "the king often looks for my hat", "le roi cherche souvent mon chapeau");
}

TEST(PhraseGrammar, PronounsStandBeforeTheFrenchVerb) {
  expect(action(noun(kThe, "girl"), Manner::Plain, "see", Pronoun::He), "the girl sees him",
         "la fille le voit");
  expect(action(Pronoun::I, Manner::Plain, "like", Pronoun::She), "I like her", "je l'aime");
  expect(action(Pronoun::We, Manner::Not, "listen", Pronoun::They), "we do not listen to them",
         "nous ne les écoutons pas");
  expect(action(Pronoun::He, Manner::Never, "listen", Pronoun::He), "he never listens to him",
         "il ne l'écoute jamais");
}

TEST(PhraseGrammar, VerbsAreConjugated) {
  expect(action(Pronoun::I, Manner::Plain, "listen", noun(kThe, "queen")), "I listen to the queen",
         "j'écoute la reine");
  expect(action(Pronoun::We, Manner::Plain, "eat", noun(kThe, "cake", kMany)), "we eat the cakes",
         "nous mangeons les gâteaux");
  expect(action(noun(kThe, "mouse", kMany), Manner::Plain, "see", noun(kThe, "egg")), "the mice see the egg",
         "les souris voient l'œuf");
  expect(action(Pronoun::I, Manner::Not, "sleep"), "I do not sleep", "je ne dors pas");
}

TEST(PhraseGrammar, PlacesContractWithTheirArticle) {
  expect(action(Pronoun::He, Manner::Plain, "wait", Preposition::Near, noun(kThe, "garden")),
         "he waits near the garden", "il attend près du jardin");
  expect(action(Pronoun::He, Manner::Plain, "wait", Preposition::Near, noun(kThe, "school")),
         "he waits near the school", "il attend près de l'école");
  expect(action(Pronoun::She, Manner::Plain, "play", Preposition::Behind, noun(kThe, "house", kOne, "new")),
         "she plays behind the new house", "elle joue derrière la nouvelle maison");
  expect(action(Pronoun::They, Manner::Plain, "sing", Preposition::In, noun(kThe, "forest")),
         "they sing in the forest", "ils chantent dans la forêt");
}

TEST(PhraseGrammar, WhatIsSaidOfTheSubjectAgreesWithIt) {
  expect(state(noun(kThe, "apple", kMany), Manner::Plain, "green"), "the apples are green",
         "les pommes sont vertes");
  expect(state(noun(kThis, "star"), Manner::Not, "beautiful"), "this star is not beautiful",
         "cette étoile n'est pas belle");
  expect(state(Pronoun::She, Manner::Often, "tired"), "she is often tired", "elle est souvent fatiguée");
  expect(state(Pronoun::They, Manner::Never, "happy"), "they are never happy", "ils ne sont jamais heureux");
}

TEST(PhraseGrammar, EverySentenceIsDifferentAndHasOneTranslation) {
  std::unordered_map<std::string, std::string> translations;
  for (const Phrase& phrase : generate_phrases(30000))
    EXPECT_TRUE(translations.emplace(phrase.english, phrase.french).second) << phrase.english;
  EXPECT_EQ(translations.size(), 30000u);
}

TEST(PhraseGrammar, TheSameSentencesEveryTime) {
  const std::vector<Phrase> once = generate_phrases(500), more = generate_phrases(800);
  for (std::size_t i = 0; i < once.size(); ++i) {
    EXPECT_EQ(once[i].english, more[i].english);
    EXPECT_EQ(once[i].french, more[i].french);
  }
  EXPECT_THROW(generate_phrases(-1), std::invalid_argument);
  EXPECT_THROW(generate_phrases(100000000), std::invalid_argument);
}

TEST(PhraseGrammar, WordsThatAreNotInTheLexiconAreNamed) {
  try {
    find_noun("unicorn");
    FAIL() << "found a unicorn";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("unicorn"), std::string::npos);
  }
}

}  // namespace
}  // namespace attnlab::phrases
