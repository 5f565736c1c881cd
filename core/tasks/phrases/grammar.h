// Phrase grammar: small English sentences and the one right French translation of each.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/tasks/phrases/lexicon.h"
#include "core/tensor/random.h"

namespace attnlab::phrases {

/// the: le, la, l', les. Indefinite: a, an, some, any: un, une, des, de. Two is plural only.
enum class Determiner { The, Indefinite, My, This, Two };

struct NounPhrase {
  Determiner determiner = Determiner::The;
  const Noun* noun = nullptr;
  const Adjective* adjective = nullptr;  ///< may be missing
  Number number = Number::Singular;
};

/// The subjects that are pronouns, and the objects (him, her, them).
enum class Pronoun { I, He, She, We, They };

/// How the action is qualified: not at all, not (ne … pas), never (ne … jamais), often (souvent).
enum class Manner { Plain, Not, Never, Often };

enum class Preposition { In, Behind, Near };

struct Spot {
  Preposition preposition = Preposition::In;
  NounPhrase where;
};

/// One sentence, in no language yet: subject and verb with its object and place, or subject, "to be" and
/// adjective.
struct Clause {
  std::optional<Pronoun> pronoun;  ///< the subject, or else `subject`
  NounPhrase subject;
  Manner manner = Manner::Plain;
  const Verb* verb = nullptr;            ///< missing: "to be"
  const Adjective* predicate = nullptr;  ///< after "to be"
  std::optional<Pronoun> pronoun_object;
  std::optional<NounPhrase> object;
  std::optional<Spot> place;
};

/// One sentence in both languages, in lower case except for "I", without a full stop.
struct Phrase {
  std::string english;
  std::string french;
};

std::string english(const Clause& clause);
std::string french(const Clause& clause);

/// A random sentence of the grammar.
Clause draw_clause(RandomStream& random);

/// `count` different sentences, always the same ones. Meant for at most some hundred thousand: the grammar
/// has millions, but short sentences run out early.
std::vector<Phrase> generate_phrases(Index count);

}  // namespace attnlab::phrases
