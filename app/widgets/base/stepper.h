// Stepper: a whole number between two buttons.
#pragma once

#include <string>
#include <string_view>

namespace attnlab {

struct StepperOptions {
  long less = 0, more = 0;  ///< what the buttons lead to; a button that leads nowhere is off
  bool small = false;       ///< for narrow panels
};

/// "waves − 4 +" at the cursor. Returns the new value, or `value`. Names for scripts are NAME.less and
/// NAME.more.
long stepper(const std::string& name, std::string_view label, long value, const StepperOptions& options);

}  // namespace attnlab
