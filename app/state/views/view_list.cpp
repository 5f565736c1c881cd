// The list of views: one of them by its name, and what follows from the rows.
#include "app/state/views/view_list.h"

#include <stdexcept>
#include <string>

#include "core/config/rows.h"

namespace attnlab {

const ViewKind& view_kind(std::string_view name) { return row_named(view_kinds(), "view", name); }

bool is_offered(const ViewKind& view, const ModelConfig* config) {
  return !config || !view.offered || view.offered(*config);
}

void require_offered(const ViewKind& view, const ModelConfig* config) {
  if (!is_offered(view, config))
    throw std::invalid_argument("this model has no view " + std::string(view.name));
}

std::vector<const ViewKind*> offered_views(const ModelConfig* config) {
  std::vector<const ViewKind*> offered;
  for (const ViewKind& view : view_kinds())
    if (is_offered(view, config)) offered.push_back(&view);
  return offered;
}

Fields choice_fields(ViewChoices& choices, const ViewKind& view) {
  return view.options ? view.options(choices) : Fields{};
}

void forget_model(ViewChoices& choices) {
  for (const ViewKind& view : view_kinds())
    if (view.forget_model) view.forget_model(choices);
}

}  // namespace attnlab
