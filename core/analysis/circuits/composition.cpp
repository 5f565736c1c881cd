// Composition: norms of products of thin matrices, by small ones.
#include "core/analysis/circuits/composition.h"

#include <cmath>
#include <limits>
#include <map>

#include "core/analysis/circuits/folded.h"
#include "core/training/thread_pool.h"

namespace attnlab {

namespace {

/// ‖L·M·R‖ of M [n,m], by LᵀL [n,n] and R·Rᵀ [m,m].
double norm_between(const CircuitCells& left, const CircuitCells& middle, const CircuitCells& right) {
  const CircuitCells outer = left * middle;  // Σ of cells of (LᵀL·M)∘(M·RRᵀ) is the square of the norm
  return std::sqrt(std::max(0.0, (middle * right).cwiseProduct(outer).sum()));
}

/// What B of a head is made of.
struct WrittenByHead {
  CircuitCells writer;  ///< W_O [C,D]
  CircuitCells values;  ///< W_V·W_Vᵀ [D,D]
  double norm = 0;      ///< of W_O·W_V
};

/// What A of a head is made of: the other factor's Gram matrix, and the factor that reads [D,C].
struct ReadByHead {
  CircuitCells other;  ///< [D,D]
  CircuitCells reader;
  double norm = 0;  ///< of their product
};

CircuitCells gram_of_columns(const CircuitCells& tall) { return tall.transpose() * tall; }
CircuitCells gram_of_rows(const CircuitCells& wide) { return wide * wide.transpose(); }

double norm_of_product(const CircuitCells& left_gram, const CircuitCells& right) {
  const CircuitCells identity = CircuitCells::Identity(left_gram.rows(), left_gram.rows());
  return norm_between(left_gram, identity, gram_of_rows(right));
}

/// Behind the norm in front of the head itself, if there is one, and no other.
CircuitCells read_here(const FoldedWeights& folded, const CircuitHead& head, HeadInput input) {
  return folded.reader(head, input, read_by(folded.config(), head, input)).weight;
}

WrittenByHead written_by_head(const FoldedWeights& folded, const CircuitHead& head) {
  const CircuitCells values = read_here(folded, head, HeadInput::Value);
  WrittenByHead made{folded.writer(head), gram_of_rows(values), 0};
  made.norm = norm_of_product(gram_of_columns(made.writer), values);
  return made;
}

ReadByHead read_by_head(const FoldedWeights& folded, const CircuitHead& head, HeadInput by,
                        const StreamPoint& from) {
  ReadByHead made{{}, folded.reader(head, by, from).weight, 0};
  switch (by) {
    case HeadInput::Query: made.other = gram_of_rows(read_here(folded, head, HeadInput::Key)); break;
    case HeadInput::Key: made.other = gram_of_rows(read_here(folded, head, HeadInput::Query)); break;
    case HeadInput::Value: made.other = gram_of_columns(folded.writer(head)); break;
  }
  made.norm = norm_of_product(made.other, made.reader);
  return made;
}

double composition_score(const WrittenByHead& first, const ReadByHead& second) {
  const double together = first.norm * second.norm;
  if (!(together > 0) || !std::isfinite(together)) return std::numeric_limits<double>::quiet_NaN();
  return norm_between(second.other, second.reader * first.writer, first.values) / together;
}

/// The heads of a model with what each writes.
struct WritingHeads {
  const FoldedWeights& folded;
  std::vector<CircuitHead> heads;
  std::vector<WrittenByHead> written;
};

/// What the head `into` reads of all heads before it.
std::vector<Composition> compositions_into(const WritingHeads& all, std::size_t into) {
  constexpr HeadInput kInputs[] = {HeadInput::Query, HeadInput::Key, HeadInput::Value};
  const ModelConfig& config = all.folded.config();
  std::vector<Composition> found;
  std::map<std::pair<HeadInput, Index>, ReadByHead> read;  // heads of one layer share what they go through
  for (std::size_t from = 0; from < all.heads.size(); ++from)
    for (const HeadInput by : kInputs) {
      const StreamPoint at = written_by(config, all.heads[from]);
      if (!reaches(at, read_by(config, all.heads[into], by))) continue;
      auto known = read.find({by, at.sublayer});
      if (known == read.end())
        known =
            read.emplace(std::pair{by, at.sublayer}, read_by_head(all.folded, all.heads[into], by, at)).first;
      found.push_back({from, into, by, composition_score(all.written[from], known->second)});
    }
  return found;
}

}  // namespace

double composition_by_chance(const ModelConfig& config) { return 1 / std::sqrt(double(config.width)); }

std::vector<Composition> compositions(const Model& model, std::span<const Real> weights,
                                      const std::function<bool()>& goes_on, int threads) {
  const FoldedWeights folded(model, weights);
  WritingHeads all{folded, circuit_heads(model), {}};
  all.written.resize(all.heads.size());
  std::vector<std::vector<Composition>> into(all.heads.size());
  const auto count = count_of(all.heads);
  ThreadPool pool(threads);
  pool.each(count, [&](Index head) { all.written[head] = written_by_head(folded, all.heads[head]); });
  pool.each(count, [&](Index head) {
    if (goes_on()) into[head] = compositions_into(all, static_cast<std::size_t>(head));
  });
  std::vector<Composition> found;
  for (const std::vector<Composition>& of_head : into)
    found.insert(found.end(), of_head.begin(), of_head.end());
  return found;
}

}  // namespace attnlab
