// What a tensor's title means: the glossary's term for it.
#include <algorithm>
#include <array>

#include "app/state/app_state.h"
#include "app/views/common/tensor_words.h"

namespace attnlab {
namespace {

struct Meaning {
  std::string_view part;  ///< stands in the tensor's name
  std::string_view term;
};

/// The first part that fits wins, so longer ones come first.
constexpr std::array kMeanings{
    Meaning{".grad", "gradient"},
    Meaning{"attention.query.", "parameter"},
    Meaning{"attention.key.", "parameter"},
    Meaning{"attention.value.", "parameter"},
    Meaning{"attention.output.weight", "output projection"},
    Meaning{"attention.query", "query"},
    Meaning{"attention.key", "key"},
    Meaning{"attention.value", "value"},
    Meaning{"attention.rotated_", "rotary embedding"},
    Meaning{"attention.position_bias", "ALiBi"},
    Meaning{"attention.biased", "ALiBi"},
    Meaning{"attention.scores", "score"},
    Meaning{"attention.scaled", "scaling by √d"},
    Meaning{"attention.mask", "mask"},
    Meaning{"attention.weights", "attention weight"},
    Meaning{"attention.context", "context"},
    Meaning{"attention.concat", "multi-head attention"},
    Meaning{"attention.output", "output projection"},
    Meaning{"residual", "residual connection"},
    Meaning{"mean_square", "RMSNorm"},
    Meaning{"norm.", "layer normalization"},
    Meaning{"experts", "mixture of experts"},
    Meaning{"router", "mixture of experts"},
    Meaning{"feed_forward", "feed-forward network"},
    Meaning{"picture.", "patch"},
    Meaning{"embedding", "embedding"},
    Meaning{"positions", "positional encoding"},
    Meaning{"logits", "logit"},
    Meaning{"output.log_probabilities", "cross-entropy"},
    Meaning{"probabilities", "probability"},
    Meaning{"loss", "cross-entropy"},
    Meaning{"_gate", "gate"},
    Meaning{".hidden", "hidden state"},
    Meaning{"alignment.scores", "score"},
    Meaning{"alignment.weights", "attention weight"},
    Meaning{"alignment.context", "context"},
    Meaning{".input", "residual stream"},
};

}  // namespace

std::string_view tensor_term(std::string_view tensor, const ModelConfig& config) {
  const auto fits = [&](const Meaning& m) { return tensor.find(m.part) != std::string_view::npos; };
  const auto found = std::ranges::find_if(kMeanings, fits);
  if (found == kMeanings.end()) return "";
  const bool rms = config.norm_kind == "rms" && found->term == "layer normalization";
  return rms ? std::string_view("RMSNorm") : found->term;
}

}  // namespace attnlab
