// Same target: what was generated is given.
#include "core/trace/same_target.h"

namespace attnlab {

TraceRequest with_same_target(const Trace& trace, TraceRequest request) {
  request.gradients = false;
  if (!trace.target_is_generated) return request;
  const std::vector<TokenId>& input = trace.batch().input;  // <sos>, then the output
  request.target_tokens.emplace(input.begin() + 1, input.end());
  return request;
}

}  // namespace attnlab
