// Folded weights: what reads a model's stream, with the norms on the way folded into it.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "core/analysis/circuits/heads.h"
#include "core/tensor/eigen_maps.h"

namespace attnlab {

using CircuitCells = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// y = weight·x + bias, of a vector x [C] of the stream.
struct StreamReader {
  CircuitCells weight;   ///< [n,C]
  Eigen::VectorXd bias;  ///< [n]; 0 where the model has none
};

/// The parameters of one model at one moment, as products of circuits need them. A norm is folded by its
/// linear part: the mean is subtracted where its kind does so, γ multiplied, β added; that each token is
/// divided by its own deviation is left out.
class FoldedWeights {
 public:
  FoldedWeights(const Model& model, std::span<const Real> weights) : model_(model), weights_(weights) {}

  const ModelConfig& config() const { return model_.config(); }

  /// What makes the head's query, key or value [D] of the stream where the head reads it. In front of that
  /// stand the norms that what was written at `from` goes through; nothing: the embeddings.
  StreamReader reader(const CircuitHead& head, HeadInput input,
                      const std::optional<StreamPoint>& from = {}) const;
  /// The columns of the output weights that bring the head's context [D] to the stream: [C,D].
  CircuitCells writer(const CircuitHead& head) const;

  /// Rows of the embedding table, times the factor by which the model scales them: [n,C].
  CircuitCells embeddings(bool source, std::span<const TokenId> words) const;
  /// What makes the logits of `words` of the stream of the last stack, for what was written at `from`.
  StreamReader unembedding(std::span<const TokenId> words, const StreamPoint& from) const;
  /// Σ of u·eᵀ over a vocabulary, of what says a word and the word's embedding: [C,C]. `source`: whose
  /// embeddings. `goes_on` is asked between parts; what it leaves out is missing in the sum.
  CircuitCells said_by_read(bool source, const std::function<bool()>& goes_on) const;
  /// Puts the norms behind `from` on the way to the logits in front of what reads the stream's end.
  void fold_to_end(StreamReader& reader, const StreamPoint& from) const;

 private:
  const Parameter& parameter(const Place& place, const Site& site) const;
  const Parameter* find(const Place& place, const Site& site) const;
  const Real* cells(const Parameter& parameter) const {
    return weights_.data() + static_cast<std::size_t>(parameter.offset);
  }
  /// Rows of a parameter [·,C] as a matrix, and cells of one [·] as a vector; 0 where there is none.
  CircuitCells rows(const Parameter& parameter, Index first, Index count) const;
  Eigen::VectorXd vector(const Place& place, const Site& site, Index first, Index count) const;
  const Parameter& embedding_table(bool source) const;
  const Parameter& output_table() const;
  double embedding_factor() const;
  /// By what the output matrix's rows are multiplied, as it reads the stream.
  double output_factor() const;

  void fold_norm(StreamReader& reader, const Place& norm) const;
  void fold_way(StreamReader& reader, const std::optional<StreamPoint>& from, const StreamPoint& to) const;
  const Part& input_of(const Part& stack) const;
  Place norm_of_sublayer(const StreamPoint& point) const;

  const Model& model_;
  std::span<const Real> weights_;
};

}  // namespace attnlab
