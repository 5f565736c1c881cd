// Tensors of gradients, cached as long as the trace is on screen.
#include "app/views/common/gradient_tensors.h"

#include <map>
#include <string>

#include "core/language/messages.h"

namespace attnlab {
namespace {

using Gradients = std::map<std::string, TraceTensor, std::less<>>;

struct GradientsOnScreen {
  TraceKey trace;
  Gradients by_name;
};

Gradients& gradients_of(const ViewModel& model) {
  GradientsOnScreen& cache = model.remembered<GradientsOnScreen>();
  if (cache.trace != model.trace_key()) cache = {model.trace_key(), {}};
  return cache.by_name;
}

}  // namespace

std::string gradient_wait_words(const ViewModel& model, std::string_view name) {
  if (!is_gradient(name)) return "";
  const TraceTensor* const tensor = model.trace->find(value_name(name));
  if (!tensor || model.at_hand(*tensor)) return "";
  return tr("∂L/∂({1}) is being computed…", tr(tensor->site->title));
}

const TraceTensor* value_or_gradient(const ViewModel& model, std::string_view name) {
  const TraceTensor* tensor = model.trace->find(value_name(name));
  if (!tensor || !is_gradient(name)) return tensor;
  if (tensor->gradient.empty() || !model.at_hand(*tensor)) return nullptr;
  Gradients& gradients = gradients_of(model);
  if (const auto found = gradients.find(name); found != gradients.end()) return &found->second;
  TraceTensor gradient = *tensor;
  gradient.name = std::string(name);
  gradient.value = tensor->gradient;
  gradient.edited = false;
  return &gradients.emplace(gradient.name, gradient).first->second;
}

}  // namespace attnlab
