// Stepper: a whole number between two buttons.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace attnlab {

struct StepperOptions {
  std::int64_t less = 0, more = 0;  ///< the values of the buttons; a button with the present value is off
  bool small = false;               ///< for narrow panels
};

/// "waves − 4 +" at the cursor. Returns the new value, or `value`. Names for scripts are NAME.less and
/// NAME.more.
std::int64_t stepper(const std::string& name, std::string_view label, std::int64_t value,
                     const StepperOptions& options);

/// The width of a stepper with such a label.
float stepper_width(std::string_view label, bool small);

}  // namespace attnlab
