// What config.json of encoder–decoders of other programs says of their two stacks.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "core/models/model_config.h"

namespace attnlab::family_stacks {

/// Where a file may hold the embedding of both texts beside, or in place of, "shared.weight".
inline constexpr std::string_view kEmbeddingCopies[] = {"encoder.embed_tokens.weight",
                                                        "decoder.embed_tokens.weight"};

// Each throws std::invalid_argument with what the value must be. Keys of the encoder come before.

/// Layers of the decoder; null: as many as of the encoder.
void take_decoder_layers(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_decoder_layers(const ModelConfig& config);

/// What the decoder has as the encoder does, or there is no such model of ours.
void take_same_heads(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_heads(const ModelConfig& config);
void take_same_hidden(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_hidden(const ModelConfig& config);
/// Null: the same.
void take_same_vocabulary(const nlohmann::json& value, ModelConfig& config);

/// Cells of a head, after width and heads.
void take_head_width(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_head_width(const ModelConfig& config);

/// Whether embeddings are multiplied by √C.
void take_embedding_scale(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_embedding_scale(const ModelConfig& config);

/// Whether what the output matrix reads is divided by √C; null: where that is the embedding.
void take_scaled_output(const nlohmann::json& value, ModelConfig& config);
nlohmann::json give_scaled_output(const ModelConfig& config);

}  // namespace attnlab::family_stacks
