// NextToken: rows of tokens that grow, and the logits of what may follow each.
#pragma once

#include <span>
#include <vector>

#include "core/autograd/decoding_cache.h"
#include "core/models/model.h"

namespace attnlab {

/// What generation cost, counted.
struct DecodingWork {
  Index passes = 0;
  Index positions = 0;  ///< positions that went through the model's layers, rows together
  Index scores = 0;     ///< query–key pairs of one head of one self-attention of the decoder, rows together
};

/// Whether earlier positions are kept or computed again for each token.
enum class Reuse { Cache, Recompute };

/// Both ways give the same logits (to 1e-5): with a cache N tokens cost N positions, without N(N+1)/2. A
/// Transformer reads the last `context` tokens of a longer text; then nothing can be reused, as all positions
/// shift, and each token costs a whole pass either way; nor can it without a causal mask, where earlier
/// positions see the new one.
class NextToken {
 public:
  NextToken(const Model& model, std::span<const Real> weights, Reuse reuse = Reuse::Cache);

  /// Rows that begin with batch.input, all of one length of at least 1, answering batch.source where the
  /// model has a source.
  void begin(const Batch& batch);
  /// One token more for each row.
  void append(std::span<const TokenId> tokens);
  /// Row i goes on from what was row `rows[i]`; the number of rows may change. Its logits follow the next
  /// append().
  void choose_rows(std::span<const Index> rows);

  Index rows() const { return static_cast<Index>(texts_.size()); }
  /// What row `row` has so far.
  std::span<const TokenId> text(Index row) const { return texts_[static_cast<std::size_t>(row)]; }
  /// Logits [V] of the token after it; valid until the next change.
  std::span<const Real> logits(Index row) const;

  const DecodingWork& work() const { return work_; }
  /// Memory that the cache holds now.
  Index cache_bytes() const { return cache_.bytes(); }

 private:
  void run();
  void fill(Index first, Index length);
  Index text_length() const { return static_cast<Index>(texts_[0].size()); }

  const Model& model_;
  std::span<const Real> weights_;
  Reuse reuse_;
  Index window_;
  DecodingCache cache_;
  Tape tape_{Mode::Infer};
  Batch batch_;
  std::vector<std::vector<TokenId>> texts_;
  Variable logits_;
  DecodingWork work_;
};

}  // namespace attnlab
