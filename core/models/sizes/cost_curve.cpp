// Cost curves: geometric steps, and the text that asks for them.
#include "core/models/sizes/cost_curve.h"

#include <cmath>
#include <stdexcept>
#include <string>

#include "core/config/scan_number.h"

namespace attnlab {

namespace {

constexpr std::string_view kCurveForm = "AXIS=FIRST:LAST[:A_DOUBLING], such as n=64:8192";
constexpr Index kMostADoubling = 64;

[[noreturn]] void refuse_curve(std::string_view text, const std::string& why) {
  throw std::invalid_argument("the curve " + std::string(text) + " " + why);
}

/// The text up to `end`, which is taken from `rest` with the sign; all of it where there is no such sign.
std::string_view take_until(std::string_view& rest, char end) {
  const std::size_t at = rest.find(end);
  const std::string_view taken = rest.substr(0, at);
  rest.remove_prefix(at == std::string_view::npos ? rest.size() : at + 1);
  return taken;
}

std::optional<Index> whole_value(std::string_view text) {
  Index value = 0;
  const auto [end, error] = scan_number(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  return value;
}

bool is_in_range(std::optional<Index> value, Index least, Index most) {
  return value && *value >= least && *value <= most;
}

}  // namespace

std::vector<Index> geometric_steps(Index first, Index last, Index a_doubling) {
  std::vector<Index> steps{first};
  for (Index i = 1; steps.back() < last; ++i) {
    const double exact = double(first) * std::exp2(double(i) / double(a_doubling));
    const Index next = std::min(last, static_cast<Index>(std::llround(exact)));
    if (next > steps.back()) steps.push_back(next);
  }
  return steps;
}

CostCurve parse_cost_curve(std::string_view text) {
  std::string_view rest = text;
  const std::string_view name = take_until(rest, '=');
  if (rest.empty()) refuse_curve(text, "is not " + std::string(kCurveForm));
  const LayerSizeKind& along = layer_size_kind(name);
  const auto first = whole_value(take_until(rest, ':')), last = whole_value(take_until(rest, ':'));
  const auto a_doubling = rest.empty() ? 1 : whole_value(rest);
  if (!first || !last || !a_doubling) refuse_curve(text, "is not " + std::string(kCurveForm));
  if (!is_in_range(first, along.least, kLargestLayerSize) || !is_in_range(last, *first, kLargestLayerSize))
    refuse_curve(text, "must increase, from at least " + std::to_string(along.least) + " to at most " +
                           std::to_string(kLargestLayerSize));
  if (!is_in_range(a_doubling, 1, kMostADoubling))
    refuse_curve(text, "must have 1 to " + std::to_string(kMostADoubling) + " values per doubling");
  return {&along, geometric_steps(*first, *last, *a_doubling)};
}

void set_layer_size(LayerSizes& sizes, std::string_view text) {
  std::string_view rest = text;
  const LayerSizeKind& kind = layer_size_kind(take_until(rest, '='));
  const auto value = whole_value(rest);
  if (!is_in_range(value, kind.least, kLargestLayerSize))
    throw std::invalid_argument("the size " + std::string(text) + " is not NAME=VALUE with a value from " +
                                std::to_string(kind.least) + " to " + std::to_string(kLargestLayerSize));
  sizes.*kind.size = *value;
}

std::optional<Index> attention_meets_recurrence(const LayerSizeKind& along, const LayerSizes& sizes,
                                                double (*LayerComplexity::*cost)(const LayerSizes&)) {
  const LayerComplexity &attention = layer_complexity("self-attention"),
                        &recurrence = layer_complexity("recurrent");
  const auto meets = crossing(attention, recurrence, along, sizes, cost);
  return meets ? meets : crossing(recurrence, attention, along, sizes, cost);
}

}  // namespace attnlab
