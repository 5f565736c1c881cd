// A model of the same weights with other values of its options.
#pragma once

#include <memory>

#include "core/config/option_value.h"
#include "core/models/model.h"

namespace attnlab {

/// `model`, or where a value differs from its own another with the same parameters. The options are numbers
/// with fractions on which no parameter depends. Throws std::invalid_argument for a name that no option has,
/// and as validate() for values that are not allowed.
std::shared_ptr<const Model> changed_model(std::shared_ptr<const Model> model, const OptionValues& values);

}  // namespace attnlab
