// Backward of a norm by rows (norm.comp): with n the normalized row and d its gradient γ·∂L/∂y, ∂L/∂x is
// (d − mean(d) − n·mean(d·n))/√(σ² + ε); with ROOT_MEAN_SQUARE without mean(d). Results may lie where ∂L/∂y does.
#include "row_call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 1) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 2) readonly buffer Statistics { vec2 statistics[]; };
layout(std430, binding = 3) readonly buffer Gradient { float dy_cells[]; };
layout(std430, binding = 4) buffer Result { float dx_cells[]; };

void main() {
  int row = group * call.width;
  vec2 of_row = statistics[group];
  float sum = 0, inner = 0;
  for (int c = lane; c < call.width; c += kThreads) {
    float d = dy_cells[row + c] * parameters[call.gain_place + c];
    sum += d;
    inner += d * (x_cells[row + c] - of_row.x) * of_row.y;
  }
#ifdef ROOT_MEAN_SQUARE
  sum = 0;
#else
  sum = group_sum(sum) / float(call.width);
#endif
  inner = group_sum(inner) / float(call.width);
  for (int c = lane; c < call.width; c += kThreads) {
    float d = dy_cells[row + c] * parameters[call.gain_place + c];
    float dx = of_row.y * (d - sum - (x_cells[row + c] - of_row.x) * of_row.y * inner);
    if (call.added != 0) dx += dx_cells[row + c];
    dx_cells[row + c] = dx;
  }
}
