// Head effects: one pass a head, with its context changed.
#include "core/analysis/heads/head_effects.h"

#include "core/layers/attention_sites.h"
#include "core/trace/same_target.h"

namespace attnlab {

std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     HeadEdit::How ablation) {
  request = with_same_target(trace, std::move(request));
  const std::vector<Edit> given = request.edits;
  std::vector<HeadEffect> effects;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.is(attention_sites::kContext)) continue;
    const std::string attention = tensor.place.name();
    for (Index head = 0; head < tensor.shape[1]; ++head) {
      request.edits = given;
      request.edits.push_back(HeadEdit{attention, {head}, ablation});
      const double loss = tracer.trace(trace.snapshot(), request)->loss();
      effects.push_back({attention, head, loss, loss - trace.loss()});
    }
  }
  return effects;
}

}  // namespace attnlab
