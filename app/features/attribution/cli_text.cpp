// Attribution report: text with signed bars.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "app/base/format.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/attribution/cli_report.h"

namespace attnlab::attribution {
namespace {

constexpr int kBarCells = 8, kValueDigits = 4;

double largest_value(const MethodValues& method) {
  double most = 0;
  for (const double value : method.values) most = std::max(most, std::abs(value));
  return most;
}

/// "█████" above zero, "░░░" below: as long as the value is large.
std::string signed_bar(double value, double most) {
  const auto cells = most > 0 ? std::lround(kBarCells * std::abs(value) / most) : 0;
  std::string bar;
  for (long i = 0; i < cells; ++i) bar += value < 0 ? "░" : "█";
  return bar;
}

std::string metric_words(const Report& report) {
  const Attributions& a = report.attribution;
  std::string words =
      std::string(metric_kind(a.settings.metric).title) + " of " + quoted_piece(report.word());
  if (metric_kind(a.settings.metric).subtracts) words += " minus " + quoted_piece(report.against());
  if (report.of_class) return words;
  words += " at position " + std::to_string(a.settings.prediction.position);
  return report.before.empty() ? words : words + ", after " + quoted_piece(report.before);
}

void print_head(const Report& report) {
  const Attributions& a = report.attribution;
  std::printf("step %lld: %s\n", static_cast<long long>(a.step), metric_words(report).c_str());
  std::printf("f(x) %s  probability %.4f  f(baseline %s) %s  difference %s\n\n",
              number_cell(a.metric, kValueDigits).c_str(), a.probability, a.settings.baseline.c_str(),
              number_cell(a.baseline_metric, kValueDigits).c_str(),
              number_cell(a.difference(), kValueDigits).c_str());
}

TextTable table_of_inputs(const Attributions& a) {
  std::vector<std::string> titles{"input", "position", "token"};
  for (const MethodValues& method : a.methods)
    titles.insert(titles.end(), {std::string(method.method->name), ""});
  TextTable table(std::move(titles));
  for (const ReportedInput& input : reported_inputs(a)) {
    std::vector<std::string> cells{input.input->place.name(), std::to_string(input.position()),
                                   quoted_piece(input.token())};
    for (const MethodValues& method : a.methods) {
      const double value = method.values.at(input.value);
      cells.push_back(number_cell(value, kValueDigits));
      cells.push_back(signed_bar(value, largest_value(method)));
    }
    table.add(std::move(cells));
  }
  return table;
}

void print_sums(const Attributions& a) {
  for (const MethodValues& method : a.methods) {
    std::printf("%s: sum %s", std::string(method.method->title).c_str(),
                number_cell(method.sum(), kValueDigits).c_str());
    if (method.method->completes)
      std::printf(", error %s", format_small(a.completeness_error(method), 3).c_str());
    std::printf("\n");
  }
}

void print_agreements(const Attributions& a) {
  if (a.methods.size() < 2) return;
  std::vector<std::string> titles{"rank correlation"};
  for (const MethodValues& method : a.methods) titles.emplace_back(method.method->name);
  TextTable table(std::move(titles));
  for (const MethodValues& one : a.methods) {
    std::vector<std::string> cells{std::string(one.method->name)};
    for (const MethodValues& other : a.methods) cells.push_back(number_cell(agreement(one, other), 2));
    table.add(std::move(cells));
  }
  std::printf("\n%s", table.text().c_str());
}

}  // namespace

std::vector<ReportedInput> reported_inputs(const Attributions& attribution) {
  std::vector<ReportedInput> all;
  for (const AttributedInput& input : attribution.inputs)
    for (Index row = 0; row < input.rows(); ++row) all.push_back({all.size(), &input, row});
  return all;
}

void print_text(const Report& report) {
  print_head(report);
  std::printf("%s\n", table_of_inputs(report.attribution).text().c_str());
  print_sums(report.attribution);
  print_agreements(report.attribution);
}

void print_course(std::span<const Report> reports) {
  if (reports.empty()) return;
  std::printf("%s\n", metric_words(reports.back()).c_str());
  for (std::size_t m = 0; m < reports.front().attribution.methods.size(); ++m) {
    const AttributionMethod& method = *reports.front().attribution.methods[m].method;
    std::vector<std::string> titles{"step", "f(x)"};
    for (const ReportedInput& input : reported_inputs(reports.front().attribution))
      titles.push_back(quoted_piece(input.token()));
    titles.emplace_back("sum");
    TextTable table(std::move(titles));
    for (const Report& report : reports) {
      const MethodValues& values = report.attribution.methods.at(m);
      std::vector<std::string> cells{std::to_string(report.attribution.step),
                                     number_cell(report.attribution.metric, kValueDigits)};
      for (const double value : values.values) cells.push_back(number_cell(value, kValueDigits));
      cells.push_back(number_cell(values.sum(), kValueDigits));
      table.add(std::move(cells));
    }
    std::printf("\n%s\n%s", std::string(method.title).c_str(), table.text().c_str());
  }
}

}  // namespace attnlab::attribution
