// Random cases.
#include "tests/gpu/attention_case.h"

#include <cmath>
#include <limits>

#include "core/ops/attention/distance_bias.h"
#include "core/ops/attention/rotary.h"

namespace attnlab::testing {

AttentionSpec AttentionCase::spec() const {
  return {batch, heads, key_heads, queries, keys, size, divisor, mask(), dropout, dropout_key(), slopes};
}

float AttentionCase::painted_at(Index b, Index h, Index q, Index k) const {
  const Index plane = queries * keys, cell = q * keys + k;
  switch (painted) {
    case Painted::None: return 0;
    case Painted::Plane: return painted_cells[static_cast<std::size_t>(cell)];
    case Painted::Sequences: return painted_cells[static_cast<std::size_t>(b * plane + cell)];
    case Painted::Heads: break;
  }
  return painted_cells[static_cast<std::size_t>((b * heads + h) * plane + cell)];
}

std::string AttentionCase::text() const {
  std::string s = "B" + std::to_string(batch) + " H" + std::to_string(heads) + " Hk" +
                  std::to_string(key_heads) + " Tq" + std::to_string(queries) + " Tk" + std::to_string(keys) +
                  " D" + std::to_string(size);
  if (causal) s += " causal";
  if (rule.hides()) s += " window " + rule.text();
  if (start > 0) s += " start " + std::to_string(start);
  if (!lengths.empty()) s += " lengths";
  if (painted != Painted::None) s += " painted " + std::to_string(static_cast<int>(painted));
  if (!slopes.empty()) s += " slopes";
  if (!rotary.empty()) s += " rotary";
  if (dropout > 0) s += " dropout " + std::to_string(dropout);
  if (side_by_side) s += " side by side";
  return s;
}

namespace {

std::vector<float> normal(RandomStream& random, Index count, double deviation) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values) value = static_cast<float>(deviation * random.normal());
  return values;
}

/// Multiples of `step`, `steps` of them to either side of 0.
std::vector<float> on_grid(RandomStream& random, Index count, double step, Index steps) {
  std::vector<float> values(static_cast<std::size_t>(count));
  for (float& value : values)
    value = static_cast<float>(step * static_cast<double>(random.below(2 * steps + 1) - steps));
  return values;
}

void draw_sizes(AttentionCase& c, RandomStream& random) {
  constexpr Index kSizes[] = {1, 2, 3, 4, 7, 8, 16, 20, 24, 32, 33, 40, 64, 65, 80, 96, 127, 128};
  constexpr Index kMost = 1'500'000;  // products, so that the plain loops take milliseconds
  c.size = random.below(2) ? kSizes[random.below(std::size(kSizes))] : 1 + random.below(128);
  c.key_heads = 1 + random.below(3);
  c.heads = c.key_heads * (1 + random.below(3));
  c.batch = 1 + random.below(3);
  do {
    c.queries = 1 + random.below(150);
    c.keys = random.below(3) ? c.queries : 1 + random.below(150);
    if (c.batch * c.heads * c.queries * c.keys * c.size > kMost) c.batch = 1;
  } while (c.batch * c.heads * c.queries * c.keys * c.size > kMost);
  c.side_by_side = random.below(2);
}

void draw_painted(AttentionCase& c, RandomStream& random) {
  const Index which = random.below(6);
  if (which > 2) return;
  c.painted = static_cast<AttentionCase::Painted>(which + 1);
  const Index planes = which == 0 ? 1 : which == 1 ? c.batch : c.batch * c.heads;
  const bool numbers = random.below(2);
  c.painted_cells.resize(static_cast<std::size_t>(planes * c.queries * c.keys));
  for (std::size_t i = 0; i < c.painted_cells.size(); ++i) {
    // Now and then a whole row is hidden.
    const bool row = mix64(join_keys(random.key(), i / static_cast<std::size_t>(c.keys))) % 8 == 0;
    c.painted_cells[i] = row || random.below(3) == 0 ? -INFINITY
                         : numbers                   ? static_cast<float>(random.below(9) - 4) / 4
                                                     : 0.0f;
  }
}

void draw_mask(AttentionCase& c, RandomStream& random) {
  c.causal = random.below(2);
  c.start = random.below(4) ? 0 : random.below(40);
  if (random.below(3) == 0) c.rule.window = 1 + random.below(c.keys + 10);
  if (c.rule.hides() && random.below(2)) c.rule.sinks = 1 + random.below(c.keys);
  if (random.below(3) == 0)
    for (Index b = 0; b < c.batch; ++b) c.lengths.push_back(random.below(c.keys + 2));
  draw_painted(c, random);
  if (random.below(4) == 0) c.slopes = distance_slopes(c.heads);
}

