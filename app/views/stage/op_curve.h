// The curve of a function of single cells beside its matrices.
#pragma once

#include "app/widgets/base/box.h"
#include "core/autograd/operation.h"

namespace attnlab {

/// The function that `operation` applies to each cell, at x; see Operation::is_cell_function.
double function_at(const Operation& operation, double x);

/// Draws the curve from −limit to limit, with a mark at x.
void draw_function_curve(const Operation& operation, double x, double limit, const Box& box);

}  // namespace attnlab
