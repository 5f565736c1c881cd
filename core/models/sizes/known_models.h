// Known models: configurations from the literature, with the number of parameters that was published.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/models/model_config.h"

namespace attnlab {

/// One model that was published.
struct KnownModel {
  std::string_view name;       ///< as options write it: "gpt2-small"
  std::string_view title;      ///< on screen: "GPT-2 small"
  std::string_view source;     ///< where its sizes and its number of parameters are from
  std::string_view published;  ///< its parameters as they were published: "124 M"
  Index parameters;            ///< the same as a number
  Index rounded_to;            ///< the unit that number was rounded to
  std::string_view note;       ///< what the count leaves out, or why it differs; "" for neither
  ModelConfig (*config)();

  /// Whether `counted` parameters, rounded as the published number was, are that number.
  bool agrees(Index counted) const;
};

/// GPT-2 in four sizes, GPT-3, and the two models of 2017.
std::span<const KnownModel> known_models();
/// Throws std::invalid_argument with near names.
const KnownModel& known_model(std::string_view name);

/// The rows of an embedding table that would make `parameters` of a model, all its other parts as they are,
/// rounded to a whole number. For a model with one table. It says how far a published number is away.
Index vocabulary_for(const ModelConfig& config, Index parameters);

}  // namespace attnlab
