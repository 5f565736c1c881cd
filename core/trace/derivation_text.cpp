// Derivations in plain text and CSV.
#include "core/trace/derivation_text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/config/no_such_kind.h"
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
    default: no_such_kind("function of an expression");
  }
}

class TextWriter {
 public:
  /// Whether a part stands within another, where it may need brackets.
  enum class Nesting { Outermost, Inside };

  explicit TextWriter(const DerivationStyle& style) : style_(style) {}

  std::string write(const DerivationPart& part, Nesting nesting) const {
    switch (part.kind) {
      case Kind::Cell: return number(part.value, nesting);
      case Kind::Constant: return part.label.empty() ? number(part.value, nesting) : part.label;
      case Kind::Sum: return bracket(write_sum(part), nesting);
      case Kind::Product: return join(part, "×", Nesting::Inside);
      case Kind::Difference:
        return bracket(
            write(part.parts[0], Nesting::Outermost) + " − " + write(part.parts[1], Nesting::Inside),
            nesting);
      case Kind::Quotient:
        return write(part.parts[0], Nesting::Inside) + " / " + write(part.parts[1], Nesting::Inside);
      case Kind::Max: return "max(" + join(part, ", ", Nesting::Outermost) + ")";
      case Kind::ArgMax: return "index of the largest(" + join(part, ", ", Nesting::Outermost) + ")";
      case Kind::Square: return write(part.parts[0], Nesting::Inside) + "²";
      case Kind::Negative:
      case Kind::Exp:
      case Kind::Log:
      case Kind::Sqrt:
      case Kind::Tanh:
      case Kind::Erf:
      case Kind::Sine:
      case Kind::Cosine:
        return function_name(part.kind) + "(" + write(part.parts[0], Nesting::Outermost) + ")";
    }
    no_such_kind("expression");
  }

 private:
  static std::string bracket(const std::string& text, Nesting nesting) {
    return nesting == Nesting::Inside ? "(" + text + ")" : text;
  }
  std::string number(double value, Nesting nesting) const {
    const std::string text = number_text(value, style_.digits);
    return text.starts_with("−") ? bracket(text, nesting) : text;
  }
  std::string write_sum(const DerivationPart& part) const {
    const Terms terms = largest_terms(part, style_.most_terms);
    std::string out;
    for (const DerivationPart* term : terms.shown)
      out += (out.empty() ? "" : " + ") + write(*term, Nesting::Inside);
    if (terms.others == 0) return out;
    return out + " + " + std::to_string(terms.others) + (terms.others == 1 ? " term (" : " terms (") +
           number_text(terms.rest, style_.digits) + ")";
  }
  std::string join(const DerivationPart& part, const std::string& separator, Nesting nesting) const {
    std::string out;
    for (const DerivationPart& child : part.parts)
      out += (out.empty() ? "" : separator) + write(child, nesting);
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
  return TextWriter(style).write(derivation.root, TextWriter::Nesting::Outermost) + " = " + value;
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

namespace {

constexpr double kTiny = 1e-4;  ///< smaller numbers are written as a power of ten
/// Figures of a small number that are written at least.
constexpr int kLeastFigures = 2;

std::string printed(const char* format, int digits, double value) {
  char buffer[400];
  std::snprintf(buffer, sizeof buffer, format, digits, value);
  return buffer;
}

/// "4.2e−7" for 4.2e-07.
std::string with_power(double size, int digits) {
  const std::string text = printed("%.*e", std::max(digits - 1, 1), size);
  const std::size_t e = text.find('e');
  return text.substr(0, e) + "e−" + std::to_string(std::abs(std::stoi(text.substr(e + 1))));
}

/// Of a number below one: so many that its first figures are seen.
int decimals_of(double size, int digits) {
  if (size == 0 || size >= 1) return digits;
  const int zeros = static_cast<int>(std::floor(-std::log10(size)));
  return std::max(digits, zeros + std::clamp(digits, 1, kLeastFigures));
}

}  // namespace

std::string number_text(double value, int digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  const double size = std::abs(value);
  const bool tiny = size != 0 && size < kTiny;
  return (value < 0 ? "−" : "") +
         (tiny ? with_power(size, digits) : printed("%.*f", decimals_of(size, digits), size));
}

}  // namespace attnlab
