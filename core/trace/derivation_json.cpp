// Derivations as JSON, for other programs.
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/config/no_such_kind.h"
#include "core/trace/derivation_text.h"

namespace attnlab {

namespace {

using OrderedJson = nlohmann::ordered_json;

std::string kind_name(Expression::Kind kind) {
  switch (kind) {
    case Expression::Kind::Cell: return "cell";
    case Expression::Kind::Constant: return "constant";
    case Expression::Kind::Sum: return "sum";
    case Expression::Kind::Product: return "product";
    case Expression::Kind::Difference: return "difference";
    case Expression::Kind::Quotient: return "quotient";
    case Expression::Kind::Negative: return "negative";
    case Expression::Kind::Exp: return "exp";
    case Expression::Kind::Log: return "log";
    case Expression::Kind::Sqrt: return "sqrt";
    case Expression::Kind::Square: return "square";
    case Expression::Kind::Tanh: return "tanh";
    case Expression::Kind::Erf: return "erf";
    case Expression::Kind::Sine: return "sin";
    case Expression::Kind::Cosine: return "cos";
    case Expression::Kind::Max: return "max";
    case Expression::Kind::ArgMax: return "argmax";
  }
  no_such_kind("expression");
}

OrderedJson part_json(const DerivationPart& part) {
  OrderedJson json = {{"kind", kind_name(part.kind)}, {"value", number_json(part.value)}};
  if (!part.label.empty()) json["label"] = part.label;
  if (!part.cell.empty()) {
    json["tensor"] = part.cell.tensor;
    json["index"] = part.cell.index;
  }
  for (const DerivationPart& child : part.parts) json["parts"].push_back(part_json(child));
  return json;
}

}  // namespace

nlohmann::ordered_json number_json(double value) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  return value;
}

OrderedJson derivation_json(const Derivation& derivation) {
  OrderedJson json = {{"cell", derivation.cell.text()}, {"tensor", derivation.cell.tensor},
                      {"index", derivation.cell.index}, {"value", number_json(derivation.value)},
                      {"formula", derivation.formula},  {"operation", derivation.operation},
                      {"leaf", derivation.is_leaf},     {"edited", derivation.edited}};
  if (!derivation.is_leaf) json["derivation"] = part_json(derivation.root);
  return json;
}

}  // namespace attnlab
