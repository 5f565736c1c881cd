// Samples: what a model says to held-out examples, token by token beside the right answer.
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
  std::string said;    ///< "" where the answer ended before
  std::string wanted;  ///< "" where it should have ended before
  bool right = false;
};

/// What a model says to one example.
struct Sample {
  std::vector<SampleToken> tokens;
  Index right = 0;          ///< how many of them are
  bool breaks_off = false;  ///< it would have said more: decoding stops a few tokens past the right answer

  /// Share of right ones; 1 for an answer that is rightly empty.
  double share() const {
    return tokens.empty() ? 1 : static_cast<double>(right) / static_cast<double>(tokens.size());
  }
  bool all_right() const { return right == static_cast<Index>(tokens.size()); }
};

/// Whether models of `format` say anything: all but word vectors.
bool has_samples(Format format);

/// The first `count` held-out examples. Of a text that is to be continued, the first kMostSampleTokens.
std::vector<Example> sample_probes(const Task& task, Index count);
inline constexpr std::size_t kMostSampleTokens = 48;

/// By the model's format:
/// Pairs, Stream with a question  what greedy decoding says, beside the right answer place by place
/// Stream                         the most probable next token at each position, having read the right ones
/// Masked, Labels, Class, Picture the most probable one wherever one is to be found
/// `weights` are laid out as model.parameters(). Throws std::invalid_argument for word vectors and for
/// examples that encode_examples() refuses.
Sample decode_sample(const Model& model, const Vocabularies& vocabularies, std::span<const Real> weights,
                     const Example& example);

}  // namespace attnlab
