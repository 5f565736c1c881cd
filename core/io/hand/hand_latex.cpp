// Hand report in LaTeX: each matrix after the formula that computes it.
#include <algorithm>

#include "core/io/hand/hand_report.h"
#include "core/language/language.h"
#include "core/trace/derivation_text.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

struct LatexName {
  const Site* site;
  std::string_view text;
};

constexpr LatexName kLatexNames[] = {
    {&hand_sites::kQuery, "Q"},
    {&hand_sites::kKey, "K"},
    {&hand_sites::kValue, "V"},
    {&hand_sites::kWeight, "W"},
    {&hand_sites::kQueryWeight, "W_q"},
    {&hand_sites::kKeyWeight, "W_k"},
    {&hand_sites::kScoreWeight, "v"},
    {&hand_sites::kWeightedKey, "KW^{\\top}"},
    {&hand_sites::kHiddenQuery, "QW_q^{\\top}"},
    {&hand_sites::kHiddenKey, "KW_k^{\\top}"},
    {&hand_sites::kUnitQuery, "\\hat{Q}"},
    {&hand_sites::kUnitKey, "\\hat{K}"},
    {&hand_sites::kCosine, "\\hat{Q}\\hat{K}^{\\top}"},
    {&hand_sites::kScores, "S"},
    {&hand_sites::kScaled, "S/\\sqrt{d_k}"},
    {&hand_sites::kMask, "M"},
    {&hand_sites::kMasked, "S_M"},
    {&hand_sites::kWeights, "A"},
    {&hand_sites::kOutput, "Z = AV"},
};

/// A name as upright text; LaTeX's special characters are escaped.
std::string latex_text(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c == '\\') {
      text += "\\textbackslash{}";
      continue;
    }
    if (c == '^' || c == '~') {
      text += std::string("\\") + c + "{}";
      continue;
    }
    if (std::string_view("#$%&_{}").find(c) != std::string_view::npos) text += '\\';
    text += c;
  }
  return "\\text{" + text + "}";
}

std::string latex_number(double value, int digits) {
  std::string text = number_text(value, digits);
  for (std::size_t at; (at = text.find("−")) != std::string::npos;)
    text.replace(at, std::string_view("−").size(), "-");
  for (std::size_t at; (at = text.find("∞")) != std::string::npos;)
    text.replace(at, std::string_view("∞").size(), "\\infty");
  if (const std::size_t e = text.find('e'); e != std::string::npos && e > 0)
    text = text.substr(0, e) + "\\cdot 10^{" + text.substr(e + 1) + "}";
  return value != value ? "\\text{NaN}" : text;
}

std::string name_of(const HandTable& table) {
  if (table.name == "softmax.shifted") return "s_{ij} - \\max_j s_{ij}";
  if (table.name == "softmax.exp") return "e^{s_{ij} - \\max_j s_{ij}}";
  if (table.name == "softmax.sum") return latex_text("max and sum");
  if (table.tensor->is(hand_sites::kHidden)) return latex_text(table.title);
  const auto found = std::ranges::find(kLatexNames, table.tensor->site, &LatexName::site);
  return std::string(found->text);
}

}  // namespace

std::string hand_latex(const Trace& trace, int digits) {
  const InEnglish for_programs;
  std::string text = "\\begin{align*}\n";
  const std::vector<HandTable> tables = hand_tables(trace);
  for (std::size_t t = 0; t < tables.size(); ++t) {
    const HandTable& table = tables[t];
    text += "  " + name_of(table) + " &= \\begin{bmatrix}\n";
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
      text += "    ";
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        text += (c ? " & " : "") + latex_number(table.at(r, c), digits);
      text += " \\\\\n";
    }
    text += std::string("  \\end{bmatrix}") + (t + 1 < tables.size() ? " \\\\" : "") + "\n";
  }
  return text + "\\end{align*}\n";
}

}  // namespace attnlab
