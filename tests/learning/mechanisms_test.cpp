// What presets promise of their attention: a head that looks where the description says, with any seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "core/analysis/heads/head_metrics.h"
#include "core/trace/tracer.h"
#include "tests/learning/learn.h"

namespace attnlab::testing {
namespace {

/// A query, and the keys on which its weight should lie.
struct Claim {
  Index query = 0;
  std::vector<Index> keys;
};
using Claims = std::vector<Claim>;

Index place_of(const std::vector<Piece>& pieces, std::string_view text) {
  const auto found = std::ranges::find(pieces, text, &Piece::text);
  return static_cast<Index>(found - pieces.begin());
}

/// Letters of the source, <eos> left out.
Index letters(const Trace& trace) { return static_cast<Index>(trace.source_pieces.size()) - 1; }

Claims along_the_diagonal(const Trace& trace) {
  Claims claims;
  for (Index i = 0; i < letters(trace); ++i) claims.push_back({i, {i}});
  return claims;
}

Claims at_the_mirror_image(const Trace& trace) {
  Claims claims;
  for (Index i = 0; i < letters(trace); ++i) claims.push_back({i, {letters(trace) - 1 - i}});
  return claims;
}

Claims at_the_next_letter(const Trace& trace) {
  Claims claims;
  for (Index q = 0; q < letters(trace); ++q) {
    Claim claim{q, {}};
    for (Index k = 0; k < letters(trace); ++k)
      if (trace.source_pieces[static_cast<std::size_t>(k)].text ==
          trace.target_pieces[static_cast<std::size_t>(q)].text)
        claim.keys.push_back(k);
    claims.push_back(claim);
  }
  return claims;
}

/// The answer is written from the ones on: its digit i is asked for at "=" + i.
Claims at_the_columns(const Trace& trace) {
  const Index plus = place_of(trace.input_pieces, "+"), equals = place_of(trace.input_pieces, "=");
  Claims claims;
  for (Index i = 0; i < equals - plus - 1; ++i)
    claims.push_back({equals + i, {plus - 1 - i, equals - 1 - i}});
  return claims;
}

struct Promise {
  const char* preset;
  const char* attention;  ///< end of its tensors' names
  Claims (*claims)(const Trace&);
  double least;  ///< mean weight of the best head on the claimed keys
};

void PrintTo(const Promise& promise, std::ostream* out) { *out << promise.preset; }

/// Mean weight on the claimed keys, of each head by its name.
std::map<std::string, double> weights_on(const Learnt& learnt, const Promise& promise, Index examples) {
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  const SnapshotPtr snapshot = learnt.snapshot();
  std::map<std::string, double> sums;
  double queries = 0;
  for (const Example& example : learnt.experiment.task->validation_examples(examples)) {
    const TracePtr trace =
        tracer.trace(snapshot, {.source = example.source, .target = example.target, .gradients = false});
    const Claims claims = promise.claims(*trace);
    queries += static_cast<double>(claims.size());
    for (const TraceTensor& tensor : trace->tensors()) {
      if (!std::string_view(tensor.name).ends_with(promise.attention)) continue;
      for (Index head = 0; head < tensor.shape[1]; ++head)
        for (const Claim& claim : claims)
          for (const Index key : claim.keys)
            sums[std::string(tensor.name) + "#" + std::to_string(head)] +=
                tensor.value[static_cast<std::size_t>(
                    tensor.shape.offset(std::vector<Index>{0, head, claim.query, key}))];
    }
  }
  for (auto& [name, sum] : sums) sum /= queries;
  return sums;
}

class Promises : public ::testing::TestWithParam<std::tuple<Promise, int>> {};

TEST_P(Promises, AreKeptByAHead) {
  const auto& [promise, seed] = GetParam();
  const Learnt learnt = learn(promise.preset, {"training.seed=" + std::to_string(seed)});
  const std::map<std::string, double> weights = weights_on(learnt, promise, 50);
  ASSERT_FALSE(weights.empty());
  const auto best = std::ranges::max_element(weights, {}, [](const auto& entry) { return entry.second; });
  std::printf("%s, seed %d: %s has %.3f of its weight there\n", promise.preset, seed, best->first.c_str(),
              best->second);
  EXPECT_GE(best->second, promise.least);
}

INSTANTIATE_TEST_SUITE_P(
    Every, Promises,
    ::testing::Combine(::testing::Values(Promise{"copy", "cross_attention.weights", along_the_diagonal, 0.6},
                                         Promise{"reverse", "cross_attention.weights", at_the_mirror_image,
                                                 0.6},
                                         Promise{"sort", "cross_attention.weights", at_the_next_letter, 0.45},
                                         Promise{"addition", "self_attention.weights", at_the_columns, 0.6}),
                       ::testing::Values(1, 2, 3)),
    [](const auto& test) {
      return std::string(std::get<0>(test.param).preset) + "_" + std::to_string(std::get<1>(test.param));
    });

class Induction : public ::testing::TestWithParam<int> {};

/// The circuit of Olsson et al. 2022: a head of the first layer looks one letter back, one of the second at
/// what came after the letter before.
TEST_P(Induction, IsMadeOfTwoHeads) {
  const Learnt learnt = learn("induction", {"training.seed=" + std::to_string(GetParam())});
  const Tracer tracer(learnt.experiment.model, learnt.experiment.vocabularies);
  std::map<Index, double> previous, induction;
  constexpr Index kTraced = 50;
  for (const Example& example : learnt.experiment.task->validation_examples(kTraced)) {
    const TracePtr trace = tracer.trace(
        learnt.snapshot(), {.source = example.source, .target = example.target, .gradients = false});
    for (const HeadMetrics& head : head_metrics(*trace)) {
      if (head.attention == "decoder.layers.0.self_attention") previous[head.head] += head.previous / kTraced;
      if (head.attention == "decoder.layers.1.self_attention")
        induction[head.head] += head.induction / kTraced;
    }
  }
  const auto best = [](const std::map<Index, double>& heads) {
    return std::ranges::max_element(heads, {}, [](const auto& entry) { return entry.second; })->second;
  };
  std::printf("induction, seed %d: previous %.3f, induction %.3f\n", GetParam(), best(previous),
              best(induction));
  EXPECT_GE(best(previous), 0.4);
  EXPECT_GE(best(induction), 0.8);
}

INSTANTIATE_TEST_SUITE_P(Chosen, Induction, ::testing::Values(1));
INSTANTIATE_TEST_SUITE_P(Every, Induction, ::testing::Values(2, 3));

}  // namespace
}  // namespace attnlab::testing
