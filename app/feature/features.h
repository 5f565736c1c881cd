// The list of views: their rows in the order of the tabs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/feature/choices.h"
#include "app/feature/feature.h"

namespace attnlab {

/// All views in the order of the tabs.
std::span<const Feature* const> features();

/// The names of all views, in the order of the tabs.
std::vector<std::string> view_names();

/// The view of this name. Throws std::invalid_argument with near names.
const Feature& find_feature(std::string_view name);

/// Whether the view is offered to the model; null: no model is open, and every view is offered.
bool is_offered(const Feature& view, const ModelConfig* config);
/// Throws std::invalid_argument, "this model has no view NAME", if the view is not offered.
void require_offered(const Feature& view, const ModelConfig* config);
/// The views offered to the model, in the order of the tabs.
std::vector<const Feature*> offered_views(const ModelConfig* config);

/// The option table of one view, which points into `choices`; empty if the view has no options.
Fields choice_fields(Choices& choices, const Feature& view);

/// Resets the options that name parts of one model, for another model.
void forget_model(Choices& choices);

}  // namespace attnlab
