// A recursive descent parser of the notation of Derivation::formula.
#include "app/widgets/formula/formula_text.h"

#include <algorithm>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "app/widgets/formula/formula_layout.h"

namespace attnlab {

namespace {

struct NoFormula {};

enum class TokenKind { Name, Number, Sign, End };

struct Token {
  TokenKind kind = TokenKind::End;
  std::string text{};
  std::size_t start = 0;
  bool space_before = false;
};

std::size_t letter_length(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  return std::min(length, text.size() - at);
}

bool is_name_letter(std::string_view letter) {
  const auto lead = static_cast<unsigned char>(letter[0]);
  if (lead < 0x80) return (lead >= 'a' && lead <= 'z') || (lead >= 'A' && lead <= 'Z');
  return (lead == 0xCE || lead == 0xCF) && letter != "Σ";  // Greek
}

bool is_number_letter(std::string_view letter) {
  return (letter[0] >= '0' && letter[0] <= '9') || letter == "½" || letter == "∞";
}

/// Signs of derivations alone, or those that lessons have too.
enum class Notation { Derivations, Lessons };

constexpr std::string_view kRelations[] = {"=", "≈", "←", "→", "≤", "≥", "≠", "<", ">", "∈"};
constexpr std::string_view kLowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉", "ᵢ", "ⱼ"};
constexpr std::string_view kLoweredAs[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "i", "j"};

bool is_among(std::span<const std::string_view> signs, std::string_view letter) {
  return std::ranges::find(signs, letter) != signs.end();
}

bool is_sign_of_lessons(std::string_view letter) {
  return is_among(kRelations, letter) || is_among(kLowered, letter) || letter == "⊙" || letter == "…" ||
         letter == "³";
}

bool is_sign(std::string_view letter) {
  constexpr std::string_view kSigns[] = {"=", "≈", "+", "−", "·", "×", "/", "(", ")", "[", "]",
                                         ",", "^", "√", "Σ", "²", "_", ";", "∂", "{", "}"};
  return std::find(std::begin(kSigns), std::end(kSigns), letter) != std::end(kSigns);
}

/// What the sign at `at` continues, without a space: a word, as in feed-forward, or a number, as in 0.5.
std::optional<TokenKind> continued(std::string_view text, std::size_t at, const std::vector<Token>& before) {
  if (before.empty() || at + 1 >= text.size()) return std::nullopt;
  const TokenKind kind = before.back().kind;
  const std::string_view next = text.substr(at + 1, letter_length(text, at + 1));
  if (text[at] == '-' && kind == TokenKind::Name && is_name_letter(next)) return kind;
  if (text[at] == '.' && kind == TokenKind::Number && is_number_letter(next)) return kind;
  return std::nullopt;
}

std::vector<Token> split(std::string_view text, Notation notation) {
  const bool lessons = notation == Notation::Lessons;
  std::vector<Token> tokens;
  bool space = false;
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view letter = text.substr(i, letter_length(text, i));
    if (letter == " ") {
      space = true;
      ++i;
      continue;
    }
    const auto goes_on = lessons && !space ? continued(text, i, tokens) : std::nullopt;
    const TokenKind kind = goes_on                    ? *goes_on
                           : is_name_letter(letter)   ? TokenKind::Name
                           : is_number_letter(letter) ? TokenKind::Number
                                                      : TokenKind::Sign;
    if (kind == TokenKind::Sign && !is_sign(letter) && !(lessons && is_sign_of_lessons(letter)))
      throw NoFormula();
    const bool joins = !tokens.empty() && !space && kind != TokenKind::Sign && tokens.back().kind == kind;
    if (joins) {
      tokens.back().text += letter;
    } else {
      tokens.push_back({kind, std::string(letter), i, space});
    }
    space = false;
    i += letter.size();
  }
  tokens.push_back({TokenKind::End, "", text.size(), false});
  return tokens;
}

class FormulaReader {
 public:
  FormulaReader(std::string_view text, const SymbolRoles& roles, Notation notation)
      : text_(text), roles_(roles), tokens_(split(text, notation)) {}

