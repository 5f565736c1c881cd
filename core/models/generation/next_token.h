// NextToken: growing rows of tokens, and the logits of each row's next token.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/autograd/decoding_cache.h"
#include "core/autograd/pass_options.h"
#include "core/models/model.h"

namespace attnlab {

/// What generation cost, counted.
struct DecodingWork {
  Index passes = 0;
  Index positions = 0;  ///< positions that went through the model's layers, rows together
  Index scores = 0;     ///< query–key pairs of one head of one self-attention of the decoder, rows together
};

/// How many of `wanted` tokens a model can add to rows of `begun`. Only the decoder of an encoder–decoder
/// Transformer ends, with its last position (`context`); a GPT reads the last `context` tokens of a longer
/// text, and a recurrent network reads a text of any length.
Index most_new_tokens(const ModelConfig& config, Index begun, Index wanted);

/// Whether earlier positions are cached or computed again for each token.
enum class Reuse { Cache, Recompute };

/// How many of the last tokens of a long text the next one depends on: L·(w − 1) + 1 of a causal Transformer
/// of L layers whose attention has a window w without sinks and whose positions are relative or none; else
/// its `context`, the most that it reads. Of a recurrent network, all.
Index reach_of(const ModelConfig& config);

/// Both ways give the same logits (to 1e-5): N tokens cost N positions with a cache, N(N+1)/2 without.
/// Without a causal mask nothing can be reused, as earlier positions see the new one. A Transformer reads the
/// last `context` tokens of a longer text. Where its reach is shorter than its context, a pass over so many
/// tokens then begins the cache anew, which grows again up to the context: the logits are those of the last
/// `context` tokens. Elsewhere each token costs a whole pass either way: absolute positions shift, and from
/// the second layer on keys and values depend on the tokens that have gone.
class NextToken {
 public:
  NextToken(const Model& model, std::span<const Real> weights, Reuse reuse = Reuse::Cache,
            const PassOptions& pass = {});

  /// Rows that begin with batch.input, all of one length of at least 1, answering batch.source or
  /// batch.pictures where the model has one.
  void begin(const Batch& batch);
  /// One token more for each row.
  void append(std::span<const TokenId> tokens);
  /// Row i continues the former row `rows[i]`; the number of rows may change. Its logits follow the next
  /// append().
  void choose_rows(std::span<const Index> rows);

  Index rows() const { return count_of(texts_); }
  /// The tokens of row `row` so far.
  std::span<const TokenId> text(Index row) const { return texts_[static_cast<std::size_t>(row)]; }
  /// Logits [V] of the token after row `row`; valid until the next change.
  std::span<const Real> logits(Index row) const;

  /// How many positions the last pass looked at, the text's last ones.
  Index length() const { return text_length() - first_; }
  const DecodingWork& work() const { return work_; }
  /// Memory that the cache holds now.
  Index cache_bytes() const { return cache_.bytes(); }

 private:
  void run();
  void bind(Tape& tape);
  void tell_observers();
  void fill(Index first, Index length);
  Index text_length() const { return count_of(texts_[0]); }

  const Model& model_;
  std::span<const Real> weights_;
  Reuse reuse_;
  Index window_;     ///< most positions of a pass
  Index reach_;      ///< with which a pass begins once the text is longer
  Index first_ = 0;  ///< of the text, that the pass looks at
  DecodingCache cache_;
  Tape tape_{Mode::Infer};
  std::unique_ptr<Tape> observed_;  ///< null where nobody observes
  Batch batch_;
  std::vector<std::vector<TokenId>> texts_;
  Variable logits_;
  DecodingWork work_;
};

}  // namespace attnlab
