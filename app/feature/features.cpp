// Features: finds one by its name, and reads the rows.
#include "app/feature/features.h"

#include <algorithm>
#include <stdexcept>

#include "core/config/nearest.h"
#include "core/language/messages.h"
#include "core/models/model_config.h"

namespace attnlab {

std::vector<std::string> view_names() {
  std::vector<std::string> names;
  for (const Feature* view : features()) names.emplace_back(view->name);
  return names;
}

const Feature& find_feature(std::string_view name) {
  const auto found = std::ranges::find(features(), name, &Feature::name);
  if (found != features().end()) return **found;
  throw std::invalid_argument(tr("there is no view {1}", name) + did_you_mean(name, view_names()));
}

bool has_attention_heads(const ModelConfig& config) { return is_transformer(config); }
std::string_view no_attention_heads(const ModelConfig&) { return tr_mark("it has no attention heads"); }

bool is_offered(const Feature& view, const ModelConfig* config) {
  return !config || !view.offered || view.offered(*config);
}

void require_offered(const Feature& view, const ModelConfig* config) {
  if (is_offered(view, config)) return;
  throw std::invalid_argument(
      view.why_not ? tr("this model has no view {1}: {2}", view.name, tr(view.why_not(*config)))
                   : tr("this model has no view {1}", view.name));
}

std::vector<const Feature*> offered_views(const ModelConfig* config) {
  std::vector<const Feature*> offered;
  for (const Feature* view : features())
    if (is_offered(*view, config)) offered.push_back(view);
  return offered;
}

Fields choice_fields(Choices& choices, const Feature& view) {
  return view.options ? view.options(choices) : Fields{};
}

void forget_model(Choices& choices) {
  for (const Feature* view : features())
    if (view->forget_model) view->forget_model(choices);
}

}  // namespace attnlab
