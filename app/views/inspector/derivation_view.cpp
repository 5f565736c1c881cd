// Terms, lines and numbers of a derivation.
#include "app/views/inspector/derivation_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "app/base/as_shown.h"
#include "app/base/format.h"
#include "app/views/common/tensor_words.h"
#include "core/config/no_such_kind.h"
#include "core/language/messages.h"
#include "core/trace/terms.h"

namespace attnlab {

namespace {

using ExpressionKind = Expression::Kind;

bool is_value(const DerivationPart& part) {
  return part.kind == ExpressionKind::Cell || part.kind == ExpressionKind::Constant;
}

std::optional<OperandPair> as_pair(const DerivationPart& part) {
  if (part.kind == ExpressionKind::Cell) return OperandPair{&part, nullptr};
  const bool product = part.kind == ExpressionKind::Product && part.parts.size() == 2;
  if (!product || !is_value(part.parts[0]) || !is_value(part.parts[1])) return {};
  return OperandPair{&part.parts[0], &part.parts[1]};
}

/// As formulas write it; null for an operation that has a sign there.
const char* function_name(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::Exp: return "exp";
    case ExpressionKind::Log: return "log";
    case ExpressionKind::Sqrt: return "√";
    case ExpressionKind::Tanh: return "tanh";
    case ExpressionKind::Erf: return "erf";
    case ExpressionKind::Sine: return "sin";
    case ExpressionKind::Cosine: return "cos";
    case ExpressionKind::Max: return "max";
    case ExpressionKind::ArgMax: return "argmax";
    default: return nullptr;
  }
}

std::string line_words(const DerivationPart& part) {
  if (!part.label.empty()) return std::string(tr(std::string_view(part.label)));
  const std::string count = std::to_string(part.parts.size());
  switch (part.kind) {
    case ExpressionKind::Cell: return cell_title(part);
    case ExpressionKind::Constant: return tr("constant");
    case ExpressionKind::Sum: return tr("sum of {1}", count);
    case ExpressionKind::Product: return tr("product of {1}", count);
    case ExpressionKind::Max: return tr("largest of {1}", count);
    case ExpressionKind::ArgMax: return tr("argmax of {1}", count);
    case ExpressionKind::Difference: return tr("difference");
    case ExpressionKind::Quotient: return tr("quotient");
    case ExpressionKind::Negative: return tr("negative");
    case ExpressionKind::Square: return tr("square");
    default: return function_name(part.kind);
  }
}

void collect_lines(const DerivationPart& part, int depth, std::size_t most,
                   std::vector<DerivationLine>& lines) {
  const int links = lines.empty() ? 0 : lines.back().links;
  lines.push_back(
      {depth, &part, line_words(part), part.value, links + (part.kind == ExpressionKind::Cell ? 1 : 0)});
  const Terms terms = largest_terms(part, part.kind == ExpressionKind::Sum ? most : 0);
  for (const DerivationPart* child : terms.shown) collect_lines(*child, depth + 1, most, lines);
  if (terms.others == 0) return;
  const auto others = static_cast<std::int64_t>(terms.others);
  const std::string words = tr_plural("+ {1} term", "+ {1} terms", others, std::to_string(others));
  lines.push_back({depth + 1, nullptr, words, terms.rest, lines.back().links});
}

const DerivationPart* first_cell(const DerivationPart& part) {
  if (part.kind == ExpressionKind::Cell) return &part;
  for (const DerivationPart& child : part.parts) {
    if (const DerivationPart* found = first_cell(child)) return found;
  }
  return nullptr;
}

/// Typesets a derivation's numbers as a formula; the result has `decimals`, its operands some more.
class Typesetter {
 public:
  Typesetter(int decimals, int more, std::size_t most_terms)
      : decimals_(decimals + more), of_result_(decimals), most_terms_(most_terms) {}

  /// The root's pieces, flat, so that a long sum can be broken between its terms.
  std::vector<Formula> pieces(const DerivationPart& root) const {
    if (root.kind == ExpressionKind::Sum) return terms(root, math::op("+"), true);
    return {set(root, false, false)};
  }

  Formula result(const Derivation& derivation) const {
    DerivationPart cell;
    cell.kind = ExpressionKind::Cell;
    cell.cell = derivation.cell;
    cell.site = derivation.site;
    return math::number(result_words(derivation), cell_role(cell));
  }

  /// The sign between the root's pieces and the result: whether the written numbers make the result.
  const char* relation_to_result(const Derivation& derivation) const {
    const bool sum = derivation.root.kind == ExpressionKind::Sum;
    return relation(shown(derivation.root, sum, false), result_words(derivation));
  }

