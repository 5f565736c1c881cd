// Labelled rows: the vectors of tokens that have a label, from every point of the stream.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/analysis/probes/probe_label.h"
#include "core/analysis/probes/stream_points.h"
#include "core/models/model.h"
#include "core/text/vocabularies.h"

namespace attnlab {

class AttentionDevice;

/// Labelled tokens of one split.
struct LabelledRows {
  std::vector<std::string> labels;       ///< [N]
  std::vector<ProbedPoint> points;       ///< in order of computation
  std::vector<std::vector<Real>> cells;  ///< a point: [N,C]
  Index examples = 0;
};

/// The tokens of one example without their special ones, as ProbedText wants them: of a picture its patches.
std::vector<Piece> pieces_of(const ModelConfig& config, const Vocabularies& vocabularies, const Batch& batch,
                             Text text, Index row);

/// Special tokens lose their text.
void clear_special_tokens(const Tokenizer& tokenizer, std::vector<Piece>& pieces);

/// What labels are read from, and by which model.
struct RowSource {
  const Model& model;
  const Vocabularies& vocabularies;
  const Task& task;
  std::span<const Real> weights;
  AttentionDevice* device;
};

/// Random examples of `split`, always the same ones, until `wanted` tokens have a label; fewer where labels
/// are rarer than one in kRarest positions, or `goes_on` says no.
LabelledRows labelled_rows(const RowSource& source, Split split, const ProbedStack& stack,
                           const ProbeLabel& label, Index wanted, const std::function<bool()>& goes_on);
inline constexpr Index kRarest = 50;

}  // namespace attnlab
