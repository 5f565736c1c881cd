// What the Transformers share: options and starting values derived from a ModelConfig.
#pragma once

#include <optional>
#include <vector>

#include "core/layers/block.h"
#include "core/layers/input_layer.h"
#include "core/models/model_config.h"
#include "core/ops/attention/bucket_bias.h"

namespace attnlab {

/// Options of every norm of `config`.
NormLayer::Options norm_options(const ModelConfig& config);

/// How rotary positions turn the heads of `config`.
RotaryTurns rotary_turns(const ModelConfig& config);

/// How distances share buckets in `stack`, one of `config`, where positions are a relative bias.
DistanceBuckets distance_buckets(const ModelConfig& config, const Part* stack);

/// Whether blocks also attend to the output of an encoder.
enum class CrossAttention { Without, With };

/// The norm that closes the blocks of `stack`, where `config` has one.
std::optional<NormLayer> last_norm(const ParameterScope& stack, const ModelConfig& config);

/// Options of one block of `config`, except for the bias on scores, which make_blocks makes for the whole
/// stack. Blocks made with one copy of them share the table of rotary positions.
Block::Options block_options(const ModelConfig& config, CrossAttention cross);

/// Where `config` has the sines and cosines of sinusoidal positions.
SineLayout sine_layout(const ModelConfig& config);

/// Options of the token input of `config`.
InputLayer::Options input_options(const ModelConfig& config);

/// Options of the input of `config` for sequences of up to `length`, of tokens or not.
SequenceInput::Options sequence_options(const ModelConfig& config, Index length);

/// How an embedding table starts.
Initializer embedding_initializer(const ModelConfig& config);

/// How a linear layer from `in` to `out` starts.
Initializer linear_initializer(const ModelConfig& config, Index in, Index out);

/// Which positions of `batch.input` see each other; where later ones are seen, padding is not.
AttentionMask target_mask(const ModelConfig& config, const Batch& batch);

/// The output matrix [V,C] of `scope`, a model's root, without biases except for config.output_bias;
/// `embedding` is the table that serves for it where config.tied_output.
LinearLayer make_output(const ParameterScope& scope, const ModelConfig& config, ParameterId embedding);

/// x [B,T,C] as the output matrix reads it: divided by √C where config.scaled_output, traced as scaled of the
/// part "output" (Raffel et al. 2020, whose embedding serves as output matrix).
Variable read_by_output(Tape& tape, const ModelConfig& config, Variable x);

/// The blocks of the stack `scope` under scope/layers, as many as layers_in() says.
std::vector<Block> make_blocks(const ParameterScope& scope, const ModelConfig& config, CrossAttention cross);

}  // namespace attnlab
