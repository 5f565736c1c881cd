// Stream points: where the stream of a model can be read: behind the embedding, and behind each layer.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/probes/probe_label.h"
#include "core/autograd/recording.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One tensor [B,T,C] of the stream of a stack: what the first layer reads, or what a layer passes on. Of
/// recurrent layers that is the hidden state, of both directions side by side where there are two.
struct ProbedPoint {
  Text text = Text::Target;  ///< of its positions: Source or Target
  Place place;
  const Site* site = nullptr;
  friend bool operator==(const ProbedPoint&, const ProbedPoint&) = default;
};

/// The points of the stack that reads `text`, in order of computation; none where there are no layers.
std::vector<ProbedPoint> stream_points(const ModelConfig& config, const Recording& pass, Text text);

/// "embedding", "layer 1".
std::string point_title(const ProbedPoint& point);

/// The layer whose output is read; −1: none, but the embedding.
Index point_layer(const ProbedPoint& point);

/// Rows of a point's tensor before the first token's: 1 behind a class vector.
Index rows_before_text(const ModelConfig& config, Text text);

/// The texts that the layers of a model read: the source, the target or both. None where it has no layers.
std::vector<Text> probed_texts(const ModelConfig& config);

/// "encoder", "decoder", "layers": what the stack that reads `text` is called.
std::string stack_title(const ModelConfig& config, Text text);

}  // namespace attnlab
