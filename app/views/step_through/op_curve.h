// The curve of an activation beside its matrices.
#pragma once

#include <optional>
#include <string_view>

#include "app/widgets/base/box.h"

namespace attnlab {

/// f(x) of "relu", "gelu", "gelu_tanh", "silu", "tanh" or "sigmoid"; nothing for other operations.
std::optional<double> activation_at(std::string_view kind, double x);

/// Draws f from −limit to limit, with a mark at x.
void draw_activation_curve(std::string_view kind, double x, double limit, const Box& box);

}  // namespace attnlab
