// Contribution report: rows of parts and of tokens that a head reads, as text, JSON and tables.
#include "app/features/contributions/cli_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/cli/json_lines.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/config/nearest.h"
#include "core/language/language.h"
#include "core/language/messages.h"

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
  const InEnglish for_programs;
  Table table("parts",
              {tr_mark("part"), hidden_column("kind"), hidden_column("tensor"), hidden_column("head"),
               tr_mark("contribution"), tr_mark("left_out"), tr_mark("error"), tr_mark("divisor")});
  for (const ContributionPart* part : report.parts)
    table.add({part_title(*part), part_kind_name(part->kind), part->tensor,
               part->head < 0 ? TableCell() : TableCell(part->head), part->value, part->left_out,
               part->error(), part->divisor > 0 ? TableCell(part->divisor) : TableCell()});
  return table;
}

Table source_table(const Report& report, const ContributionPart& head) {
  const std::vector<Piece>& pieces = key_pieces(report, head);
  Table table("tokens", {tr_mark("position"), token_column(tr_mark("token")), tr_mark("weight"),
                         tr_mark("value"), tr_mark("contribution")});
  for (const SourceShare& source : head.sources)
    table.add({source.key, key_text(pieces, source.key), source.weight, source.says, source.value});
  return table;
}

/// "logit of "e" minus "a"".
std::string logit_words(const Report& report) {
  const AskedLogit& asked = report.all.of;
  const std::string token = quoted_piece(asked_entry(report, asked.word));
  return asked.against
             ? tr("logit of {1} minus {2}", token, quoted_piece(asked_entry(report, *asked.against)))
             : tr("logit of {1}", token);
}

/// "logit of "e" minus "a" at position 4, "h"".
std::string asked_words(const Report& report) {
  const std::string logit = logit_words(report);
  const std::vector<Piece>& pieces = asked_pieces(*report.trace);
  if (report.all.rows.size() > 1)
    return tr("{1}, computed from the mean of {2} rows", logit, std::to_string(pieces.size()));
  if (logit_rows(*report.trace) == 1) return logit;
  const Index position = report.all.of.position;
  return tr("{1} at position {2}, {3}", logit, std::to_string(position),
            quoted_piece(key_text(pieces, position)));
}

/// "sum of all 19 parts 3.2150; the last norm divides by 0.5310".
std::string sum_words(const Contributions& all) {
  const std::string parts = std::to_string(all.parts.size()), sum = number_cell(all.sum(), kDecimals);
  if (all.divisor > 0)
    return tr("sum of all {1} parts: {2}; the last norm divides by {3}", parts, sum,
              number_cell(all.divisor, kDecimals));
  return tr("sum of all {1} parts: {2}", parts, sum);
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
  throw std::invalid_argument(tr("there is no head {1}", name) + did_you_mean(name, names));
}

Table asked_table(const Report& report) {
  return report.head ? source_table(report, *report.head) : part_table(report);
}

void print_text(const Report& report) {
  const Contributions& all = report.all;
  print(asked_words(report) + ": " + number_cell(all.logit, kDecimals) + "\n");
  if (report.head)
    print(tr("{1} contributes {2}; the tokens that it reads:", part_title(*report.head),
             number_cell(report.head->value, kDecimals)) +
          "\n");
  print(asked_table(report).text());
  if (!report.head) print(sum_words(all) + "\n");
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
