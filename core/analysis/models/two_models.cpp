// Two models: the same request traced through the other model.
#include "core/analysis/models/two_models.h"

#include <stdexcept>

#include "core/language/messages.h"
#include "core/trace/same_target.h"

namespace attnlab {

namespace {

/// What the other model reads: the text with the target of the first model's pass.
TraceRequest request_beside(const Trace& mine, TraceRequest request) {
  request.edits.clear();
  return with_same_target(mine, std::move(request));
}

void read_by_other(const TraceRequest& request, const ModelBeside& other, TwoModels& result) {
  if (!result.relation.comparable()) {
    result.error = result.relation.words_difference;
    return;
  }
  try {
    result.other = other.tracer->trace(other.snapshot, request);
  } catch (const std::invalid_argument& why) {
    result.error = tr("the other model cannot read this text: {1}", why.what());
  }
}

}  // namespace

TwoModels compare_models(const ModelBeside& model, const TracePtr& mine, TraceRequest request,
                         const ModelBeside& other) {
  TwoModels result;
  result.mine = mine;
  result.relation =
      relation_of(model.model(), model.tracer->vocabularies(), other.model(), other.tracer->vocabularies());
  result.parameters =
      align_parameters(model.model(), mine->snapshot()->weights, other.model(), other.snapshot->weights);
  read_by_other(request_beside(*mine, std::move(request)), other, result);
  if (!result.other) return result;
  result.passes = align_passes(*mine, *result.other);
  result.heads = match_heads(*mine, *result.other);
  result.predictions = compare_predictions(*mine, *result.other);
  return result;
}

}  // namespace attnlab
