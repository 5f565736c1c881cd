// Contribution report: rows of parts and of tokens that a head read, and what is printed of them.
#include "app/features/contributions/cli_report.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/cli/json_lines.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/config/nearest.h"

namespace attnlab::contributions {
namespace {

using PartJson = nlohmann::ordered_json;

constexpr int kDecimals = 4;

const std::string& asked_entry(const Report& report, TokenId word) {
  return report.vocabularies->target.entry(word);
}

/// The pieces that a head's keys are.
const std::vector<Piece>& key_pieces(const Report& report, const ContributionPart& head) {
  const bool source = head.place.key_text() == Text::Source ||
                      (head.place.key_text() == Text::Outer && head.place.text() == Text::Source);
  return source ? report.trace->source_pieces : report.trace->input_pieces;
}

std::string key_text(const std::vector<Piece>& pieces, Index key) {
  const auto at = static_cast<std::size_t>(key);
  return at < pieces.size() ? pieces[at].text : "";
}

Table part_table(const Report& report) {
  Table table("parts", {"part", hidden_column("kind"), hidden_column("tensor"), hidden_column("head"),
                        "contribution", "left_out", "error", "divisor"});
  for (const ContributionPart* part : report.parts)
    table.add({part_title(*part), part_kind_name(part->kind), part->tensor,
               part->head < 0 ? TableCell() : TableCell(part->head), part->value, part->left_out,
               part->error(), part->divisor > 0 ? TableCell(part->divisor) : TableCell()});
  return table;
}

Table source_table(const Report& report, const ContributionPart& head) {
  const std::vector<Piece>& pieces = key_pieces(report, head);
  Table table("tokens", {"position", token_column("token"), "weight", "value", "contribution"});
  for (const SourceShare& source : head.sources)
    table.add({source.key, key_text(pieces, source.key), source.weight, source.says, source.value});
  return table;
}

/// "logit of “e” minus “a” at position 4".
std::string asked_words(const Report& report) {
  const AskedLogit& asked = report.all.of;
  std::string words = "logit of " + quoted_piece(asked_entry(report, asked.word));
  if (asked.against) words += " minus " + quoted_piece(asked_entry(report, *asked.against));
  const std::vector<Piece>& pieces = asked_pieces(*report.trace);
  if (report.all.rows.size() > 1)
    return words + ", over the mean of " + std::to_string(pieces.size()) + " rows";
  if (logit_rows(*report.trace) == 1) return words;
  return words + " at position " + std::to_string(asked.position) + ", " +
         quoted_piece(key_text(pieces, asked.position));
}

}  // namespace

std::vector<const ContributionPart*> ordered_parts(const Contributions& all, PartOrder order, Index top) {
  std::vector<const ContributionPart*> parts;
  for (const ContributionPart& part : all.parts) parts.push_back(&part);
  if (order == PartOrder::Size)
    std::ranges::stable_sort(parts, [](const ContributionPart* a, const ContributionPart* b) {
      return std::abs(a->value) > std::abs(b->value);
    });
  if (top > 0 && parts.size() > static_cast<std::size_t>(top)) parts.resize(static_cast<std::size_t>(top));
  return parts;
}

const ContributionPart& head_named(const Contributions& all, const std::string& name) {
  std::vector<std::string> names;
  for (const ContributionPart& part : all.parts) {
    if (part.kind != ContributionPart::Kind::Head) continue;
    names.push_back(part.place.name() + "#" + std::to_string(part.head));
    if (names.back() == name) return part;
  }
  throw std::invalid_argument("there is no head " + name + did_you_mean(name, names));
}

Table asked_table(const Report& report) {
  return report.head ? source_table(report, *report.head) : part_table(report);
}

void print_text(const Report& report) {
  const Contributions& all = report.all;
  std::printf("%s: %s\n", asked_words(report).c_str(), number_cell(all.logit, kDecimals).c_str());
  if (report.head)
    std::printf("what %s read: %s of it\n", part_title(*report.head).c_str(),
                number_cell(report.head->value, kDecimals).c_str());
  std::printf("%s", asked_table(report).text().c_str());
  if (report.head) return;
  std::printf("sum of all %zu parts %s", all.parts.size(), number_cell(all.sum(), kDecimals).c_str());
  if (all.divisor > 0)
    std::printf("; the last norm divides by %s", number_cell(all.divisor, kDecimals).c_str());
  std::printf("\n");
}

void print_json(const Report& report) {
  const Contributions& all = report.all;
  PartJson json = {
      {"step", report.step},
      {"position", all.of.position},
      {"word", asked_entry(report, all.of.word)},
      {"against", all.of.against ? PartJson(asked_entry(report, *all.of.against)) : PartJson(nullptr)},
      {"logit", finite_or_null(all.logit)},
      {"sum", finite_or_null(all.sum())},
      {"divisor", all.divisor > 0 ? PartJson(all.divisor) : PartJson(nullptr)}};
  PartJson parts = part_table(report).json();
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (report.parts[i]->kind == ContributionPart::Kind::Head)
      parts[i]["tokens"] = source_table(report, *report.parts[i]).json();
  json["parts"] = std::move(parts);
  print_json_object(json);
}

}  // namespace attnlab::contributions
