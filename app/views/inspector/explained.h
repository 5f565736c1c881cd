// Explained: a number with its derivation, its users, and what the inspector shows of both, computed once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/views/inspector/derivation_view.h"
#include "app/views/inspector/frame.h"

namespace attnlab {

/// Immutable once it is made; points into itself.
struct Explained {
  Explained() = default;
  Explained(const Explained&) = delete;
  Explained& operator=(const Explained&) = delete;

  Question of;
  std::optional<Derivation> derivation;  ///< none: `error` says why
  std::vector<UserGroup> users;
  std::string error;
  double seconds = 0;  ///< how long all of it took

  // Of the derivation:
  std::string input,
      weight;        ///< tensors of the first operand that is not a parameter, and of the first that is
  double again = 0;  ///< recomputed in double
  std::vector<Formula> written;               ///< the numbers, with ever fewer terms of a sum
  std::vector<const DerivationPart*> scores;  ///< of a softmax
  std::optional<OperandSum> sum;              ///< else of a sum,
  std::vector<std::size_t> by_size;           ///< and the order of its terms, the largest first
  std::vector<DerivationLine> lines;          ///< else as a tree, with few terms of an inner sum
};

using ExplainedPtr = std::shared_ptr<const Explained>;

/// Explains a cell. `before` has the users if they are the same; else null. May be called on any thread.
ExplainedPtr explain(const Question& question, const ExplainedPtr& before);

/// Whether two passes differ only in the weights.
bool same_pass(const Trace& a, const Trace& b);

/// Whether the rows of the tensor are so long that explaining a cell computed from one would hold up a frame.
/// The rows of a large vocabulary are.
bool has_long_rows(const TraceTensor& tensor);
/// Whether a tensor of the pass has such rows.
bool has_long_rows(const Trace& trace);

}  // namespace attnlab
