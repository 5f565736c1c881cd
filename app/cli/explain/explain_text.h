// Derivations as text: cells with their tokens, operands below them, and the users of a cell.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/text/vocabularies.h"
#include "core/trace/derivation_text.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The tokens on a cell's axes, of its positions and of its place in the vocabulary, in quotes; "" where
/// there are none.
std::string tokens_of(const Trace& trace, const Vocabularies& vocabularies, const CellName& cell);

/// Prints derivations to standard output.
class DerivationPrinter {
 public:
  DerivationPrinter(const Trace& trace, const Vocabularies& vocabularies, const DerivationStyle& style)
      : trace_(trace), vocabularies_(vocabularies), style_(style) {}

  /// Prints the cell, its formula with numbers, and its operands down to `depth`; of a sum, the operands of
  /// the written terms, the largest first.
  void print(const CellName& cell, Index depth, const std::string& indent) const;
  /// Prints the cells computed from `cell`, tensor by tensor, those that change most with `cell` first.
  void print_users(const CellName& cell) const;

  nlohmann::ordered_json json(const CellName& cell, Index depth) const;
  nlohmann::ordered_json users_json(const CellName& cell) const;

 private:
  const Trace& trace_;
  const Vocabularies& vocabularies_;
  DerivationStyle style_;
};

}  // namespace attnlab
