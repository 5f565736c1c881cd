// Draft: another model than the open one, as changes to its options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/model_config.h"

namespace attnlab {

/// The open model with the changes made, and what makes no model of it.
struct Draft {
  ModelConfig config;
  std::string error;  ///< as validate() says it; "" where there is none
  std::string field;  ///< the option that the error names
};

/// `changes` are "norm=pre"; each must be as change_draft() left it.
Draft draft_of(const ModelConfig& open, const std::vector<std::string>& changes);

/// Puts one option's new value into `changes`, or takes it out where it is the open model's own. Throws
/// std::invalid_argument for options that there are not or that the task decides, and for values that the
/// option cannot have.
void change_draft(std::vector<std::string>& changes, const ModelConfig& open, std::string_view option,
                  std::string_view value);

/// The options of `config` that can be changed without changing what the model reads and predicts; they point
/// into it.
Fields draft_fields(ModelConfig& config);

/// The value of an option as set_field() reads it; "" where the architecture has none of this name.
std::string option_text(ModelConfig config, std::string_view option);

/// The next sensible value of a number among the options, up or down; the same one where there is none:
/// widths double, heads divide the width, keys and values have as many heads as divide them.
Index next_value(const ModelConfig& config, std::string_view option, bool up);

/// "translate · norm=pre heads=8": the title of what was changed once more; each option stands there once.
std::string changed_title(std::string_view title, const std::vector<std::string>& changes);

}  // namespace attnlab
