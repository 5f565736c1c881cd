// Readers: which operations read a value, the graph of a pass from values to their users.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "core/autograd/expression.h"

namespace attnlab {

class Operation;
class Recording;
class Tape;

/// One operation and which of its inputs a value is.
struct Reader {
  const Operation* operation;
  int input;
};

/// One cell of a recorded value.
struct CellPlace {
  const Node* node;
  Index offset;
  friend bool operator==(const CellPlace&, const CellPlace&) = default;
};

/// Built once for a finished pass. Immutable.
class Readers {
 public:
  explicit Readers(const Tape& tape);

  std::span<const Reader> of(const Node* node) const;

  /// Cells of named tensors (and of the end of the pass) that are computed from `place` with nothing named in
  /// between, in order of computation; without those of readers that have a gradient of their own.
  std::vector<CellPlace> named_users(CellPlace place) const;
  /// named_users() with all readers.
  std::vector<CellPlace> all_users(CellPlace place) const;

  /// The gradients that operations state themselves for `place`, which they read.
  std::vector<Expression> own_gradients(CellPlace place) const;

 private:
  bool ends_here(const Node* node) const;
  bool has_own_gradient(const Reader& reader, CellPlace place) const;
  /// Which readers users() goes through: those without a gradient of their own, or all.
  enum class Through { ChainRule, AllReaders };

  std::vector<CellPlace> users(CellPlace place, Through through) const;
  void collect(CellPlace place, Through through, std::vector<CellPlace>& next) const;

  const Recording& recording_;
  std::unordered_map<const Node*, std::vector<Reader>> readers_;
  std::unordered_map<const Node*, std::size_t> order_;
};

}  // namespace attnlab
