// Contributions: a logit as the sum of what each part of a model adds to it, and of each token that heads
// read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/analysis/contributions/head_reading.h"
#include "core/language/messages.h"

namespace attnlab {

/// Whose contributions are asked for: the logit of a word at a position, or the difference of two words'
/// logits there.
struct AskedLogit {
  Index position = 0;  ///< row of the logits; 0 where one class is predicted
  TokenId word = 0;
  std::optional<TokenId> against{};  ///< its logit is subtracted
  friend bool operator==(const AskedLogit&, const AskedLogit&) = default;
};

/// One addend of a logit.
struct ContributionPart {
  enum class Kind {
    Embedding,      ///< of the token, or of the patch
    ClassVector,    ///< the learned vector before the text or picture
    Positions,      ///< the position code that is added
    Head,           ///< of an attention
    AttentionBias,  ///< b_O of an attention
    FeedForward,    ///< of a layer, with its bias
    NormBias,       ///< β of a norm
    OutputBias,     ///< of the output matrix
    Edited,         ///< what an edit of a sum or a norm adds beside its parts
  };
  Kind kind = Kind::Embedding;
  Place place{};       ///< of the part
  std::string tensor;  ///< that is added to the stream, or the parameter of a constant; of a head its context
  Index head = -1;     ///< of an attention; −1: the part is no head
  double value = 0;    ///< with all norms frozen at the scale of the pass
  /// By how much the logit would fall without the part, norms computed anew and all other parts as they are.
  double left_out = 0;
  /// √(σ² + ε) of the last norm without the part, the mean over the rows that are read; 0 without norms.
  double divisor = 0;
  std::vector<SourceShare> sources{};  ///< Head: every key, in order; their values sum to `value`
  double edited = 0;                   ///< Head: what an edit of the head's context adds to that sum

  /// What freezing the norms gets wrong.
  double error() const { return value - left_out; }
  Index layer() const { return layer_number(place); }
};

/// Direct logit attribution (Elhage et al. 2021): logit = Σ parts. Frozen norms are linear, so the sum is
/// exact, with norms before the sublayers, after the sums, or without.
struct Contributions {
  AskedLogit of;
  double logit = 0;                     ///< of the pass; the difference with `against`
  std::vector<ContributionPart> parts;  ///< in order of computation
  double divisor = 0;                   ///< √(σ² + ε) of the last norm in the pass; 0 without norms
  std::vector<Index> rows;              ///< of the stream, that the prediction is read from

  /// The sum of the parts, which is `logit` but for rounding.
  double sum() const;
};

/// What every part contributes to a logit, in the forward pass of `trace`, over one example; edits count. The
/// values are in the units of the logit. Throws std::invalid_argument for models without a stream path (see
/// why_no_stream_path()), std::out_of_range for a position or word that does not exist.
Contributions split_logit(const Trace& trace, const AskedLogit& asked);

/// "layer 0 · head 2", "layer 1 · cross-attention head 0", "layer 1 · feed-forward", "embedding": a part, in
/// words that are enough beside the name of the stack.
std::string part_title(const ContributionPart& part);
/// "embedding", "positions", "head", "feed_forward", …: its kind in files.
std::string_view part_kind_name(ContributionPart::Kind kind);

}  // namespace attnlab
