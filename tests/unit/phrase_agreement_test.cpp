// Agreement, elision and negation in every French sentence of the grammar, by the test's own rules and
// tables.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/tasks/phrases/grammar.h"
#include "core/text/words.h"
#include "tests/support/cut_words.h"

namespace attnlab::phrases {
namespace {

using testing::cut;

using Words = std::vector<std::string>;
using Table = std::map<std::string, std::string>;

/// Gender (m, f) and number (s, p) of each noun form; "souris" has both numbers.
const Table& nouns_by_form() {
  static const Table table = [] {
    Table forms;
    const auto add = [&forms](std::string_view words, const std::string& what) {
      while (const auto word = next_word(words)) forms[std::string(*word)] = what;
    };
    add("homme roi garçon enfant chat chien oiseau cheval âne œuf gâteau livre chapeau arbre jardin", "ms");
    add("hommes rois garçons enfants chats chiens oiseaux chevaux ânes œufs gâteaux livres chapeaux arbres "
        "jardins",
        "mp");
    add("femme reine fille vache abeille pomme orange poire lettre fleur voiture étoile maison cuisine forêt "
        "école",
        "fs");
    add("femmes reines filles vaches abeilles pommes oranges poires lettres fleurs voitures étoiles maisons "
        "cuisines",
        "fp");
    add("forêts écoles", "fp");
    add("souris", "fsp");
    return forms;
  }();
  return table;
}

/// What each adjective or determiner form goes with: genders and numbers.
const Table& agreement_by_form() {
  static const Table table = [] {
    Table forms;
    const auto add = [&forms](std::string_view words, const std::string& what) {
      while (const auto word = next_word(words)) forms[std::string(*word)] = what;
    };
    add("petit grand beau bel vieil bon nouveau nouvel noir blanc vert froid fatigué intelligent", "ms");
    add("petits grands beaux bons nouveaux noirs blancs verts froids fatigués intelligents", "mp");
    add("petite grande belle vieille bonne nouvelle noire blanche verte froide fatiguée intelligente "
        "heureuse",
        "fs");
    add("petites grandes belles vieilles bonnes nouvelles noires blanches vertes froides fatiguées "
        "intelligentes "
        "heureuses",
        "fp");
    add("vieux heureux", "msp");
    add("jeune rouge", "mfs");
    add("jeunes rouges", "mfp");
    add("le un ce cet du", "ms");
    add("la une cette ma", "fs");
    add("mon l'", "mfs");
    add("les des mes ces deux", "mfp");
    add("de d'", "mfsp");
    return forms;
  }();
  return table;
}

bool contains(const std::string& text, char letter) { return text.find(letter) != std::string::npos; }

/// Whether two descriptions share a gender and a number.
bool agree(const std::string& a, const std::string& b) {
  const bool gender = (contains(a, 'm') && contains(b, 'm')) || (contains(a, 'f') && contains(b, 'f'));
  const bool number = (contains(a, 's') && contains(b, 's')) || (contains(a, 'p') && contains(b, 'p'));
  return gender && number;
}

bool begins_with_vowel(const std::string& word) {
  for (const std::string start : {"a", "e", "i", "o", "u", "h", "â", "é", "ê", "œ"})
    if (word.starts_with(start)) return true;
  return false;
}

const std::vector<Phrase>& all_phrases() {
  static const std::vector<Phrase> phrases = generate_phrases(30000);
  return phrases;
}

bool is_determiner(const std::string& word) {
  static const std::set<std::string> all{"le", "la",  "l'", "les", "un", "une", "des", "de",    "d'",
                                         "du", "mon", "ma", "mes", "ce", "cet", "ces", "cette", "deux"};
  return all.contains(word);
}

/// The noun phrase around position `at` of a noun: from its determiner to its last adjective.
std::pair<std::size_t, std::size_t> phrase_around(const Words& words, std::size_t at) {
  std::size_t first = at, last = at;
  while (first > 0 && agreement_by_form().contains(words[first - 1]) && !is_determiner(words[first])) --first;
  while (last + 1 < words.size() && agreement_by_form().contains(words[last + 1]) &&
         !is_determiner(words[last + 1]))
    ++last;
  return {first, last};
}

TEST(PhraseAgreement, DeterminersAndAdjectivesAgreeWithTheirNoun) {
  std::size_t checked = 0;
  for (const Phrase& phrase : all_phrases()) {
    const Words words = cut(phrase.french);
    for (std::size_t at = 0; at < words.size(); ++at) {
      const auto noun = nouns_by_form().find(words[at]);
      if (noun == nouns_by_form().end()) continue;
      const auto [first, last] = phrase_around(words, at);
      EXPECT_TRUE(is_determiner(words[first])) << phrase.french;
      EXPECT_LE(last - first, 3u) << phrase.french;
      for (std::size_t i = first; i <= last; ++i)
        if (i != at) {
          EXPECT_TRUE(agree(agreement_by_form().at(words[i]), noun->second))
              << words[i] << " in: " << phrase.french;
          ++checked;
        }
    }
  }
  EXPECT_GT(checked, 50000u);
}

TEST(PhraseAgreement, EveryWordIsANounAVerbOrKnownToTheTables) {
  std::set<std::string> others{"je",  "j'",     "il",      "elle", "nous", "ils",  "ne",       "n'",
                               "pas", "jamais", "souvent", "est",  "sont", "dans", "derrière", "près"};
  for (const Verb& verb : verbs()) others.insert(std::begin(verb.french), std::end(verb.french));
  for (const Phrase& phrase : all_phrases())
    for (const std::string& word : cut(phrase.french))
      EXPECT_TRUE(others.contains(word) || nouns_by_form().contains(word) ||
                  agreement_by_form().contains(word))
          << word << " in: " << phrase.french;
}

TEST(PhraseAgreement, WordsElideBeforeVowelsAndOnlyThere) {
  const std::set<std::string> full{"je", "ne", "le",   "la",    "de",     "du",
                                   "ce", "ma", "beau", "vieux", "nouveau"};
  const std::set<std::string> elided{"j'", "n'", "l'", "d'", "cet", "bel", "vieil", "nouvel"};
  for (const Phrase& phrase : all_phrases()) {
    const Words words = cut(phrase.french);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const auto next = nouns_by_form().find(words[i + 1]);
      const bool before_plural =
          next != nouns_by_form().end() && contains(next->second, 'p');  // "vieux arbres"
      const bool must_change = begins_with_vowel(words[i + 1]) && !(words[i] == "vieux" && before_plural);
      if (must_change) {
        EXPECT_FALSE(full.contains(words[i])) << phrase.french;
      }
      if (!begins_with_vowel(words[i + 1])) {
        EXPECT_FALSE(elided.contains(words[i])) << phrase.french;
      }
    }
    EXPECT_FALSE(elided.contains(words.back())) << phrase.french;
  }
}

TEST(PhraseAgreement, NegationHasItsTwoHalves) {
  for (const Phrase& phrase : all_phrases()) {
    const Words english = cut(phrase.english), french = cut(phrase.french);
    const auto has = [](const Words& words, const char* word) { return std::ranges::count(words, word); };
    const auto first = has(french, "ne") + has(french, "n'");
    EXPECT_EQ(has(english, "not"), has(french, "pas")) << phrase.english;
    EXPECT_EQ(has(english, "never"), has(french, "jamais")) << phrase.english;
    EXPECT_EQ(has(english, "often"), has(french, "souvent")) << phrase.english;
    EXPECT_EQ(has(french, "pas") + has(french, "jamais"), first) << phrase.french;
    EXPECT_LE(first, 1);
    if (first == 0) {
      EXPECT_EQ(has(english, "any"), 0) << phrase.english;
    }
  }
}

/// The position of a sentence's finite verb.
std::size_t verb_position(const Words& words) {
  std::set<std::string> forms{"est", "sont"};
  for (const Verb& verb : verbs()) forms.insert(std::begin(verb.french), std::end(verb.french));
  const auto found =
      std::ranges::find_if(words, [&forms](const std::string& word) { return forms.contains(word); });
  return static_cast<std::size_t>(found - words.begin());
}

/// The letter of the subject's person: i, s (il, elle, singular noun), w (nous), p (ils, plural noun).
char subject_person(const Words& words) {
  const Table pronouns{{"je", "i"}, {"j'", "i"}, {"il", "s"}, {"elle", "s"}, {"nous", "w"}, {"ils", "p"}};
  if (const auto found = pronouns.find(words[0]); found != pronouns.end()) return found->second[0];
  return agreement_by_form().at(words[0]) == "mfp" || words[0] == "de" ? 'p' : 's';
}

TEST(PhraseAgreement, VerbsAgreeWithTheirSubject) {
  const std::set<std::string> first_singular{"dors", "attends", "vois", "lis"};
  for (const Phrase& phrase : all_phrases()) {
    const Words words = cut(phrase.french);
    const std::size_t at = verb_position(words);
    ASSERT_LT(at, words.size()) << phrase.french;
    const std::string& verb = words[at];
    const char person = subject_person(words);
    EXPECT_EQ(verb.ends_with("ons"), person == 'w') << phrase.french;
    EXPECT_EQ(verb.ends_with("ent") || verb == "sont", person == 'p') << phrase.french;
    EXPECT_EQ(first_singular.contains(verb), person == 'i' && verb.ends_with("s")) << phrase.french;
  }
}

TEST(PhraseAgreement, ThePredicateAgreesWithTheSubject) {
  const Table pronouns{{"il", "ms"}, {"elle", "fs"}, {"ils", "mp"}};
  std::size_t checked = 0;
  for (const Phrase& phrase : all_phrases()) {
    const Words words = cut(phrase.french);
    const std::string& verb = words[verb_position(words)];
    if (verb != "est" && verb != "sont") continue;
    const auto pronoun = pronouns.find(words[0]);
    std::string subject = pronoun != pronouns.end() ? pronoun->second : nouns_by_form().at(words[1]);
    if (subject == "fsp") subject = verb == "est" ? "fs" : "fp";
    EXPECT_TRUE(agree(agreement_by_form().at(words.back()), subject)) << phrase.french;
    ++checked;
  }
  EXPECT_GT(checked, 500u);
}

TEST(PhraseAgreement, EnglishArticlesAndVerbsAgree) {
  const std::set<std::string> singular{"does", "is"}, several{"I", "we", "they", "these", "two", "some"};
  for (const Phrase& phrase : all_phrases()) {
    const Words words = cut(phrase.english);
    const bool plural = several.contains(words[0]);
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      const bool vowel = contains("aeiou", words[i + 1][0]);
      EXPECT_FALSE(words[i] == (vowel ? "a" : "an")) << phrase.english;
      EXPECT_FALSE(plural && singular.contains(words[i])) << phrase.english;
    }
  }
}

}  // namespace
}  // namespace attnlab::phrases
