// The slider of the learning rate, in the menu and among the training controls.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Whether "learning rate" stands before the slider.
enum class RateLabel { Hidden, Shown };

/// A logarithmic slider for the factor on the schedule's learning rate, 0.1 to 10. `width` is that
/// of the slider without its label. Double-click: back to 1. Sends train.rate.
void rate_slider(const char* name, const ViewModel& model, float width, const Emit& emit,
                 RateLabel label = RateLabel::Shown);

}  // namespace attnlab