  /// a = b = c, then perhaps a comma and words.
  FormulaText whole() {
    FormulaText read;
    std::vector<Formula> parts = {sum_of_terms()};
    if (!at_relation()) throw NoFormula();
    while (at_relation()) {
      parts.push_back(math::rel(take().text));
      parts.push_back(sum_of_terms());
    }
    if (now().text == ",") {
      read.words = text_.substr(now().start + 2);
    } else if (now().kind != TokenKind::End) {
      throw NoFormula();
    }
    read.formula = math::row(std::move(parts));
    return read;
  }

  /// One side, or several with relations or commas between them.
  Formula alone() {
    std::vector<Formula> parts = {sum_of_terms()};
    while (now().kind != TokenKind::End) {
      if (!at_relation() && !at(",")) throw NoFormula();
      const bool relates = at_relation();
      const std::string sign = take().text;
      parts.push_back(relates ? math::rel(sign) : math::punct(sign));
      parts.push_back(sum_of_terms());
    }
    return parts.size() == 1 ? parts[0] : math::row(std::move(parts));
  }

 private:
  const Token& now() const { return tokens_[at_]; }
  bool at(std::string_view sign) const { return now().kind == TokenKind::Sign && now().text == sign; }
  bool at_any(std::span<const std::string_view> signs) const {
    return now().kind == TokenKind::Sign && is_among(signs, now().text);
  }
  bool at_relation() const { return at_any(kRelations); }
  Token take() { return tokens_[at_++]; }
  void expect(std::string_view sign) {
    if (!at(sign)) throw NoFormula();
    ++at_;
  }

  Formula sum_of_terms() {
    std::vector<Formula> parts;
    if (at("−")) parts.push_back(math::text(take().text));
    parts.push_back(term());
    while (at("+") || at("−")) {
      parts.push_back(math::op(take().text));
      parts.push_back(term());
    }
    return parts.size() == 1 ? parts[0] : math::row(std::move(parts));
  }

  /// A factor; `bare` is without brackets, for numerators and denominators.
  struct Factor {
    Formula formula, bare;
  };

  Formula term() {
    Factor first = factor();
    Formula product = first.formula, bare = first.bare;
    while (at("·") || at("×") || at("/") || at("⊙")) {
      const std::string sign = take().text;
      const Factor next = factor();
      product =
          sign == "/" ? math::frac(bare, next.bare) : math::row({product, math::op(sign), next.formula});
      bare = product;
    }
    return product;
  }

  Factor factor() {
    Factor base = primary();
    while (at("²") || at("³") || at("^") || at_any(kLowered)) {
      const std::string sign = take().text;
      const auto* const lowered = std::ranges::find(kLowered, sign);
      if (lowered != std::end(kLowered)) {
        const std::string below(kLoweredAs[lowered - std::begin(kLowered)]);
        base.formula = base.bare = math::sub(base.formula, math::number(below));
        continue;
      }
      const Formula power = sign == "²" ? math::number("2") : sign == "³" ? math::number("3") : exponent();
      base.formula = base.bare = math::sup(base.formula, power);
    }
    return base;
  }

  /// "e^x", "e^−x" or "e^{x/2}".
  Formula exponent() {
    if (at("{")) return ++at_, math::row(list("}"));
    if (!at("−")) return primary().bare;
    Formula sign = math::text(take().text);
    return math::row({std::move(sign), primary().bare});
  }

  Factor primary() {
    if (at("(")) return bracketed();
    if (at("[")) return iverson();
    if (at("√")) return ++at_, same(math::sqrt(factor().bare));
    if (at("Σ")) return same(sum_sign());
    if (at("∂")) return same(derivative());
    if (at("…")) return same(math::text(take().text));
    if (now().kind == TokenKind::Number) return same(number());
    if (now().kind == TokenKind::Name) return same(name());
    throw NoFormula();
  }

