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
struct Place {
  const Node* node;
  Index offset;
  friend bool operator==(const Place&, const Place&) = default;
};

/// Built once for a finished pass. Immutable.
class Readers {
 public:
  explicit Readers(const Tape& tape);

  std::span<const Reader> of(const Node* node) const;

  /// Cells of named tensors (and of the end of the pass) that are computed from `place` with nothing named in
  /// between, in order of computation.
  std::vector<Place> named_users(Place place) const;

 private:
  bool ends_here(const Node* node) const;
  void collect(Place place, std::vector<Place>& next) const;

  const Tape& tape_;
  std::unordered_map<const Node*, std::vector<Reader>> readers_;
  std::unordered_map<const Node*, std::size_t> order_;
};

}  // namespace attnlab
