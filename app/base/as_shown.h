// Equations between rounded numbers: whether one is true as it is shown.
#pragma once

#include <string_view>

namespace attnlab {

/// The number that a text of format.h shows: −0.2 of "(−0.20)". NaN where it shows none.
double shown_number(std::string_view text);

/// "=" where `of_shown`, computed from the numbers as they are shown, is `result` to its last digit, else
/// "≈".
const char* relation(double of_shown, std::string_view result);

}  // namespace attnlab
