// Composition: norms of products of thin matrices, by small ones.
#include "core/analysis/circuits/composition.h"

#include <cmath>
#include <limits>
#include <map>

#include "core/analysis/circuits/folded.h"

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

}  // namespace

double composition_by_chance(const ModelConfig& config) {
  return 1 / std::sqrt(static_cast<double>(config.width));
}

std::vector<Composition> compositions(const Model& model, std::span<const Real> weights,
                                      const std::function<bool()>& goes_on) {
  const FoldedWeights folded(model, weights);
  const std::vector<CircuitHead> heads = circuit_heads(model);
  std::vector<WrittenByHead> written;
  for (const CircuitHead& head : heads) written.push_back(written_by_head(folded, head));
  std::vector<Composition> found;
  for (std::size_t into = 0; into < heads.size() && goes_on(); ++into) {
    std::map<std::pair<HeadInput, Index>, ReadByHead> read;  // heads of one layer share what they go through
    for (std::size_t from = 0; from < heads.size(); ++from)
      for (const HeadInput by : {HeadInput::Query, HeadInput::Key, HeadInput::Value}) {
        const StreamPoint at = written_by(model.config(), heads[from]);
        if (!reaches(at, read_by(model.config(), heads[into], by))) continue;
        auto known = read.find({by, at.sublayer});
        if (known == read.end())
          known = read.emplace(std::pair{by, at.sublayer}, read_by_head(folded, heads[into], by, at)).first;
        found.push_back({from, into, by, composition_score(written[from], known->second)});
      }
  }
  return found;
}

}  // namespace attnlab
