// A window's size: a whole number.
#include "core/io/families/window_size.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace attnlab {

void take_window_size(const nlohmann::json& value, ModelConfig& config) {
  if (!value.is_number_unsigned() || value < 1 || value > 65536)
    throw std::invalid_argument("a whole number from 1 to 65536");
  config.mask.window = value.get<Index>();
}

}  // namespace attnlab
