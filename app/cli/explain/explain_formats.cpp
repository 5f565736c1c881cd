// Explanations as text, JSON, LaTeX and CSV.
#include "app/cli/explain/explain_formats.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/cli/json_lines.h"
#include "core/config/rows.h"
#include "core/trace/derivation_text.h"

namespace attnlab {
namespace {

void print_derivation_text(const Derivation& d, const DerivationStyle& style, ShownStep) {
  std::printf("%s = %s\n  %s\n  %s\n", d.cell.text().c_str(), number_text(d.value, style.digits).c_str(),
              d.formula.c_str(), derivation_text(d, style).c_str());
}
void print_derivation_latex(const Derivation& d, const DerivationStyle& style, ShownStep) {
  std::printf("%s\n", derivation_latex(d, style).c_str());
}
void print_derivation_csv(const Derivation& d, const DerivationStyle&, ShownStep) {
  std::printf("%s", derivation_csv(d).c_str());
}

/// A step of several is one line with its number.
void print_object(const nlohmann::ordered_json& json, ShownStep step) {
  nlohmann::ordered_json object = nlohmann::ordered_json::object();
  if (step) object["step"] = *step;
  object.update(json);
  print_json_object(object, step ? -1 : 2);
}
void print_derivation_json(const Derivation& d, const DerivationStyle&, ShownStep step) {
  print_object(derivation_json(d), step);
}

void print_cell_text(const DerivationPrinter& printer, const CellName& cell, const AroundCell& around,
                     ShownStep) {
  printer.print(cell, around.depth, "");
  if (around.users) printer.print_users(cell);
}
void print_cell_json(const DerivationPrinter& printer, const CellName& cell, const AroundCell& around,
                     ShownStep step) {
  nlohmann::ordered_json json = printer.json(cell, around.depth);
  if (around.users) json["users"] = printer.users_json(cell);
  print_object(json, step);
}

constexpr ExplainFormat kFormats[] = {{"text", print_derivation_text, print_cell_text, true},
                                      {"json", print_derivation_json, print_cell_json},
                                      {"latex", print_derivation_latex},
                                      {"csv", print_derivation_csv}};

}  // namespace

std::vector<std::string> explain_format_names() {
  std::vector<std::string> names;
  for (const ExplainFormat& format : kFormats) names.emplace_back(format.name);
  return names;
}

const ExplainFormat& explain_format(std::string_view name) { return row_named(kFormats, "format", name); }

}  // namespace attnlab
