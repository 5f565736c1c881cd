// A derivation prepared for display: its terms, its lines, its numbers as a formula. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/widgets/formula/formula.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// left × right, or left alone.
struct OperandPair {
  const DerivationPart* left = nullptr;
  const DerivationPart* right = nullptr;  ///< null: a plain term
  double product() const { return right ? left->value * right->value : left->value; }
};

/// A sum of products or of plain cells, perhaps divided by a constant.
struct OperandSum {
  std::vector<OperandPair> terms;             ///< all of one kind
  std::vector<const DerivationPart*> others;  ///< other summands: a bias
  const DerivationPart* divisor = nullptr;
  double total() const;  ///< sum of the terms alone
};

/// The root as a sum of at least three terms; nothing for another shape. Points into `root`.
std::optional<OperandSum> operand_sum(const DerivationPart& root);

/// Indices of `terms` from the largest product to the smallest.
std::vector<std::size_t> by_size(const std::vector<OperandPair>& terms);

/// One line of a derivation as an indented tree, parents before their parts.
struct DerivationLine {
  int depth = 0;
  const DerivationPart* part = nullptr;  ///< null: the line of a sum's unlisted terms
  std::string words{};                   ///< "sum of 5", "exp", "√D", "+ 48 terms"
  double value = 0;
  int links = 0;  ///< cells up to and including this line
};
/// How many of the largest terms of a tree's inner sum are listed; the rest is one line.
inline constexpr std::size_t kTreeTerms = 8;

/// The lines of a derivation. A sum with more than `most` terms (0: no limit) lists the largest terms first,
/// and the rest as one line.
std::vector<DerivationLine> derivation_lines(const DerivationPart& root, std::size_t most = 0);

/// The scores under a softmax, in order; empty if the root is not a softmax.
std::vector<const DerivationPart*> softmax_scores(const DerivationPart& root);

/// The derivation with its numbers, typeset: 0.50 × 0.70 + … = 0.76. At most `most_terms` of a sum are
/// written, the largest first, then "(n more: 0.12)"; named parts are shown by their value. A few operands
/// have as many digits as make the equation true as it is written; else it has ≈.
Formula written_out(const Derivation& derivation, int decimals, std::size_t most_terms);

}  // namespace attnlab