  Formula set(const DerivationPart& part, bool inside, bool named_as_value) const {
    if (named_as_value && !part.label.empty()) return number(part, inside);
    switch (part.kind) {
      case ExpressionKind::Cell:
      case ExpressionKind::Constant: return number(part, inside);
      case ExpressionKind::Sum: return fenced(joined(part, math::op("+"), true), inside);
      case ExpressionKind::Product: return joined(part, math::op("×"), false);
      case ExpressionKind::Difference:
        return fenced(math::row({child(part, 0, false), math::op("−"), child(part, 1, true)}), inside);
      case ExpressionKind::Quotient: return math::frac(child(part, 0, false), child(part, 1, false));
      case ExpressionKind::Square: return math::sup(child(part, 0, true), "2");
      case ExpressionKind::Sqrt: return math::sqrt(child(part, 0, false));
      case ExpressionKind::Negative: return math::row({math::text("−"), child(part, 0, true)});
      case ExpressionKind::Max:
      case ExpressionKind::ArgMax:
        return math::call(function_name(part.kind), joined(part, math::punct(","), true));
      case ExpressionKind::Exp:
      case ExpressionKind::Log:
      case ExpressionKind::Tanh:
      case ExpressionKind::Erf:
      case ExpressionKind::Sine:
      case ExpressionKind::Cosine: return math::call(function_name(part.kind), child(part, 0, false));
    }
    no_such_kind("expression");
  }

 private:
  std::string result_words(const Derivation& derivation) const {
    return number_words(derivation.value, false, of_result_);
  }

  /// The value of the numbers that set() writes, or pieces() of a sum.
  double shown(const DerivationPart& part, bool cut, bool named_as_value) const {
    const bool leaf = is_value(part) || (named_as_value && !part.label.empty());
    if (leaf) return shown_number(number_words(part.value, part.kind == ExpressionKind::Constant, decimals_));
    const bool listed = part.kind == ExpressionKind::Max || part.kind == ExpressionKind::ArgMax;
    if (listed && part.parts.size() > most_terms_) return part.value;  // some are not written
    const Terms written = written_terms(part, cut || part.kind == ExpressionKind::Sum);
    Expression of_shown;
    of_shown.kind = part.kind;
    for (const DerivationPart* term : written.shown)
      of_shown.parts.push_back(attnlab::number(shown(*term, false, true)));
    if (written.others > 0)
      of_shown.parts.push_back(attnlab::number(shown_number(number_words(written.rest, false, decimals_))));
    return of_shown.evaluate();
  }

  /// The terms of a sum that are written, and the rest.
  Terms written_terms(const DerivationPart& part, bool cut) const {
    const bool some = cut && part.kind == ExpressionKind::Sum && part.parts.size() > 2;
    return largest_terms(part, some ? most_terms_ : 0);
  }

  Formula child(const DerivationPart& part, std::size_t i, bool inside) const {
    return set(part.parts[i], inside, true);
  }
  Formula number(const DerivationPart& part, bool inside) const {
    const Role role = part.kind == ExpressionKind::Cell ? cell_role(part) : Role::None;
    const std::string text = number_words(part.value, part.kind == ExpressionKind::Constant, decimals_);
    return fenced(math::number(text, role), inside && text.starts_with("−"));
  }
  static std::string number_words(double value, bool constant, int decimals) {
    const bool tiny = value != 0 && std::abs(value) < 1e-4;
    return tiny ? format_number(value, 3) : format_fixed(value, decimals_of(value, constant, decimals));
  }
  /// Small numbers have two significant figures: 0.00 would look like nothing.
  static int decimals_of(double value, bool constant, int decimals) {
    const double size = std::abs(value);
    const bool whole = size == 0 || (constant && size == std::floor(size));
    if (whole) return 0;
    const int needed = size < 1 && size > 1e-9 ? static_cast<int>(std::ceil(-std::log10(size))) + 1 : 0;
    return std::clamp(needed, decimals, decimals + 4);
  }
  static Formula fenced(Formula inside, bool fence) { return fence ? math::paren(inside) : inside; }
  Formula joined(const DerivationPart& part, const Formula& sign, bool cut) const {
    return math::row(terms(part, sign, cut));
  }
  std::vector<Formula> terms(const DerivationPart& part, const Formula& sign, bool cut) const {
    const bool sum = part.kind == ExpressionKind::Sum;
    const Terms terms = written_terms(part, cut);
    cut = cut && part.parts.size() > 2;
    const std::size_t count = cut ? std::min(most_terms_, terms.shown.size()) : terms.shown.size();
    std::vector<Formula> row;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) row.push_back(sign);
      row.push_back(set(*terms.shown[i], part.kind != ExpressionKind::Max, true));
    }
    if (count < part.parts.size()) {
      const std::string others = std::to_string(part.parts.size() - count);
      row.insert(
          row.end(),
          {sign, math::number(sum ? tr("({1} more: {2})", others, number_words(terms.rest, false, decimals_))
                                  : tr("({1} more)", others))});
    }
    return row;
  }

  int decimals_, of_result_;
  std::size_t most_terms_;
};

