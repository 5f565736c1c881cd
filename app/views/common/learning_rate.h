// The slider of the learning rate, in the menu and among the training controls.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// A logarithmic slider for the factor on the schedule's learning rate, 0.1 to 10, with "learning rate"
/// before it where `width` (of the slider alone) is not the whole room. Double-click: back to 1. Sends
/// train.rate.
void rate_slider(const char* name, const ViewModel& model, float width, const Emit& emit,
                 bool labelled = true);

}  // namespace attnlab
