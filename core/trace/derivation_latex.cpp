// Derivations in LaTeX.
#include <algorithm>
#include <array>
#include <cmath>

#include "core/config/no_such_kind.h"
#include "core/text/utf8.h"
#include "core/trace/derivation_text.h"
#include "core/trace/terms.h"

namespace attnlab {

namespace {

using Kind = Expression::Kind;

struct Translation {
  std::string_view from, to;
};

/// Signs of the field's notation, and what LaTeX calls them.
constexpr std::array<Translation, 31> kSigns{
    {{"Σ", "\\sum"},      {"√", "\\sqrt"},        {"·", "\\cdot "},  {"×", "\\times "},  {"−", "-"},
     {"∂", "\\partial "}, {"ε", "\\varepsilon "}, {"γ", "\\gamma "}, {"β", "\\beta "},   {"μ", "\\mu "},
     {"σ", "\\sigma "},   {"π", "\\pi "},         {"Φ", "\\Phi "},   {"φ", "\\varphi "}, {"δ", "\\delta "},
     {"θ", "\\theta "},   {"⊙", "\\odot "},       {"²", "^2"},       {"ᵀ", "^{\\top}"},  {"₁", "_1"},
     {"₂", "_2"},         {"½", "\\tfrac12 "},    {"∞", "\\infty "}, {"‖", "\\|"},       {"≤", "\\le "},
     {"′", "'"},          {"%", "\\%"},           {"³", "^3"},       {"η", "\\eta "},    {"α", "\\alpha "},
     {"…", "\\dots "}}};

std::string translated(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    bool found = false;
    for (const Translation& sign : kSigns) {
      if (!text.starts_with(sign.from)) continue;
      out += sign.to;
      text.remove_prefix(sign.from.size());
      found = true;
      break;
    }
    if (found) continue;
    out += text.front();
    text.remove_prefix(1);
  }
  return out;
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether a root or a power begins at `i`, whose argument in parentheses LaTeX wants in braces.
std::size_t opens_group(std::string_view text, std::size_t i) {
  for (std::string_view sign : {"√", "^"})
    if (text.substr(i).starts_with(sign)) return sign.size();
  return 0;
}

/// The bracket that closes the one at `open`; the end where there is none.
std::size_t closing(std::string_view text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return i;
  }
  return text.size();
}

constexpr std::string_view kHat = "\u0302";

/// Bytes of the character at `i`, with the hat on it.
std::size_t character_size(std::string_view text, std::size_t i) {
  const std::size_t size = decode_utf8(text.substr(i)).size;
  return text.substr(i + size).starts_with(kHat) ? size + kHat.size() : size;
}

/// Names of several letters upright, x[i,j] as an index below, words kept apart.
std::string formula_latex(std::string_view formula) {
  std::string out;
  for (std::size_t i = 0; i < formula.size();) {
    if (const std::size_t sign = opens_group(formula, i)) {
      const bool bracket = i + sign < formula.size() && formula[i + sign] == '(';
      const std::size_t begin = i + sign + (bracket ? 1 : 0);
      const std::size_t last = bracket ? closing(formula, i + sign) : begin + character_size(formula, begin);
      out += std::string(formula.substr(i, sign)) + "{" +
             formula_latex(formula.substr(begin, std::min(last, formula.size()) - begin)) + "}";
      i = std::min(formula.size(), bracket ? last + 1 : last);
      continue;
    }
    std::size_t end = i;
    while (end < formula.size() &&
           (is_letter(formula[end]) || (end > i && formula[end] == '_' && end + 1 < formula.size() &&
                                        is_letter(formula[end + 1]) && end - i > 1)))
      ++end;
    if (end - i > 1) {
      std::string name(formula.substr(i, end - i));
      for (std::size_t at = 0; (at = name.find('_', at)) != std::string::npos; at += 2) name.insert(at, "\\");
      out += "\\mathrm{" + name + "}";
      i = end;
    } else if (const std::size_t size = character_size(formula, i); formula.substr(i, size).ends_with(kHat)) {
      out += "\\hat{" + std::string(formula.substr(i, size - kHat.size())) + "}";
      i += size;
    } else if (formula[i] == '[' || formula[i] == ']') {
      out += formula[i] == '[' ? "_{" : "}";
      ++i;
    } else if (formula[i] == ' ') {
      out += "\\ ";
      ++i;
    } else {
      out += formula[i++];
    }
  }
  return translated(out);
}

class LatexWriter {
 public:
  /// Whether a part stands within another, where it may need brackets.
  enum class Nesting { Outermost, Inside };

