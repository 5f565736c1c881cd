// Readers: which operations read a value, the graph of a pass seen from below.
#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "core/autograd/tape.h"

namespace attnlab {

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
  /// between, in order of computation.
  std::vector<CellPlace> named_users(CellPlace place) const;

 private:
  bool ends_here(const Node* node) const;
  void collect(CellPlace place, std::vector<CellPlace>& next) const;

  const Tape& tape_;
  std::unordered_map<const Node*, std::vector<Reader>> readers_;
  std::unordered_map<const Node*, std::size_t> order_;
};

}  // namespace attnlab
