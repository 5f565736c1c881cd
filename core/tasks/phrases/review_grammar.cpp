// Review grammar: words, and how they turn an opinion round.
#include "core/tasks/phrases/review_grammar.h"

#include <array>
#include <span>
#include <string_view>

namespace attnlab::phrases {
namespace {

using Words = std::span<const std::string_view>;

constexpr std::string_view kThings[] = {"film", "story", "music", "acting", "ending",  "food",
                                        "soup", "bread", "room",  "bed",    "service", "garden",
                                        "book", "game",  "trip",  "concert"};
constexpr std::string_view kPraise[] = {"good",  "great",  "lovely", "funny",  "clever", "fresh",
                                        "clean", "superb", "fine",   "moving", "warm",   "friendly"};
constexpr std::string_view kBlame[] = {"bad",  "poor",  "awful", "boring", "dull",  "dirty",
                                       "cold", "silly", "rude",  "ugly",   "stale", "clumsy"};
constexpr std::string_view kMeasures[] = {"long", "short", "loud", "slow", "expensive", "dark"};
constexpr std::string_view kStrength[] = {"", "", "very", "really", "quite", "so"};
constexpr std::string_view kNegations[] = {"not", "never", "not very", "hardly", "not really"};
constexpr std::string_view kLiked[] = {"liked", "loved", "enjoyed"};
constexpr std::string_view kDisliked[] = {"hated", "disliked", "regretted"};
constexpr std::string_view kBase[] = {"like", "love", "enjoy", "hate", "dislike", "regret"};  // in that order

std::string_view any(RandomStream& random, Words words) { return words[random.below(count_of(words))]; }

std::string spaced(std::initializer_list<std::string_view> words) {
  std::string text;
  for (const std::string_view word : words)
    if (!word.empty()) (text += text.empty() ? "" : " ") += word;
  return text;
}

Claim about(RandomStream& random, std::string_view modifier, std::string_view adjective, bool positive) {
  const std::string combination = spaced({modifier, adjective});
  return {spaced({"the", any(random, kThings), "was", combination}), combination, positive};
}

/// "too long" and "not too long".
Claim measured_claim(RandomStream& random) {
  const bool fits = random.below(2) == 0;
  Claim claim = about(random, fits ? "not too" : "too", any(random, kMeasures), fits);
  if (!fits) claim.combination.clear();
  return claim;
}

Claim adjective_claim(RandomStream& random) {
  const bool praise = random.below(2) == 0, negated = random.below(2) == 0;
  const std::string_view adjective = any(random, praise ? Words(kPraise) : Words(kBlame));
  return about(random, any(random, negated ? Words(kNegations) : Words(kStrength)), adjective,
               praise != negated);
}

Claim verb_claim(RandomStream& random) {
  const bool liked = random.below(2) == 0, negated = random.below(2) == 0;
  const std::string_view thing = any(random, kThings);
  const std::string verb(negated ? kBase[random.below(3) + (liked ? 0 : 3)]
                                 : any(random, liked ? Words(kLiked) : Words(kDisliked)));
  return {spaced({"I", negated ? "did not" : "", verb, "the", thing}), "", liked != negated};
}

/// A claim of the same or the other opinion.
Claim claim_of(RandomStream& random, bool positive) {
  Claim claim = draw_claim(random);
  while (claim.positive != positive) claim = draw_claim(random);
  return claim;
}

}  // namespace

Claim draw_claim(RandomStream& random) {
  switch (random.below(5)) {
    case 0: return measured_claim(random);
    case 1: return verb_claim(random);
    default: return adjective_claim(random);
  }
}

Review draw_review(RandomStream& random) {
  const Claim first = draw_claim(random);
  const Index form = random.below(4);
  if (form == 0) return {first.text, {first.combination}, first.positive};
  const Claim second = claim_of(random, form == 1 ? first.positive : !first.positive);
  const std::vector<std::string> both = {first.combination, second.combination};
  if (form == 1) return {first.text + " and " + second.text, both, first.positive};
  if (form == 2) return {first.text + " but " + second.text, both, second.positive};
  return {"although " + first.text + " , " + second.text, both, second.positive};
}

}  // namespace attnlab::phrases
