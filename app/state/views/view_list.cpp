// The list of views: finds a view by its name, and reads the rows.
#include "app/state/views/view_list.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/models/model_config.h"

namespace attnlab {

std::vector<std::string> view_names() {
  std::vector<std::string> names;
  for (const ViewKind* view : kViewKinds) names.emplace_back(view->name);
  return names;
}

const ViewKind& view_kind(std::string_view name) {
  const auto found = std::ranges::find(kViewKinds, name, &ViewKind::name);
  if (found != kViewKinds.end()) return **found;
  throw std::invalid_argument("there is no view " + std::string(name) + did_you_mean(name, view_names()));
}

bool has_attention_heads(const ModelConfig& config) { return is_transformer(config); }
std::string_view no_attention_heads(const ModelConfig&) { return "it has no attention heads"; }

bool is_offered(const ViewKind& view, const ModelConfig* config) {
  return !config || !view.offered || view.offered(*config);
}

void require_offered(const ViewKind& view, const ModelConfig* config) {
  if (is_offered(view, config)) return;
  const std::string why = view.why_not ? ": " + std::string(view.why_not(*config)) : "";
  throw std::invalid_argument("this model has no view " + std::string(view.name) + why);
}

std::vector<const ViewKind*> offered_views(const ModelConfig* config) {
  std::vector<const ViewKind*> offered;
  for (const ViewKind* view : kViewKinds)
    if (is_offered(*view, config)) offered.push_back(view);
  return offered;
}

Fields choice_fields(ViewChoices& choices, const ViewKind& view) {
  return view.options ? view.options(choices) : Fields{};
}

void forget_model(ViewChoices& choices) {
  for (const ViewKind* view : kViewKinds)
    if (view->forget_model) view->forget_model(choices);
}

}  // namespace attnlab
