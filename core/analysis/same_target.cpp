// Same target: what was generated is given.
#include "core/analysis/same_target.h"

namespace attnlab {

TraceRequest with_same_target(const Tracer& tracer, const Trace& trace, TraceRequest request) {
  request.gradients = false;
  if (!trace.target_is_generated) return request;
  request.generate_target = false;
  const std::vector<TokenId>& input = trace.batch().input;  // <sos>, then the output
  request.target = tracer.vocabularies().target.decode(std::span(input).subspan(1));
  return request;
}

}  // namespace attnlab