Index cells(const AttentionCase& c, Index heads, Index positions) {
  return c.batch * heads * positions * c.size;
}

}  // namespace

AttentionCase random_case(std::uint64_t seed) {
  RandomStream random(mix64(seed));
  AttentionCase c;
  draw_sizes(c, random);
  draw_mask(c, random);
  if (c.size % 2 == 0 && random.below(3) == 0) {
    const RotaryTable table = rotary_table(c.start + std::max(c.queries, c.keys), RotaryTurns::whole(c.size));
    c.rotary.assign(table.cells.data.begin(), table.cells.data.end());
  }
  c.divisor = random.below(4) ? std::sqrt(static_cast<float>(c.size)) : 1.0f;
  // From 1e-3 up to where the rounding of the scores themselves, |score|·2⁻²⁴, begins to count.
  const double most = std::sqrt(4 * static_cast<double>(c.divisor) / std::sqrt(static_cast<double>(c.size)));
  const double magnitude = 1e-3 * std::pow(most / 1e-3, random.uniform());
  const double outputs = std::pow(10.0, 6 * random.uniform() - 3);
  c.query = normal(random, cells(c, c.heads, c.queries), magnitude);
  c.key = normal(random, cells(c, c.key_heads, c.keys), magnitude);
  c.value = normal(random, cells(c, c.key_heads, c.keys), outputs);
  c.context_gradient = normal(random, cells(c, c.heads, c.queries), 1);
  return c;
}

AttentionCase random_case_of_large_scores(std::uint64_t seed, bool near) {
  RandomStream random(mix64(seed));
  AttentionCase c;
  draw_sizes(c, random);
  draw_mask(c, random);
  c.divisor = static_cast<float>(1 << random.below(3));
  const double most =
      std::sqrt(4e3 * static_cast<double>(c.divisor) / std::sqrt(static_cast<double>(c.size)));
  if (!near) {
    c.query = on_grid(random, cells(c, c.heads, c.queries), 0.25, static_cast<Index>(4 * most));
    c.key = on_grid(random, cells(c, c.key_heads, c.keys), 0.25, static_cast<Index>(4 * most));
  } else {
    c.query = on_grid(random, cells(c, c.heads, c.queries), 0.25, 2);
    c.key = on_grid(random, cells(c, c.key_heads, c.keys), 0.25, 2);
    const auto step = static_cast<std::size_t>(c.size);
    for (std::size_t i = 0; i < c.query.size(); i += step) c.query[i] = 100 * c.divisor;
    for (std::size_t i = 0; i < c.key.size(); i += step) c.key[i] = random.below(2) ? 100.0f : -100.0f;
  }
  c.value = on_grid(random, cells(c, c.key_heads, c.keys), 0.125, 32);
  c.context_gradient = on_grid(random, cells(c, c.heads, c.queries), 0.125, 32);
  return c;
}

AttentionCase with_dropout(AttentionCase c, std::uint64_t seed) {
  if (seed % 4 != 0) return c;
  RandomStream random(mix64(~seed));
  constexpr double kRates[] = {0.05, 0.1, 0.5, 0.95};
  c.dropout = random.below(2) ? kRates[random.below(std::size(kRates))] : 0.9 * random.uniform();
  c.random_key = random.bits();
  return c;
}

double relative_error(std::span<const float> got, std::span<const double> truth, Index planes,
                      std::span<const double> terms) {
  if (got.size() != truth.size()) return INFINITY;
  double worst = 0;
  const std::size_t size = truth.size() / static_cast<std::size_t>(planes);
  for (std::size_t first = 0; first < truth.size(); first += size) {
    double difference = 0, largest = 0;
    for (std::size_t i = first; i < first + size; ++i) {
      const double g = static_cast<double>(got[i]);
      if (g == truth[i]) continue;
      const double apart = std::abs(g - truth[i]);
      difference = std::isfinite(apart) ? std::max(difference, apart) : INFINITY;
    }
    for (std::size_t i = first; i < first + size; ++i) {
      if (std::isfinite(truth[i])) largest = std::max(largest, std::abs(truth[i]));
      if (!terms.empty() && std::isfinite(terms[i])) largest = std::max(largest, terms[i] / 16);
    }
    if (difference > 0) worst = std::max(worst, difference / largest);
  }
  return worst;
}

}  // namespace attnlab::testing
