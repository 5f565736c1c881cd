// Samples: a model's answers to held-out examples, token by token beside the right ones.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/models/model.h"
#include "core/tasks/base/task.h"
#include "core/text/vocabularies.h"

namespace attnlab {

/// One place of an answer.
struct SampleToken {
  std::string said;    ///< the model's token; "" past the end of its answer
  std::string wanted;  ///< the right token; "" past the end of the right answer
  bool right = false;
};

/// A model's answer to one example.
struct Sample {
  std::vector<SampleToken> tokens;
  Index right = 0;          ///< number of right tokens
  bool breaks_off = false;  ///< the answer is cut: decoding stops a few tokens past the right answer

  /// Share of right tokens; 1 for an answer that is rightly empty.
  double share() const { return tokens.empty() ? 1 : double(right) / double(tokens.size()); }
  bool all_right() const { return right == count_of(tokens); }
};

/// Whether models of `format` give answers: all but word vectors.
bool has_samples(Format format);

/// The first `count` held-out examples. A text that is to be continued is cut after kMostSampleTokens.
std::vector<Example> sample_probes(const Task& task, Index count);
inline constexpr std::size_t kMostSampleTokens = 48;

/// The model's answer to `example`, by the model's format:
/// Pairs, PictureText, Stream with a question  what greedy decoding says, beside the right answer place by
/// place Stream                         the most probable next token at each position, having read the right
/// ones Masked, Labels, Class, Picture the most probable one wherever one is to be found `weights` are laid
/// out as model.parameters(); Attention is computed on `device`; null: on the processor. Throws
/// std::invalid_argument for word vectors and for examples that encode_examples() refuses.
Sample decode_sample(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                     const Example& example, AttentionDevice* device = nullptr);

}  // namespace attnlab
