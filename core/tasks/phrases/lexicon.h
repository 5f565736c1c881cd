// Phrase lexicon: the words of the English–French grammar, with the forms and the facts that agreement needs.
#pragma once

#include <span>
#include <string_view>

namespace attnlab::phrases {

enum class Gender { Masculine, Feminine };
enum class Number { Singular, Plural };

/// What a noun stands for, as bits: which adjectives and verbs go with it.
namespace kind {
inline constexpr unsigned kAdult = 1, kYoung = 2, kAnimal = 4, kFood = 8, kThing = 16, kPortable = 32,
                          kText = 64, kPlace = 128;
inline constexpr unsigned kPerson = kAdult | kYoung, kLiving = kPerson | kAnimal;
}  // namespace kind

/// A word in both numbers.
struct Forms {
  std::string_view singular, plural;
  std::string_view of(Number number) const { return number == Number::Singular ? singular : plural; }
};

struct Noun {
  Forms english, french;
  Gender gender;
  unsigned kinds;
};

struct Adjective {
  std::string_view english;
  Forms masculine, feminine;
  std::string_view before_vowel;  ///< masculine singular before a vowel ("bel"); empty: as otherwise
  bool precedes;                  ///< stands before its noun in French
  bool predicate;                 ///< also after "to be"
  unsigned kinds;                 ///< nouns that it goes with
};

/// Who does it: the persons in which the grammar conjugates.
enum class Person { I, HeShe, We, They };

struct Verb {
  std::string_view english, english_third;  ///< "look", "looks"
  std::string_view particle;                ///< "for", "to" or nothing
  std::string_view french[4];               ///< present tense by Person
  unsigned objects;                         ///< kinds of noun that it takes; 0: intransitive
  unsigned subjects;
  bool indefinite_object;  ///< "a" and "some" sound right before its object
  bool pronoun_object;     ///< takes him, her, them
};

std::span<const Noun> nouns();
std::span<const Adjective> adjectives();
std::span<const Verb> verbs();

/// The entry with that English (singular, base) form; throws std::invalid_argument where there is none.
const Noun& find_noun(std::string_view english);
const Adjective& find_adjective(std::string_view english);
const Verb& find_verb(std::string_view english);

/// True where le, la, ne, je, de lose their vowel before `french`: it begins with a vowel or a mute h.
bool elides_before(std::string_view french);
/// True where English says "an".
bool takes_an(std::string_view english);

}  // namespace attnlab::phrases
