// Head effects: one pass a head, with its context changed.
#include "core/analysis/head_effects.h"

#include <algorithm>
#include <stdexcept>

namespace attnlab {

namespace {

constexpr std::string_view kContext = ".context";

/// Each of the `features` columns of `cells` [positions,features] becomes its mean.
void flatten(std::span<Real> cells, Index positions, Index features) {
  for (Index f = 0; f < features; ++f) {
    double sum = 0;
    for (Index t = 0; t < positions; ++t)
      sum += static_cast<double>(cells[static_cast<std::size_t>(t * features + f)]);
    for (Index t = 0; t < positions; ++t)
      cells[static_cast<std::size_t>(t * features + f)] =
          static_cast<Real>(sum / static_cast<double>(positions));
  }
}

}  // namespace

Intervention ablate_head(const std::string& attention, Index head, Ablation ablation) {
  const auto change = [=](const Shape& shape, std::span<Real> cells) {
    if (shape.rank() != 4 || head < 0 || head >= shape[1])
      throw std::invalid_argument(attention + " has no head " + std::to_string(head));
    const Index plane = shape[2] * shape[3];
    for (Index b = 0; b < shape[0]; ++b) {
      const std::span<Real> context = cells.subspan(static_cast<std::size_t>((b * shape[1] + head) * plane),
                                                    static_cast<std::size_t>(plane));
      if (ablation == Ablation::Zero) {
        std::ranges::fill(context, Real(0));
      } else {
        flatten(context, shape[2], shape[3]);
      }
    }
  };
  return {attention + std::string(kContext), change};
}

std::vector<HeadEffect> head_effects(const Tracer& tracer, const Trace& trace, TraceRequest request,
                                     Ablation ablation) {
  request.gradients = false;
  if (trace.target_is_generated) {
    request.generate_target = false;
    const std::vector<TokenId>& input = trace.batch().input;  // <sos>, then the output
    request.target = tracer.vocabularies().target.decode(std::span(input).subspan(1));
  }
  const std::vector<Intervention> given = request.interventions;
  std::vector<HeadEffect> effects;
  for (const TraceTensor& tensor : trace.tensors()) {
    if (!tensor.name.ends_with(kContext) || tensor.shape.rank() != 4) continue;
    const std::string attention = tensor.name.substr(0, tensor.name.size() - kContext.size());
    for (Index head = 0; head < tensor.shape[1]; ++head) {
      request.interventions = given;
      request.interventions.push_back(ablate_head(attention, head, ablation));
      const double loss = tracer.trace(trace.snapshot(), request)->loss();
      effects.push_back({attention, head, loss, loss - trace.loss()});
    }
  }
  return effects;
}

}  // namespace attnlab
