// PairVocabulary: byte pairs under the ids that another program gave them, and tokens that it added.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/text/byte_pairs.h"

namespace attnlab {

/// A text that is one token wherever it stands, before any chunk is cut.
struct AddedToken {
  std::string text;
  TokenId id = 0;
};

/// Ids 0 to size() − 1. Some may stand for nothing. Immutable after construction.
class PairVocabulary {
 public:
  /// What files hold. Entries and merges are written in byte letters, in any order of ids.
  struct Parts {
    std::vector<std::pair<std::string, TokenId>> entries;
    std::vector<BytePairs::PieceMerge> merges;  ///< in the order learned
    std::vector<AddedToken> added;
    Index size = 0;  ///< of the vocabulary; 0: up to the highest id
  };

  /// Throws std::invalid_argument with one line for merges as BytePairs::from_pieces(), for a merge whose
  /// token has no entry, and for ids that are given twice; for entries, also for ids that lie outside.
  explicit PairVocabulary(const Parts& parts);
  Parts parts() const;

  const BytePairs& pairs() const { return pairs_; }
  Index size() const { return count_of(bytes_); }
  /// The id of one of the byte pairs' tokens; kNone for a byte without an entry.
  TokenId id_of(TokenId pair) const { return ids_[static_cast<std::size_t>(pair)]; }
  /// What an id stands for; "" for nothing.
  const std::string& bytes(TokenId id) const { return bytes_[static_cast<std::size_t>(id)]; }
  /// Longer ones before those that they begin with. Ids from size() on are of tokens that files name, but
  /// the model has nothing for.
  std::span<const AddedToken> added() const { return added_; }

  static constexpr TokenId kNone = -1;

 private:
  void take_entries(const Parts& parts);
  void take_added(const Parts& parts);
  void name_pairs();

  BytePairs pairs_;
  std::vector<TokenId> ids_;        ///< by token of pairs_
  std::vector<std::string> bytes_;  ///< by id
  std::vector<AddedToken> added_;
};

}  // namespace attnlab
