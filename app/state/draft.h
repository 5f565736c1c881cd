// Draft: a model that differs from the open one by changed options.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/models/model_config.h"

namespace attnlab {

/// The open model's options with the changes made, and why they make no model.
struct Draft {
  ModelConfig config;
  std::string error;  ///< of validate(); "" where the options make a model
  std::string field;  ///< the option that the error names
};

/// `changes` are "norm=pre"; each must come from change_draft().
Draft draft_of(const ModelConfig& open, const std::vector<std::string>& changes);

/// Puts one option's new value into `changes`, or takes the option out where the value is the open model's
/// own. Throws std::invalid_argument for unknown options, for options that the task decides, and for values
/// that the option cannot have.
void change_draft(std::vector<std::string>& changes, const ModelConfig& open, std::string_view option,
                  std::string_view value);

/// The options of `config` that do something and can be changed without changing what the model reads and
/// predicts. They point into `config`.
Fields draft_fields(ModelConfig& config);

/// The value of an option as set_field() reads it; "" where the architecture has no such option.
std::string option_text(const Fields& options, std::string_view option);
std::string option_text(ModelConfig config, std::string_view option);

/// What 0 stands for in a numeric option: as many heads of keys and values as heads, layers of the decoder as
/// of the encoder, cells of a head as divide the width; 0 where it stands for none.
Index usual_number(const ModelConfig& config, std::string_view option);

/// The next sensible value of a whole number among the options of `config`, up or down; the present value
/// where there is none. Widths double, heads divide the width, and heads of keys and values divide the heads.
/// 0 where that stands for the next.
Index next_value(const ModelConfig& config, const Field& number, bool up);

/// "translate · norm=pre heads=8": the title of a changed model; each option stands there once.
std::string changed_title(std::string_view title, const std::vector<std::string>& changes);

}  // namespace attnlab
