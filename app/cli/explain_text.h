// A derivation told on the command line: cells with their tokens, operands below them, and who used a cell.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "core/trace/derivation_text.h"
#include "core/trace/trace.h"

namespace attnlab {

/// The tokens that a cell's axes stand for, in quotes; "" where it has none.
std::string tokens_of(const Trace& trace, const CellName& cell);

/// Prints to standard output.
class Teller {
 public:
  Teller(const Trace& trace, const DerivationStyle& style) : trace_(trace), style_(style) {}

  /// The cell, its formula with numbers, and its operands down to `depth`: of a sum those of the terms that
  /// are written, the largest first.
  void tell(const CellName& cell, Index depth, const std::string& indent) const;
  /// The cells that are computed from `cell`, tensor by tensor, those that change most with it first.
  void tell_users(const CellName& cell) const;

  nlohmann::ordered_json json(const CellName& cell, Index depth) const;
  nlohmann::ordered_json users_json(const CellName& cell) const;

 private:
  const Trace& trace_;
  DerivationStyle style_;
};

}  // namespace attnlab
