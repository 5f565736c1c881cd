// Two models: a run beside another: what they share, and one text read by both.
#pragma once

#include <memory>

#include "core/analysis/models/aligned_tensors.h"
#include "core/analysis/models/head_matches.h"
#include "core/analysis/models/predictions.h"
#include "core/analysis/models/relation.h"
#include "core/trace/tracer.h"

namespace attnlab {

/// One of the models, at one moment.
struct ModelBeside {
  std::shared_ptr<const Tracer> tracer;
  SnapshotPtr snapshot;

  const Model& model() const { return tracer->model(); }
};

/// A pass of each model over one text, laid beside each other.
struct TwoModels {
  ModelRelation relation;
  AlignedTensors parameters;  ///< learned weights
  TracePtr mine;
  TracePtr other;                           ///< null where the other model cannot read the text
  std::string error;                        ///< why: one line; "" where it can
  AlignedTensors passes;                    ///< what is computed; empty without `other`
  HeadMatches heads;                        ///< of both passes; empty without `other`
  std::vector<TwoPredictions> predictions;  ///< empty without `other`
};

/// `request` is that of `mine`, a trace of `model`; the other model reads the same text with the same target,
/// without edits. Never throws for a text that the other model cannot read: `error` says why.
TwoModels compare_models(const ModelBeside& model, const TracePtr& mine, TraceRequest request,
                         const ModelBeside& other);

}  // namespace attnlab
