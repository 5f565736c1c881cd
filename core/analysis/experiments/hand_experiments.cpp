// Experiments on attention by hand, by passes over changed numbers.
#include "core/analysis/experiments/hand_experiments.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "core/language/messages.h"
#include "core/ops/attention/softmax_steps.h"
#include "core/trace/hand_sites.h"

namespace attnlab {

namespace {

/// What the order of additions may change of an output, as a share of its largest cell.
constexpr double kRounding = 1e-4;

template <typename Row>
std::vector<Row> picked(const std::vector<Row>& rows, const std::vector<Index>& order) {
  std::vector<Row> made;
  for (const Index from : order)
    if (!rows.empty()) made.push_back(rows[from]);
  return made;
}

HandMatrix picked(const HandMatrix& matrix, const std::vector<Index>& order) {
  HandMatrix made{matrix.rows, matrix.columns};
  for (const Index from : order)
    for (Index c = 0; c < matrix.columns; ++c) made.cells.push_back(matrix.at(from, c));
  return made;
}

void check_order(std::vector<Index> order, Index count) {
  std::ranges::sort(order);
  std::vector<Index> places(count);
  std::iota(places.begin(), places.end(), Index{0});
  if (order != places) throw std::invalid_argument(tr("an order must contain each key exactly once"));
}

std::span<const Real> row_of_query(const TraceTensor& tensor, Index query) {
  const auto keys = static_cast<std::size_t>(tensor.shape.last());
  if (query < 0 || query >= tensor.shape.last(1))
    throw std::out_of_range(tr("there is no query {1}", std::to_string(query)));
  return tensor.value.subspan(static_cast<std::size_t>(query) * keys, keys);
}

}  // namespace

bool HandOrder::is_same() const {
  double size = 0;
  for (const Real cell : straight->find(hand_place(), hand_sites::kOutput)->value)
    size = std::max(size, std::abs(double(cell)));
  return largest <= kRounding * size;
}

HandAttention in_order(const HandAttention& hand, const std::vector<Index>& order) {
  check_order(order, hand.key.rows);
  HandAttention made = hand;
  made.key = picked(hand.key, order);
  made.value = picked(hand.value, order);
  made.key_names = picked(hand.key_names, order);
  if (hand.query.rows != hand.key.rows) return made;
  made.query = picked(hand.query, order);
  made.query_names = picked(hand.query_names, order);
  return made;
}

HandOrder hand_order(const HandAttention& hand, const std::vector<Index>& order) {
  HandOrder result{.order = order,
                   .with_queries = hand.query.rows == hand.key.rows,
                   .straight = hand_trace(hand),
                   .ordered = hand_trace(in_order(hand, order)),
                   .difference = {}};
  const TraceTensor &straight = *result.straight->find(hand_place(), hand_sites::kOutput),
                    &ordered = *result.ordered->find(hand_place(), hand_sites::kOutput);
  const auto columns = static_cast<std::size_t>(straight.shape.last());
  result.difference.resize(straight.value.size());
  for (std::size_t row = 0; row < straight.value.size() / columns; ++row) {
    const std::size_t home = result.with_queries ? static_cast<std::size_t>(order[row]) : row;
    for (std::size_t c = 0; c < columns; ++c) {
      Real& cell = result.difference[home * columns + c];
      cell = ordered.value[row * columns + c] - straight.value[home * columns + c];
      result.largest = std::max(result.largest, std::abs(double(cell)));
    }
  }
  return result;
}

std::vector<SharpnessPoint> sharpness_curve(const HandAttention& hand, Index query, double least, double most,
                                            Index count) {
  HandAttention cosine = hand;
  cosine.score = "cosine";
  cosine.sharpness = 1;
  const TracePtr trace = hand_trace(cosine);
  const std::span<const Real> cosines = row_of_query(softmax_input(*trace), query);
  std::vector<SharpnessPoint> points;
  for (Index i = 0; i < count; ++i) {
    const double share = count > 1 ? double(i) / double(count - 1) : 0;
    const double sharpness = least * std::pow(most / least, share);
    std::vector<Real> scores;
    for (const Real each : cosines) scores.push_back(Real(sharpness * double(each)));
    SoftmaxSteps steps = softmax_steps(scores);
    points.push_back({sharpness, steps.entropy, std::move(steps.probabilities)});
  }
  return points;
}

}  // namespace attnlab
