// What kernels know of a model's options: an option that is not listed must be as it usually is.
#include <algorithm>
#include <span>

#include "core/gpu/attention.h"
#include "core/gpu/training/gpt_plan.h"

namespace attnlab::gpu {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::string_view kKnownOptions[] = {
    "architecture", "layers",      "width",         "context",       "source_vocabulary",
    "bias",         "tied_output", "output_bias",   "scaled_output", "target_vocabulary",
    "dropout",      "heads",       "head_width",    "feed_forward",  "initialization",
    "norm",         "norm_kind",   "norm_epsilon",  "activation",    "key_value_heads",
    "positions",    "sine_layout", "rotary_base",   "rotary_share",  "embedding_scale",
    "rotary_low",   "rotary_high", "scaled_scores", "rotary_factor", "rotary_scaling",
    "qkv_bias",     "parallel",    "input_norm",    "causal",        "rotary_original",
    "window",       "sinks",       "window_every",  "rotary_gain"};
constexpr std::string_view kKnownTraining[] = {
    "steps", "batch", "shards", "learning_rate", "minimum_learning_rate", "warmup",          "schedule",
    "beta1", "beta2", "clip",   "epsilon",       "weight_decay",          "label_smoothing", "seed"};
constexpr std::string_view kKnownArchitectures[] = {"gpt"}, kKnownNorms[] = {"pre", "post", "none"},
                           kKnownNormKinds[] = {"layer", "rms"},
                           kKnownPositions[] = {"learned", "sinusoidal", "rotary", "alibi", "none"};

bool has(Names names, std::string_view name) { return std::ranges::find(names, name) != names.end(); }

std::string is(const std::string& option, const std::string& value) { return option + " is " + value; }

/// The first option that is not among `known` and not as it usually is.
std::string unknown_option(const std::string& section, Names known, const Fields& fields,
                           const Fields& usual) {
  for (const Field& field : fields) {
    if (has(known, field.name)) continue;
    const auto same = std::ranges::find(usual, field.name, &Field::name);
    const std::string value = field_text(field);
    if (same == usual.end() || value != field_text(*same))
      return is(section + std::string(field.name), value);
  }
  return "";
}

std::string unknown_option(ModelConfig config) {
  ModelConfig usual;
  return unknown_option("model.", kKnownOptions, model_fields(config), model_fields(usual));
}

std::string unknown_option(TrainingConfig config) {
  TrainingConfig usual;
  return unknown_option("training.", kKnownTraining, training_fields(config), training_fields(usual));
}

/// Why a size is beyond the attention kernels.
std::string too_large(const ModelConfig& c) {
  const auto beyond = [](const std::string& what, Index size, Index most) {
    return size <= most ? ""
                        : is(what, std::to_string(size)) + ", but may be at most " + std::to_string(most);
  };
  const std::string heads = beyond("the head size", c.head_size(), Attention::kLargestHead);
  return heads.empty() ? beyond("model.context", c.context, Attention::kLongest) : heads;
}

}  // namespace

/// The activations of shaders/activation.glsl.
ActivationOf activation_of(std::string_view name) {
  struct Row {
    std::string_view name;
    ActivationOf activation;
  };
  static constexpr Row kRows[] = {{"relu", {"RELU"}},
                                  {"relu_squared", {"RELU_SQUARED"}},
                                  {"gelu", {"GELU"}},
                                  {"gelu_tanh", {"GELU_TANH"}},
                                  {"silu", {"SILU"}},
                                  {"swiglu", {"SILU", true}},
                                  {"geglu_tanh", {"GELU_TANH", true}}};
  for (const Row& row : kRows)
    if (row.name == name) return row.activation;
  return {};
}

std::string why_not(const ModelConfig& c) {
  if (!has(kKnownArchitectures, c.architecture)) return is("model.architecture", c.architecture);
  if (std::string why = unknown_option(c); !why.empty()) return why;
  if (!has(kKnownNorms, c.norm)) return is("model.norm", c.norm);
  if (!has(kKnownNormKinds, c.norm_kind)) return is("model.norm_kind", c.norm_kind);
  if (!has(kKnownPositions, c.positions)) return is("model.positions", c.positions);
  if (c.feed_forward > 0 && activation_of(c.activation).define.empty())
    return is("model.activation", c.activation);
  return too_large(c);
}

std::string why_not(const Model& model, const TrainingConfig& training) {
  const std::string why = why_not(model.config());
  return why.empty() ? unknown_option(training) : why;
}

}  // namespace attnlab::gpu
