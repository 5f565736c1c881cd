// Settings of training as text fields.
#pragma once

#include <map>
#include <string>

#include "app/views/common/views.h"

namespace attnlab {

/// Typed values by option.
using TypedSettings = std::map<std::string, std::string>;

/// Draws the options that are worth changing within a run, each with its value and meaning, in two columns;
/// script names are PREFIX.OPTION. Returns the option in which Enter was pressed, or "".
std::string draw_settings_fields(const char* prefix, const TrainingSettings& now, const ModelConfig& model,
                                 TypedSettings& typed);

/// "option=value" for each typed value that differs.
std::vector<std::string> changed_settings(const TrainingSettings& now, const TypedSettings& typed);

/// Whether "learning rate" stands before the slider.
enum class RateLabel { Hidden, Shown };

/// A logarithmic slider for the factor on the schedule's learning rate, 0.1 to 10. `width` is that
/// of the slider without its label. Double-click: back to 1. Sends train.rate.
void rate_slider(const char* name, const ViewModel& model, float width, const Emit& emit,
                 RateLabel label = RateLabel::Shown);

}  // namespace attnlab
