// Derivations in plain text and CSV.
#include "core/trace/derivation_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/trace/terms.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

std::string function_name(Kind kind) {
  switch (kind) {
    case Kind::Negative: return "−";
    case Kind::Exp: return "exp";
    case Kind::Log: return "log";
    case Kind::Sqrt: return "√";
    case Kind::Tanh: return "tanh";
    case Kind::Erf: return "erf";
    case Kind::Sine: return "sin";
    case Kind::Cosine: return "cos";
    default: return "?";
  }
}

class TextWriter {
 public:
  explicit TextWriter(const DerivationStyle& style) : style_(style) {}

  std::string write(const DerivationPart& part, bool inside) const {
    switch (part.kind) {
      case Kind::Cell: return number(part.value, inside);
      case Kind::Constant: return part.label.empty() ? number(part.value, inside) : part.label;
      case Kind::Sum: return bracket(write_sum(part), inside);
      case Kind::Product: return join(part, "×", true);
      case Kind::Difference:
        return bracket(write(part.parts[0], false) + " − " + write(part.parts[1], true), inside);
      case Kind::Quotient: return write(part.parts[0], true) + " / " + write(part.parts[1], true);
      case Kind::Max: return "max(" + join(part, ", ", false) + ")";
      case Kind::ArgMax: return "which is largest(" + join(part, ", ", false) + ")";
      case Kind::Square: return write(part.parts[0], true) + "²";
      default: return function_name(part.kind) + "(" + write(part.parts[0], false) + ")";
    }
  }

 private:
  static std::string bracket(const std::string& text, bool inside) {
    return inside ? "(" + text + ")" : text;
  }
  std::string number(double value, bool inside) const {
    const std::string text = number_text(value, style_.digits);
    return bracket(text, inside && text.starts_with("−"));
  }
  std::string write_sum(const DerivationPart& part) const {
    const Terms terms = largest_terms(part, style_.most_terms);
    std::string out;
    for (const DerivationPart* term : terms.shown) out += (out.empty() ? "" : " + ") + write(*term, true);
    if (terms.others == 0) return out;
    return out + " + " + std::to_string(terms.others) + (terms.others == 1 ? " term (" : " terms (") +
           number_text(terms.rest, style_.digits) + ")";
  }
  std::string join(const DerivationPart& part, const std::string& separator, bool inside) const {
    std::string out;
    for (const DerivationPart& child : part.parts)
      out += (out.empty() ? "" : separator) + write(child, inside);
    return out;
  }

  DerivationStyle style_;
};

/// The value of an operand, as the leaves below `part` hold it.
const DerivationPart* leaf(const DerivationPart& part, const CellName& name) {
  if (part.kind == Kind::Cell && part.cell == name) return &part;
  for (const DerivationPart& child : part.parts)
    if (const DerivationPart* found = leaf(child, name)) return found;
  return nullptr;
}

}  // namespace

std::string derivation_text(const Derivation& derivation, const DerivationStyle& style) {
  const std::string value = number_text(derivation.value, style.digits);
  if (derivation.is_leaf) return value;
  return TextWriter(style).write(derivation.root, false) + " = " + value;
}

std::string derivation_csv(const Derivation& derivation) {
  std::string out = "tensor,index,value\n";
  for (const CellName& cell : derivation.operands()) {
    std::string index;
    for (Index i : cell.index) index += (index.empty() ? "" : " ") + std::to_string(i);
    char value[40];
    std::snprintf(value, sizeof value, "%.9g", leaf(derivation.root, cell)->value);
    out += cell.tensor + "," + index + "," + value + "\n";
  }
  return out;
}

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, "%.*f", digits, std::abs(value));
  const bool zero = std::all_of(buffer, buffer + std::char_traits<char>::length(buffer),
                                [](char c) { return c == '0' || c == '.'; });
  return (std::signbit(value) && !zero ? "−" : "") + std::string(buffer);
}

}  // namespace attnlab