  explicit LatexWriter(const DerivationStyle& style) : style_(style) {}

  std::string write(const DerivationPart& part, Nesting nesting) const {
    switch (part.kind) {
      case Kind::Cell: return number(part.value, nesting);
      case Kind::Constant:
        return part.label.empty() ? number(part.value, nesting) : formula_latex(part.label);
      case Kind::Sum: return bracket(write_sum(part), nesting);
      case Kind::Product: return join(part, " \\cdot ", Nesting::Inside);
      case Kind::Difference:
        return bracket(
            write(part.parts[0], Nesting::Outermost) + " - " + write(part.parts[1], Nesting::Inside),
            nesting);
      case Kind::Quotient:
        return "\\frac{" + first(part) + "}{" + write(part.parts[1], Nesting::Outermost) + "}";
      case Kind::Max: return "\\max\\left(" + join(part, ", ", Nesting::Outermost) + "\\right)";
      case Kind::ArgMax: return "\\arg\\max\\left(" + join(part, ", ", Nesting::Outermost) + "\\right)";
      case Kind::Square: return write(part.parts[0], Nesting::Inside) + "^2";
      case Kind::Sqrt: return "\\sqrt{" + first(part) + "}";
      case Kind::Exp: return "e^{" + first(part) + "}";
      case Kind::Negative: return bracket("-" + write(part.parts[0], Nesting::Inside), nesting);
      case Kind::Log:
      case Kind::Tanh:
      case Kind::Erf:
      case Kind::Sine:
      case Kind::Cosine: return function_name(part.kind) + "\\left(" + first(part) + "\\right)";
    }
    no_such_kind("expression");
  }

  std::string number(double value, Nesting nesting) const {
    const std::string text = translated(number_text(value, style_.digits));
    if (text == "NaN") return "\\mathrm{NaN}";
    const std::size_t power = text.find('e');
    if (power != std::string::npos)
      return bracket(text.substr(0, power) + " \\cdot 10^{" + text.substr(power + 1) + "}", nesting);
    return text.starts_with("-") ? bracket(text, nesting) : text;
  }

 private:
  static std::string function_name(Kind kind) {
    switch (kind) {
      case Kind::Log: return "\\log";
      case Kind::Tanh: return "\\tanh";
      case Kind::Erf: return "\\operatorname{erf}";
      case Kind::Sine: return "\\sin";
      case Kind::Cosine: return "\\cos";
      default: no_such_kind("function of an expression");
    }
  }
  static std::string bracket(const std::string& text, Nesting nesting) {
    return nesting == Nesting::Inside ? "\\left(" + text + "\\right)" : text;
  }
  std::string first(const DerivationPart& part) const { return write(part.parts[0], Nesting::Outermost); }
  std::string write_sum(const DerivationPart& part) const {
    const Terms terms = largest_terms(part, style_.most_terms);
    std::string out;
    for (const DerivationPart* term : terms.shown)
      out += (out.empty() ? "" : " + ") + write(*term, Nesting::Inside);
    if (terms.others == 0) return out;
    return out + " + \\underbrace{" + number(terms.rest, Nesting::Outermost) + "}_{" +
           std::to_string(terms.others) + "\\ \\mathrm{terms}}";
  }
  std::string join(const DerivationPart& part, const std::string& separator, Nesting nesting) const {
    std::string out;
    for (const DerivationPart& child : part.parts)
      out += (out.empty() ? "" : separator) + write(child, nesting);
    return out;
  }

  DerivationStyle style_;
};

/// The formula as the first of the aligned rows: by its first "=", as the others, or by its beginning.
std::string aligned_formula(const std::string& formula) {
  int depth = 0;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    depth += formula[i] == '{' ? 1 : formula[i] == '}' ? -1 : 0;
    if (formula[i] == '=' && depth == 0) return formula.substr(0, i) + "&" + formula.substr(i);
  }
  return "&" + formula;
}

}  // namespace

std::string derivation_latex(const Derivation& derivation, const DerivationStyle& style) {
  const LatexWriter writer(style);
  const std::string value = writer.number(derivation.value, LatexWriter::Nesting::Outermost);
  if (derivation.is_leaf) return value;
  return "\\begin{aligned}\n  " + aligned_formula(formula_latex(derivation.formula)) +
         " \\\\\n  &= " + writer.write(derivation.root, LatexWriter::Nesting::Outermost) +
         " \\\\\n  &= " + value + "\n\\end{aligned}";
}

}  // namespace attnlab
