// Decimals from the largest number of a column, widths from its widest text.
#include "app/widgets/product/operand_numbers.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/context.h"

namespace attnlab {
namespace {

/// Decimals that a column of numbers below 0.1 needs before its first figure.
int leading_zeros(double largest) {
  const bool small = largest > 0 && largest < 0.1;
  return small ? std::min(static_cast<int>(std::ceil(-std::log10(largest))) - 1, 5) : 0;
}

/// Decimals of a column: `digits`, and more where all numbers are small.
int column_decimals(double largest, int digits) {
  const int plain = decimals_for(std::isfinite(largest) ? largest : 1.0, digits + 1) - (largest < 1 ? 1 : 0);
  return std::clamp(plain, 1, 8) + leading_zeros(largest);
}

OperandDecimals decimals_of(std::span<const OperandTerm> terms, const OperandTableOptions& o, int digits) {
  double left = 0, right = 0, product = std::isfinite(o.result) ? std::abs(o.result) : 0;
  const auto widen = [](double& largest, double value) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  };
  for (const OperandTerm& t : terms) widen(left, t.left), widen(right, t.right), widen(product, t.product());
  if (o.single) left = product = std::max(left, product);
  return {column_decimals(left, digits), column_decimals(right, digits), column_decimals(product, digits)};
}

OperandWidths widths_of(std::span<const OperandTerm> terms, const OperandTableOptions& o,
                        const OperandDecimals& d, ImFont* font) {
  const float inset = em() * 0.2f;
  OperandWidths w;
  const auto widen = [&](float& width, ImFont* with, std::string_view text) {
    width = std::max(width, text_size(with, text).x + inset);
  };
  for (const OperandTerm& t : terms) {
    widen(w.index, fonts().small, t.index);
    widen(w.left, font, format_fixed(t.left, d.left));
    if (o.single) continue;
    widen(w.right, font, format_fixed(t.right, d.right));
    widen(w.product, font, format_fixed(t.product(), d.product));
  }
  widen(w.left, fonts().small, o.left_name);
  float& results = o.single ? w.left : w.product;
  for (const double result : {o.result, o.others > 0 ? o.rest : o.result})
    widen(results, font, format_fixed(result, d.product));
  if (o.single) return w;
  widen(w.right, fonts().small, o.right_name);
  widen(w.product, fonts().small, "product");
  return w;
}

}  // namespace

OperandNumbers operand_numbers(std::span<const OperandTerm> terms, const OperandTableOptions& o, float room) {
  OperandDecimals decimals;
  OperandWidths widths;
  for (ImFont* font : {fonts().mono, fonts().mono_small})
    for (int digits = font == fonts().mono ? widgets().digits : 1; digits >= 1; --digits) {
      decimals = decimals_of(terms, o, digits);
      widths = widths_of(terms, o, decimals, font);
      if (operands_fit(widths, room, em())) return {decimals, font, operand_columns(widths, room, em())};
    }
  return {decimals, fonts().mono_small, operand_columns(widths, room, em())};
}

double largest_product(std::span<const OperandTerm> terms, bool single) {
  double largest = 0;
  for (const OperandTerm& t : terms) {
    const double p = std::abs(single ? t.left : t.product());
    if (std::isfinite(p)) largest = std::max(largest, p);
  }
  return largest;
}

}  // namespace attnlab
