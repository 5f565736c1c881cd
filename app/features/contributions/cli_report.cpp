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
#include "app/cli/token_rows.h"
#include "core/analysis/contributions/asked_word.h"
#include "core/config/nearest.h"

namespace attnlab {

namespace {

using PartJson = nlohmann::ordered_json;

constexpr int kContributionDecimals = 4;

const std::string& asked_entry(const ContributionReport& report, TokenId word) {
  return report.vocabularies->target.entry(word);
}

/// The pieces that a head's keys are.
const std::vector<Piece>& key_pieces(const ContributionReport& report, const ContributionPart& head) {
  const bool source = head.place.key_text() == Text::Source ||
                      (head.place.key_text() == Text::Outer && head.place.text() == Text::Source);
  return source ? report.trace->source_pieces : report.trace->input_pieces;
}

std::string key_text(const std::vector<Piece>& pieces, Index key) {
  const auto at = static_cast<std::size_t>(key);
  return at < pieces.size() ? pieces[at].text : "";
}

PartJson begun_row(const ContributionReport& report) {
  PartJson row = PartJson::object();
  if (report.names_step) row["step"] = report.step;
  return row;
}

PartJson part_rows(const ContributionReport& report) {
  PartJson rows = PartJson::array();
  for (const ContributionPart* part : report.parts) {
    PartJson row = begun_row(report);
    row["part"] = part_title(*part);
    row["kind"] = part_kind_name(part->kind);
    row["tensor"] = part->tensor;
    row["head"] = part->head < 0 ? PartJson(nullptr) : PartJson(part->head);
    row["contribution"] = part->value;
    row["left_out"] = part->left_out;
    row["error"] = part->error();
    row["divisor"] = part->divisor > 0 ? PartJson(part->divisor) : PartJson(nullptr);
    rows.push_back(std::move(row));
  }
  return rows;
}

PartJson source_rows(const ContributionReport& report, const ContributionPart& head) {
  const std::vector<Piece>& pieces = key_pieces(report, head);
  PartJson rows = PartJson::array();
  for (const SourceShare& source : head.sources) {
    PartJson row = begun_row(report);
    row["position"] = source.key;
    row["token"] = key_text(pieces, source.key);
    row["weight"] = source.weight;
    row["value"] = source.says;
    row["contribution"] = source.value;
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string table_text(PartJson rows, const std::vector<const char*>& left_out) {
  for (PartJson& row : rows)
    for (const char* member : left_out) row.erase(member);
  return as_text({"", std::make_shared<const PartJson>(std::move(rows)), kContributionDecimals});
}

/// "logit of “e” minus “a” at position 4".
std::string asked_words(const ContributionReport& report) {
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

void print_contributions(const ContributionReport& report) {
  const Contributions& all = report.all;
  std::printf("%s: %s\n", asked_words(report).c_str(), number_cell(all.logit, kContributionDecimals).c_str());
  if (report.head) {
    std::printf("what %s read: %s of it\n", part_title(*report.head).c_str(),
                number_cell(report.head->value, kContributionDecimals).c_str());
    std::printf("%s", table_text(source_rows(report, *report.head), {"step"}).c_str());
    return;
  }
  std::printf("%s", table_text(part_rows(report), {"step", "kind", "tensor", "head"}).c_str());
  std::printf("sum of all %zu parts %s", all.parts.size(),
              number_cell(all.sum(), kContributionDecimals).c_str());
  if (all.divisor > 0)
    std::printf("; the last norm divides by %s", number_cell(all.divisor, kContributionDecimals).c_str());
  std::printf("\n");
}

void print_contributions_json(const ContributionReport& report) {
  const Contributions& all = report.all;
  PartJson json = {
      {"step", report.step},
      {"position", all.of.position},
      {"word", asked_entry(report, all.of.word)},
      {"against", all.of.against ? PartJson(asked_entry(report, *all.of.against)) : PartJson(nullptr)},
      {"logit", finite_or_null(all.logit)},
      {"sum", finite_or_null(all.sum())},
      {"divisor", all.divisor > 0 ? PartJson(all.divisor) : PartJson(nullptr)}};
  ContributionReport alone = report;
  alone.names_step = false;
  PartJson parts = part_rows(alone);
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (report.parts[i]->kind == ContributionPart::Kind::Head)
      parts[i]["tokens"] = source_rows(alone, *report.parts[i]);
  json["parts"] = std::move(parts);
  print_json_object(json);
}

void print_contributions_csv(const ContributionReport& report, bool titles) {
  PartJson rows = report.head ? source_rows(report, *report.head) : part_rows(report);
  const std::string table = as_csv({"", std::make_shared<const PartJson>(std::move(rows)), 9});
  std::printf("%s", titles ? table.c_str() : table.substr(table.find('\n') + 1).c_str());
}

}  // namespace attnlab