/// Numbers in a derivation, up to `most` of them.
std::size_t count_numbers(const DerivationPart& part, std::size_t most) {
  if (is_value(part)) return 1;
  std::size_t count = 0;
  for (const DerivationPart& each : part.parts) {
    if (count >= most) break;
    count += count_numbers(each, most - count);
  }
  return count;
}

/// How many decimals more than their result operands may have, and how many operands.
constexpr int kMoreDecimals = 3;
constexpr std::size_t kFewNumbers = 5;

/// With the fewest digits of the operands that make the written equation true. If no number of digits is
/// enough, or the equation has many numbers, the operands have no more digits than the result.
Typesetter typesetter_of(const Derivation& derivation, int decimals, std::size_t most_terms) {
  const bool few = count_numbers(derivation.root, kFewNumbers) < kFewNumbers;
  for (int more = 0; more <= (few ? kMoreDecimals : 0); ++more) {
    const Typesetter with(decimals, more, most_terms);
    if (std::string_view(with.relation_to_result(derivation)) == "=") return with;
  }
  return {decimals, 0, most_terms};
}

}  // namespace

double OperandSum::total() const {
  return std::accumulate(terms.begin(), terms.end(), 0.0,
                         [](double sum, const OperandPair& term) { return sum + term.product(); });
}

std::optional<OperandSum> operand_sum(const DerivationPart& root) {
  const bool divided =
      root.kind == ExpressionKind::Quotient && root.parts[1].kind == ExpressionKind::Constant;
  const DerivationPart& sum = divided ? root.parts[0] : root;
  if (sum.kind != ExpressionKind::Sum || sum.parts.empty()) return {};
  OperandSum found;
  if (divided) found.divisor = &root.parts[1];
  const std::optional<OperandPair> first = as_pair(sum.parts[0]);
  if (!first) return {};
  for (const DerivationPart& part : sum.parts) {
    const std::optional<OperandPair> pair = as_pair(part);
    if (!pair) return {};
    const bool alike = (pair->right == nullptr) == (first->right == nullptr);
    if (alike) {
      found.terms.push_back(*pair);
    } else {
      found.others.push_back(&part);
    }
  }
  if (found.terms.size() < 3) return {};
  return found;
}

std::vector<std::size_t> by_size(const std::vector<OperandPair>& terms) {
  std::vector<std::size_t> places(terms.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(terms[a].product()) > std::abs(terms[b].product());
  });
  return places;
}

std::vector<DerivationLine> derivation_lines(const DerivationPart& root, std::size_t most) {
  std::vector<DerivationLine> lines;
  collect_lines(root, 0, most, lines);
  return lines;
}

std::vector<const DerivationPart*> softmax_scores(const DerivationPart& root) {
  std::vector<const DerivationPart*> scores;
  if (root.kind != ExpressionKind::Quotient || root.parts[0].kind != ExpressionKind::Exp ||
      root.parts[1].kind != ExpressionKind::Sum) {
    return scores;
  }
  for (const DerivationPart& part : root.parts[1].parts) {
    const DerivationPart* cell = part.kind == ExpressionKind::Exp ? first_cell(part) : nullptr;
    if (!cell) return {};
    scores.push_back(cell);
  }
  return scores;
}

Formula written_out(const Derivation& derivation, int decimals, std::size_t most_terms) {
  if (derivation.is_leaf) return Typesetter(decimals, 0, most_terms).result(derivation);
  const Typesetter typesetter = typesetter_of(derivation, decimals, most_terms);
  std::vector<Formula> row = typesetter.pieces(derivation.root);
  row.insert(row.end(),
             {math::rel(typesetter.relation_to_result(derivation)), typesetter.result(derivation)});
  return math::row(std::move(row));
}

}  // namespace attnlab
