// Recomputing cells and gradients in double from their derivations' own operands, shared by the trace tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/trace/derivation_text.h"
#include "core/trace/trace.h"

namespace attnlab::testing {

inline std::vector<Index> index_of(const Shape& shape, Index offset) {
  const auto index = shape.index_of(offset);
  return {index.begin(), index.begin() + shape.rank()};
}

/// The largest part of a derivation: the scale against which rounding in float is judged.
inline double magnitude(const DerivationPart& part) {
  double largest = std::isfinite(part.value) ? std::abs(part.value) : 0;
  if (part.kind == Expression::Kind::Cell || part.kind == Expression::Kind::Constant) return largest;
  for (const DerivationPart& child : part.parts) largest = std::max(largest, magnitude(child));
  return largest;
}

/// The largest term of a sum.
inline double largest_term(const DerivationPart& root) {
  double largest = std::abs(root.value);
  for (const DerivationPart& part : root.parts) largest = std::max(largest, std::abs(part.value));
  return largest;
}

/// Where the argument ends that begins at `at`: a group in braces, a command and its group, or one character.
inline std::size_t latex_argument_end(const std::string& latex, std::size_t at) {
  if (latex[at] == '\\') at = latex.find_first_not_of("abcdefghijklmnopqrstuvwxyz", at + 1);
  int depth = 0;
  do {
    if (at >= latex.size()) break;
    depth += latex[at] == '{' ? 1 : latex[at] == '}' ? -1 : 0;
    ++at;
  } while (depth > 0);
  return at;
}

/// That LaTeX can set what is copied: plain ASCII, each brace closed, no second index on a letter, and one
/// "&" in each row.
inline void expect_sound_latex(const Derivation& d) {
  const std::string latex = derivation_latex(d, {4, 8}), begin = "\\begin{aligned}\n",
                    end = "\n\\end{aligned}";
  ASSERT_TRUE(latex.starts_with(begin) && latex.ends_with(end)) << latex;
  std::string rows = latex.substr(begin.size(), latex.size() - begin.size() - end.size()) + " \\\\\n";
  int depth = 0, count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_LT(static_cast<unsigned char>(rows[i]), 0x80) << latex;
    depth += rows[i] == '{' ? 1 : rows[i] == '}' ? -1 : 0;
    ASSERT_GE(depth, 0) << latex;
    const bool index = rows[i] == '_' && (i == 0 || rows[i - 1] != '\\');
    ASSERT_FALSE(index && rows[latex_argument_end(rows, i + 1)] == '_') << "two indices: " << latex;
  }
  ASSERT_EQ(depth, 0) << latex;
  for (std::size_t next = 0; (next = rows.find(" \\\\\n")) != rows.npos; rows.erase(0, next + 4), ++count)
    ASSERT_EQ(std::count(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(next), '&'), 1) << latex;
  ASSERT_EQ(count, 3) << latex;
}

/// Cell `offset` of `tensor`, which need not have a derivation, within 1e-5 of the largest number on the way.
inline void expect_cell_recomputed(const Trace& trace, const TraceTensor& tensor, Index offset) {
  const Derivation d = trace.explain(tensor.name, index_of(tensor.shape, offset));
  if (d.is_leaf) return;
  ASSERT_FALSE(d.formula.empty()) << tensor.name;
  expect_sound_latex(d);
  const double again = d.root.evaluate();
  if (std::isinf(d.value)) {
    ASSERT_EQ(again, d.value) << d.cell.text();
    return;
  }
  ASSERT_NEAR(again, d.value, 1e-5 * std::clamp(magnitude(d.root), 1e-3, 100.0))
      << d.cell.text() << " " << d.formula << "\n"
      << derivation_text(d, {8, 20});
}

/// Expects the gradient of cell `offset` to be recomputed; one below 1e-6 of the loss's is rounding. A tensor
/// without readers has none, except at the end of the pass.
inline void expect_gradient_recomputed(const Trace& trace, const TraceTensor& tensor, Index offset) {
  if (tensor.gradient.empty() || &tensor == &trace.tensors().back()) return;
  const Derivation d = trace.explain(tensor.name + ".grad", index_of(tensor.shape, offset));
  ASSERT_EQ(d.value, static_cast<double>(tensor.gradient[static_cast<std::size_t>(offset)]));
  if (d.is_leaf) {
    ASSERT_EQ(d.value, 0) << d.cell.text();
    return;
  }
  ASSERT_FALSE(d.formula.empty()) << d.cell.text();
  expect_sound_latex(d);
  ASSERT_NEAR(d.root.evaluate(), d.value, 1e-5 * std::max(largest_term(d.root), 1e-1))
      << d.cell.text() << " " << d.formula << "\n"
      << derivation_text(d, {8, 20});
}

/// Every cell and every gradient of every tensor and parameter.
inline void expect_all_recomputed(const Trace& trace) {
  for (const auto* tensors : {&trace.tensors(), &trace.parameters()}) {
    for (const TraceTensor& tensor : *tensors) {
      for (Index i = 0; i < tensor.shape.size(); ++i) {
        expect_cell_recomputed(trace, tensor, i);
        expect_gradient_recomputed(trace, tensor, i);
      }
    }
  }
}

}  // namespace attnlab::testing
