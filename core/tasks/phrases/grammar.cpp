// Phrase grammar: choosing meaningful clauses.
#include "core/tasks/phrases/grammar.h"

#include <stdexcept>
#include <unordered_set>

#include "core/tasks/phrases/words.h"

namespace attnlab::phrases {
namespace {

constexpr std::uint64_t kPhrasesKey = 0xF4A5E5;
constexpr Index kMaxPhrases = 500000;

bool chance(RandomStream& random, Index percent) { return random.below(100) < percent; }

/// One entry of `table` that `fits`, all of them equally likely.
template <typename Entry, typename Fits>
const Entry& pick(std::span<const Entry> table, RandomStream& random, Fits fits) {
  while (true) {
    const Entry& entry = table[random.below(count_of(table))];
    if (fits(entry)) return entry;
  }
}

const Noun& pick_noun(RandomStream& random, unsigned kinds) {
  return pick(nouns(), random, [kinds](const Noun& noun) { return (noun.kinds & kinds) != 0; });
}

const Adjective& pick_adjective(RandomStream& random, unsigned kinds) {
  return pick(adjectives(), random, [kinds](const Adjective& entry) { return (entry.kinds & kinds) != 0; });
}

/// "my" only of what one owns.
Determiner draw_definite(RandomStream& random, const Noun& noun) {
  const Index roll = random.below(10);
  const bool owned = (noun.kinds & kind::kPerson) == 0;
  return roll < 6 ? Determiner::The : roll < 8 && owned ? Determiner::My : Determiner::This;
}

/// Which determiners a noun phrase may have beside "the", "my" and "this".
struct Determiners {
  bool indefinite = false;  ///< "a", "some" and "two"
  bool negated = false;     ///< but not "two"
};

NounPhrase draw_noun_phrase(RandomStream& random, unsigned kinds, const Determiners& also = {}) {
  NounPhrase phrase;
  phrase.noun = &pick_noun(random, kinds);
  phrase.number = chance(random, 40) ? Number::Plural : Number::Singular;
  if (chance(random, 45)) phrase.adjective = &pick_adjective(random, phrase.noun->kinds);
  phrase.determiner =
      also.indefinite && chance(random, 40) ? Determiner::Indefinite : draw_definite(random, *phrase.noun);
  const bool two = also.indefinite && !also.negated && phrase.number == Number::Plural && chance(random, 15);
  if (two) phrase.determiner = Determiner::Two;
  return phrase;
}

Spot draw_place(RandomStream& random) {
  Spot place;
  place.preposition = static_cast<Preposition>(random.below(3));
  place.where.noun = &pick_noun(random, kind::kPlace);
  if (chance(random, 30)) place.where.adjective = &pick_adjective(random, kind::kPlace);
  return place;
}

Manner draw_manner(RandomStream& random) {
  const Index roll = random.below(20);
  return roll < 10 ? Manner::Plain : roll < 15 ? Manner::Not : roll < 17 ? Manner::Never : Manner::Often;
}

/// "the apples are not red", "she is happy".
void draw_predicate(Clause& clause, RandomStream& random) {
  constexpr Pronoun pronouns[] = {Pronoun::He, Pronoun::She, Pronoun::They};
  if (chance(random, 20)) clause.pronoun = pronouns[random.below(3)];
  clause.subject = draw_noun_phrase(random, ~0u);
  clause.subject.adjective = nullptr;
  const unsigned kinds = clause.pronoun ? kind::kAdult : clause.subject.noun->kinds;
  clause.predicate = &pick(adjectives(), random, [kinds](const Adjective& entry) {
    return entry.predicate && (entry.kinds & kinds) != 0;
  });
}

void draw_object(Clause& clause, RandomStream& random) {
  constexpr Pronoun pronouns[] = {Pronoun::He, Pronoun::She, Pronoun::They};
  const Verb& verb = *clause.verb;
  if (verb.pronoun_object && chance(random, 20))
    clause.pronoun_object = pronouns[random.below(3)];
  else
    clause.object = draw_noun_phrase(
        random, verb.objects, {.indefinite = verb.indefinite_object, .negated = is_negative(clause.manner)});
}

/// "we often look for the old book", "a bird sings near the school".
void draw_action(Clause& clause, RandomStream& random) {
  clause.verb = &verbs()[random.below(count_of(verbs()))];
  if (chance(random, 25))
    clause.pronoun = static_cast<Pronoun>(random.below(5));
  else
    clause.subject = draw_noun_phrase(random, clause.verb->subjects, {.indefinite = true});
  if (clause.verb->objects != 0)
    draw_object(clause, random);
  else if (chance(random, 60))
    clause.place = draw_place(random);
}

}  // namespace

Clause draw_clause(RandomStream& random) {
  Clause clause;
  clause.manner = draw_manner(random);
  chance(random, 15) ? draw_predicate(clause, random) : draw_action(clause, random);
  return clause;
}

std::vector<Phrase> generate_phrases(Index count) {
  if (count < 0 || count > kMaxPhrases)
    throw std::invalid_argument("generate_phrases: count is " + std::to_string(count) +
                                ", but must be from 0 to " + std::to_string(kMaxPhrases));
  RandomStream random(kPhrasesKey);
  std::unordered_set<std::string> seen;
  std::vector<Phrase> phrases;
  while (count_of(phrases) < count) {
    const Clause clause = draw_clause(random);
    std::string text = english(clause);
    if (seen.insert(text).second) phrases.push_back({std::move(text), french(clause)});
  }
  return phrases;
}

}  // namespace attnlab::phrases
