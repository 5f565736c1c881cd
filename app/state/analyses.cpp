// Analyses: one job for each kind.
#include "app/state/analyses.h"

namespace attnlab {

void Analyses::update(const AnalysisInput& input) {
  head_effects_.take();
  if (on_stage(input.state, ViewKind::Heads) && !attentions_of(input.trace->config()).empty()) {
    head_effects_.ask(input.trace, [tracer = input.model.tracer, trace = input.trace,
                                    request = input.request](std::stop_token) {
      return attnlab::head_effects(*tracer, *trace, *request, HeadEdit::How::Zero);
    });
  }
  results_ = {head_effects_.result()};
}

void Analyses::clear() {
  head_effects_.clear();
  results_ = {};
}

}  // namespace attnlab
