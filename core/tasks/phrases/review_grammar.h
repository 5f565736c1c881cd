// Review grammar: reviews of films, meals, rooms and the like, with the opinion that they express.
#pragma once

#include <string>
#include <vector>

#include "core/tensor/random.h"

namespace attnlab::phrases {

/// "the soup was not very good": a statement about one thing.
struct Claim {
  std::string text;
  std::string combination;  ///< modifier and adjective ("not very good"); empty where it has no other form
  bool positive = false;
};

struct Review {
  std::string text;
  std::vector<std::string> combinations;  ///< of its claims
  bool positive = false;
};

/// A random claim: {thing} was {modifier} {adjective}, or I {verb} {thing}.
Claim draw_claim(RandomStream& random);

/// A random review of one or two claims.
Review draw_review(RandomStream& random);

}  // namespace attnlab::phrases
