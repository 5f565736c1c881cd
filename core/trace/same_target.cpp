// Same target: a generated target becomes a given one.
#include "core/trace/same_target.h"

namespace attnlab {

TraceRequest with_same_target(const Trace& trace, TraceRequest request) {
  request.gradients = false;
  if (!trace.target_is_generated) return request;
  const std::vector<TokenId>& target = trace.batch().target;  // the output, then <eos>; no edit changes it
  request.target_tokens.emplace(target.begin(), target.end() - 1);
  return request;
}

}  // namespace attnlab