  /// ∂y, or ∂y/∂x, which is one factor: a·∂y/∂x is not (a·∂y)/∂x.
  Formula derivative() {
    expect("∂");
    const Formula change = math::row({math::text("∂", Role::Gradient), primary().formula});
    const bool by_another = at("/") && at_ + 1 < tokens_.size() && tokens_[at_ + 1].text == "∂";
    if (!by_another) return change;
    expect("/");
    return math::frac(change, derivative());
  }

  static Factor same(Formula formula) { return {formula, formula}; }

  Factor bracketed() {
    expect("(");
    const Formula inside = sum_of_terms();
    expect(")");
    const bool fraction = inside->kind == FormulaKind::Fraction;
    return {fraction ? inside : math::paren(inside), inside};
  }

  /// [condition]: 1 where it holds.
  Factor iverson() {
    expect("[");
    std::vector<Formula> parts = {sum_of_terms()};
    if (at_relation()) {
      parts.push_back(math::rel(take().text));
      parts.push_back(sum_of_terms());
    }
    expect("]");
    return same(math::bracket(math::row(std::move(parts))));
  }

  Formula sum_sign() {
    expect("Σ");
    Formula below;
    if (at("_")) {
      ++at_;
      below = symbol(take().text);
    }
    return math::sum(below, nullptr, term());
  }

  /// "2i" is a product without a sign.
  Formula number() {
    const Formula digits = math::number(take().text);
    const bool factor_follows = now().kind == TokenKind::Name && !now().space_before;
    return factor_follows ? math::row({digits, name()}) : digits;
  }

  Formula symbol(const std::string& name) const {
    const auto found = roles_.find(name);
    const Role role = found == roles_.end() ? Role::None : found->second;
    const bool letter = letter_length(name, 0) == name.size();
    return letter ? math::var(name, role) : math::text(name, role, name);
  }

  Formula name() {
    const std::string word = take().text;
    if (at("(") && !now().space_before) return applied(word);
    if (at("[") && !now().space_before) return subscripted(word);
    if (at("_")) return lowered(word);
    const bool applies =
        (word == "log" || word == "ln") &&
        (at("Σ") || now().kind == TokenKind::Name || (word == "ln" && now().kind == TokenKind::Number));
    if (applies) return math::row({math::text(word), primary().formula});
    return symbol(word);
  }

  std::vector<Formula> list(std::string_view end) {
    std::vector<Formula> parts = {sum_of_terms()};
    while (at(",")) {
      parts.push_back(math::punct(take().text));
      parts.push_back(sum_of_terms());
    }
    expect(end);
    return parts;
  }

  Formula applied(const std::string& word) {
    expect("(");
    return math::row({symbol(word), math::paren(math::row(list(")")))});
  }

  Formula subscripted(const std::string& word) {
    expect("[");
    return math::sub(symbol(word), math::row(list("]")));
  }

  /// "h_t", "h_{t−1}".
  Formula lowered(const std::string& word) {
    expect("_");
    if (!at("{")) return math::sub(symbol(word), primary().formula);
    expect("{");
    return math::sub(symbol(word), math::row(list("}")));
  }

  std::string_view text_;
  const SymbolRoles& roles_;
  std::vector<Token> tokens_;
  std::size_t at_ = 0;
};

}  // namespace

FormulaText formula_from_text(std::string_view text, const SymbolRoles& roles) {
  try {
    return FormulaReader(text, roles, Notation::Derivations).whole();
  } catch (const NoFormula&) {
    return {nullptr, std::string(text)};
  }
}

Formula formula_alone(std::string_view text, const SymbolRoles& roles) {
  try {
    return FormulaReader(text, roles, Notation::Lessons).alone();
  } catch (const NoFormula&) {
    return nullptr;
  }
}

}  // namespace attnlab
