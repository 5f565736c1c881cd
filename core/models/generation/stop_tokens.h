// StopTokens: the tokens after which a text is not continued.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "core/tensor/real.h"

namespace attnlab {

/// One token, several, or none.
class StopTokens {
 public:
  StopTokens(TokenId one) : ids_{one} {}
  StopTokens(std::vector<TokenId> ids) : ids_(std::move(ids)) {}

  /// Negative IDs, which stand for no token, are never there.
  bool contains(TokenId id) const { return id >= 0 && std::ranges::find(ids_, id) != ids_.end(); }
  bool any() const {
    return std::ranges::any_of(ids_, [](TokenId id) { return id >= 0; });
  }

 private:
  std::vector<TokenId> ids_;
};

}  // namespace attnlab
