// Attribution report: text with signed bars.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/base/print.h"
#include "app/base/printable.h"
#include "app/base/text_table.h"
#include "app/features/attribution/cli_report.h"
#include "core/language/messages.h"

namespace attnlab::attribution {
namespace {

constexpr int kBarCells = 8, kValueDigits = 4;

double largest_value(const MethodValues& method) {
  double most = 0;
  for (const double value : method.values) most = std::max(most, std::abs(value));
  return most;
}

/// "█████" above zero, "░░░" below zero; the length is proportional to the value.
std::string signed_bar(double value, double most) {
  const auto cells = most > 0 ? std::lround(kBarCells * std::abs(value) / most) : 0;
  std::string bar;
  for (long i = 0; i < cells; ++i) bar += value < 0 ? "░" : "█";
  return bar;
}

/// "logit difference of "c" minus "e"".
std::string number_words(const Report& report) {
  const MetricKind& metric = metric_kind(report.attribution.settings.metric);
  const std::string_view title = tr(metric.title);
  const std::string token = quoted_piece(report.word());
  return metric.subtracts ? tr("{1} of {2} minus {3}", title, token, quoted_piece(report.against()))
                          : tr("{1} of {2}", title, token);
}

/// "logit of "c" at position 1, after "e"".
std::string metric_words(const Report& report) {
  const std::string number = number_words(report);
  if (report.of_class) return number;
  const std::string position = std::to_string(report.attribution.settings.prediction.position);
  if (report.before.empty()) return tr("{1} at position {2}", number, position);
  return tr("{1} at position {2}, after {3}", number, position, quoted_piece(report.before));
}

void print_head(const Report& report) {
  const Attributions& a = report.attribution;
  print(tr("step {1}", std::to_string(a.step)) + ": " + metric_words(report) + "\n");
  print(tr("f(x) {1}  probability {2}  f(baseline {3}) {4}  difference {5}",
           number_cell(a.metric, kValueDigits), number_cell(a.probability, kValueDigits), a.settings.baseline,
           number_cell(a.baseline_metric, kValueDigits), number_cell(a.difference(), kValueDigits)) +
        "\n\n");
}

TextTable table_of_inputs(const Attributions& a) {
  std::vector<std::string> titles{tr("input"), tr("position"), tr("token")};
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
    const std::string_view title = tr(method.method->title);
    const std::string sum = number_cell(method.sum(), kValueDigits);
    print((method.method->completes
               ? tr("{1}: sum {2}, error {3}", title, sum, format_small(a.completeness_error(method), 3))
               : tr("{1}: sum {2}", title, sum)) +
          "\n");
  }
}

void print_agreements(const Attributions& a) {
  if (a.methods.size() < 2) return;
  std::vector<std::string> titles{tr("rank correlation")};
  for (const MethodValues& method : a.methods) titles.emplace_back(method.method->name);
  TextTable table(std::move(titles));
  for (const MethodValues& one : a.methods) {
    std::vector<std::string> cells{std::string(one.method->name)};
    for (const MethodValues& other : a.methods) cells.push_back(number_cell(agreement(one, other), 2));
    table.add(std::move(cells));
  }
  print("\n" + table.text());
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
  print(table_of_inputs(report.attribution).text() + "\n");
  print_sums(report.attribution);
  print_agreements(report.attribution);
}

void print_course(std::span<const Report> reports) {
  if (reports.empty()) return;
  print(metric_words(reports.back()) + "\n");
  for (std::size_t m = 0; m < reports.front().attribution.methods.size(); ++m) {
    const AttributionMethod& method = *reports.front().attribution.methods[m].method;
    std::vector<std::string> titles{tr("step"), "f(x)"};
    for (const ReportedInput& input : reported_inputs(reports.front().attribution))
      titles.push_back(quoted_piece(input.token()));
    titles.emplace_back(tr("sum"));
    TextTable table(std::move(titles));
    for (const Report& report : reports) {
      const MethodValues& values = report.attribution.methods.at(m);
      std::vector<std::string> cells{std::to_string(report.attribution.step),
                                     number_cell(report.attribution.metric, kValueDigits)};
      for (const double value : values.values) cells.push_back(number_cell(value, kValueDigits));
      cells.push_back(number_cell(values.sum(), kValueDigits));
      table.add(std::move(cells));
    }
    print("\n" + std::string(tr(method.title)) + "\n" + table.text());
  }
}

}  // namespace attnlab::attribution
