// Head effects: one pass a head, with its context changed.
#include "core/analysis/head_effects.h"

#include "core/trace/same_target.h"

namespace attnlab {

namespace {

constexpr std::string_view kContext = ".context";

}  // namespace

std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     HeadEdit::How ablation) {
  request = with_same_target(trace, std::move(request));
  const std::vector<Edit> given = request.edits;
  std::vector<HeadEffect> effects;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.name.ends_with(kContext) || tensor.shape.rank() != 4) continue;
    const std::string attention = tensor.name.substr(0, tensor.name.size() - kContext.size());
    for (Index head = 0; head < tensor.shape[1]; ++head) {
      request.edits = given;
      request.edits.push_back(HeadEdit{attention, head, ablation});
      const double loss = tracer.trace(trace.snapshot(), request)->loss();
      effects.push_back({attention, head, loss, loss - trace.loss()});
    }
  }
  return effects;
}

}  // namespace attnlab
