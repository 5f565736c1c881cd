// Settings of training as fields to type in.
#pragma once

#include <map>
#include <string>

#include "app/views/common/views.h"

namespace attnlab {

/// What was typed over the present values, by option.
using TypedSettings = std::map<std::string, std::string>;

/// The options that are worth changing within a run, each with its value and what it means, in two columns;
/// names for scripts are PREFIX.OPTION. Returns the option in which Enter was pressed, or "".
std::string draw_settings_fields(const char* prefix, const TrainingSettings& now, const ModelConfig& model,
                                 TypedSettings& typed);

/// "option=value" of what was typed and differs.
std::vector<std::string> changed_settings(const TrainingSettings& now, const TypedSettings& typed);

}  // namespace attnlab
