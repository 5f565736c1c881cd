// ModelConfig: what makes no model, and why.
#include <algorithm>
#include <stdexcept>

#include "core/layers/position_scheme.h"
#include "core/models/model_config.h"

namespace attnlab {

namespace {

void require_of_model(bool good, std::string_view field, const std::string& value,
                      const std::string& allowed) {
  if (!good) throw std::invalid_argument(field_error("model", field, value, allowed));
}

/// An option that does nothing must not look as if it did something.
void check_unused(ModelConfig& config) {
  ModelConfig defaults;
  const Fields used = used_model_fields(config), fields = model_fields(config),
               usual = model_fields(defaults);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (std::ranges::find(used, fields[i].name, &Field::name) != used.end()) continue;
    require_of_model(
        field_text(fields[i]) == field_text(usual[i]), fields[i].name, field_text(fields[i]),
        "left at " + field_text(usual[i]) + ": architecture " + config.architecture + " does not use it");
  }
}

void check_vocabularies(const ModelConfig& config) {
  const bool source = has_source(format_of(config));
  require_of_model(!source || config.source_vocabulary > 0, "source_vocabulary",
                   std::to_string(config.source_vocabulary),
                   "at least 1 for architecture " + config.architecture);
  require_of_model(!config.shared_embeddings || config.source_vocabulary == config.target_vocabulary,
                   "shared_embeddings", "true",
                   "false where the vocabularies differ (" + std::to_string(config.source_vocabulary) +
                       " and " + std::to_string(config.target_vocabulary) + ")");
}

void check_experts(const ModelConfig& config) {
  const ModelConfig usual;
  const std::string off = ": model.experts is 0, so there are none to choose from";
  if (config.experts > 0) {
    require_of_model(config.experts_per_token <= config.experts, "experts_per_token",
                     std::to_string(config.experts_per_token),
                     "at most model.experts, which is " + std::to_string(config.experts));
    return;
  }
  require_of_model(config.experts_per_token == usual.experts_per_token, "experts_per_token",
                   std::to_string(config.experts_per_token),
                   "left at " + std::to_string(usual.experts_per_token) + off);
  require_of_model(config.balance_weight == usual.balance_weight, "balance_weight",
                   std::to_string(config.balance_weight), "left at 0.01" + off);
}

/// A kind of norm without a norm would look as if it did something.
void check_norm(const ModelConfig& config) {
  const std::string usual = ModelConfig().norm_kind;
  require_of_model(config.norm != "none" || config.norm_kind == usual, "norm_kind", config.norm_kind,
                   "left at " + usual + ": model.norm is none");
}

void check_transformer(const ModelConfig& config) {
  check_experts(config);
  check_norm(config);
  require_of_model(config.width % config.heads == 0, "heads", std::to_string(config.heads),
                   "a divisor of model.width, which is " + std::to_string(config.width));
  require_of_model(config.key_value_heads == 0 || config.heads % config.key_value_heads == 0,
                   "key_value_heads", std::to_string(config.key_value_heads),
                   "0 or a divisor of model.heads, which is " + std::to_string(config.heads));
  const std::string pairs(position_scheme(config.positions).even_head_size);
  require_of_model(pairs.empty() || config.head_size() % 2 == 0, "positions", config.positions,
                   "another where the head size is odd (width / heads is " +
                       std::to_string(config.head_size()) + "): " + pairs);
}

void check_pooling(const ModelConfig& config) {
  const Format format = format_of(config);
  const bool pools = format == Format::Class || format == Format::Picture;
  require_of_model(pools || config.pooling == "mean", "pooling", config.pooling,
                   "left at mean: only a model that gives a class makes one vector from many");
  require_of_model(!pools || !is_transformer(config) || config.pooling != "last", "pooling", config.pooling,
                   "cls or mean: the last position of a Transformer is nothing special");
  require_of_model(config.architecture != "recurrent" || config.pooling != "cls", "pooling", config.pooling,
                   "last or mean: a recurrent network has no class vector");
}

/// A classifier's output has one row a class, an embedding one row a token.
void check_tied_output(const ModelConfig& config) {
  if ((config.architecture != "encoder" && config.architecture != "recurrent") || !config.tied_output) return;
  require_of_model(config.output == "tokens", "tied_output", "true",
                   "false where model.output is " + config.output + ": an embedding has no rows for those");
  require_of_model(config.architecture == "recurrent" || config.source_vocabulary == config.target_vocabulary,
                   "tied_output", "true",
                   "false where the vocabularies differ (" + std::to_string(config.source_vocabulary) +
                       " and " + std::to_string(config.target_vocabulary) + ")");
}

void check_recurrent(const ModelConfig& config) {
  require_of_model(
      !config.bidirectional || config.architecture != "recurrent" || config.output != "tokens",
      "bidirectional", "true",
      "false where model.output is tokens: reading from the end would see the tokens to be predicted");
  require_of_model(
      !config.bidirectional || config.alignment != "dot", "alignment", "dot",
      "general, concat or additive where model.bidirectional is true: the encoder's states are twice as "
      "wide as the decoder's, and dot has no matrix between them");
}

void check_pictures(const ModelConfig& config) {
  require_of_model(config.picture_channels != 2, "picture_channels", "2", "1 (grey) or 3 (red, green, blue)");
  require_of_model(config.picture_size % config.patch_size == 0, "patch_size",
                   std::to_string(config.patch_size),
                   "a divisor of model.picture_size, which is " + std::to_string(config.picture_size));
}

}  // namespace

void validate(const ModelConfig& config) {
  ModelConfig copy = config;
  check_fields(model_fields(copy), "model");
  check_unused(copy);
  check_vocabularies(config);
  check_pooling(config);
  check_tied_output(config);
  check_recurrent(config);
  if (config.architecture == "vision") check_pictures(config);
  if (is_transformer(config)) check_transformer(config);
}

}  // namespace attnlab
