// UserSymbols: texts that must stay whole, as set when a SentencePiece model was trained.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/stages/stage_members.h"

namespace attnlab {

class UserSymbols {
 public:
  UserSymbols() = default;
  /// The array of texts "user_defined", where `members` has one. Throws as StageMembers.
  static UserSymbols from(StageMembers& members);

  bool empty() const { return texts_.empty(); }
  /// In the order of the file.
  const std::vector<std::string>& texts() const { return texts_; }
  /// Bytes of the longest one that `rest`, which is not empty, begins with; 0 where it begins with none.
  std::size_t longest(std::string_view rest) const;

 private:
  std::vector<std::string> texts_;
  std::array<std::vector<std::string>, 256> by_first_;  ///< longer ones first
};

}  // namespace attnlab
