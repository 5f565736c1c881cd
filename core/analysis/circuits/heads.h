// Circuit heads: the attention heads of a model, and where in the residual stream each reads and writes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/model.h"

namespace attnlab {

/// One attention head of a model of blocks.
struct CircuitHead {
  Place place;         ///< of its attention: decoder, layer 0, self-attention
  Index layer = 0;     ///< in its stack
  Index head = 0;      ///< 0 … H − 1
  Index key_head = 0;  ///< of the keys and values that it reads; several heads may share them

  bool is_cross() const;
  /// "decoder.layers.0.self_attention#1".
  std::string name() const;
  friend bool operator==(const CircuitHead&, const CircuitHead&) = default;
};

/// All heads of a model of this configuration in order of computation; none where it has no blocks.
std::vector<CircuitHead> circuit_heads(const ModelConfig& config);
inline std::vector<CircuitHead> circuit_heads(const Model& model) { return circuit_heads(model.config()); }

/// Where something is read from the stream of a stack, or written to it.
struct StreamPoint {
  const Part* stack = nullptr;  ///< encoder or decoder
  Index sublayer = 0;           ///< of the stack, from 0; their number: the end, behind all of them
  friend bool operator==(const StreamPoint&, const StreamPoint&) = default;
};

/// What a head reads.
enum class HeadInput { Query, Key, Value };

/// Where the head adds its output.
StreamPoint written_by(const ModelConfig& config, const CircuitHead& head);
/// Where the head reads its queries, or its keys and values: cross-attention reads these at the encoder's
/// end.
StreamPoint read_by(const ModelConfig& config, const CircuitHead& head, HeadInput input);
/// The end of a stack.
StreamPoint end_of(const ModelConfig& config, const Part& stack);

/// Whether what is written at `from` is in the stream that is read at `to`.
bool reaches(const StreamPoint& from, const StreamPoint& to);

}  // namespace attnlab
