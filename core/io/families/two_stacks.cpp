// Keys of two stacks: counts that may differ, and those that must not.
#include "core/io/families/two_stacks.h"

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace attnlab::family_stacks {
namespace {

using Json = nlohmann::json;

constexpr Index kMostOfAKey = 1'000'000'000;

Index stack_count(const Json& value) {
  if (!value.is_number_unsigned() || value < 1 || value > kMostOfAKey)
    throw std::invalid_argument("a whole number from 1 to " + std::to_string(kMostOfAKey));
  return value.get<Index>();
}

/// Null counts as false.
bool stack_flag(const Json& value) {
  if (!value.is_boolean() && !value.is_null()) throw std::invalid_argument("true or false");
  return value == true;
}

void require_same(const Json& value, Index own, const char* what) {
  if (value != own)
    throw std::invalid_argument(std::to_string(own) +
                                ", as in the encoder, because encoder and decoder must have equal " + what);
}

/// The head size if no key states another; 0 if it is not a whole number.
Index usual_head_width(const ModelConfig& config) {
  return config.heads > 0 && config.width % config.heads == 0 ? config.width / config.heads : 0;
}

}  // namespace

void take_decoder_layers(const Json& value, ModelConfig& config) {
  const Index layers = value.is_null() ? config.layers : stack_count(value);
  config.decoder_layers = layers == config.layers ? 0 : layers;
}
Json give_decoder_layers(const ModelConfig& config) { return config.decoder_depth(); }

void take_same_heads(const Json& value, ModelConfig& config) { require_same(value, config.heads, "heads"); }
Json give_heads(const ModelConfig& config) { return config.heads; }

void take_same_hidden(const Json& value, ModelConfig& config) {
  require_same(value, config.feed_forward, "feed-forward widths");
}
Json give_hidden(const ModelConfig& config) { return config.feed_forward; }

void take_same_vocabulary(const Json& value, ModelConfig& config) {
  if (!value.is_null()) require_same(value, config.target_vocabulary, "vocabularies");
}

void take_head_width(const Json& value, ModelConfig& config) {
  const Index width = stack_count(value);
  config.head_width = width == usual_head_width(config) ? 0 : width;
}
Json give_head_width(const ModelConfig& config) { return config.head_size(); }

void take_embedding_scale(const Json& value, ModelConfig& config) {
  const bool wanted = stack_flag(value);
  config.embedding_scale = "usual";
  const bool usual = embedding_factor(config) != 1;
  if (config.width > 1 && wanted != usual) config.embedding_scale = wanted ? "on" : "off";
}
Json give_embedding_scale(const ModelConfig& config) { return embedding_factor(config) != 1; }

void take_scaled_output(const Json& value, ModelConfig& config) {
  config.scaled_output = value.is_null() ? config.tied_output : stack_flag(value);
}
Json give_scaled_output(const ModelConfig& config) { return config.scaled_output; }

}  // namespace attnlab::family_stacks
