// A norm of each row: γ·(x − μ)/√(σ² + ε) + β, or with ROOT_MEAN_SQUARE γ·x/√(m + ε); μ and 1/√… are kept.
#include "row_call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 1) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 2) writeonly buffer Result { float y_cells[]; };
layout(std430, binding = 3) writeonly buffer Statistics { vec2 statistics[]; };

void main() {
  int row = group * call.width;
  float mean = 0;
#ifndef ROOT_MEAN_SQUARE
  float sum = 0;
  for (int c = lane; c < call.width; c += kThreads) sum += x_cells[row + c];
  mean = group_sum(sum) / float(call.width);
#endif
  float squares = 0;
  for (int c = lane; c < call.width; c += kThreads) squares += (x_cells[row + c] - mean) * (x_cells[row + c] - mean);
  float scale = 1 / sqrt(group_sum(squares) / float(call.width) + call.epsilon);
  for (int c = lane; c < call.width; c += kThreads) {
    float y = (x_cells[row + c] - mean) * scale * parameters[call.gain_place + c];
    if (call.shift_place >= 0) y += parameters[call.shift_place + c];
    y_cells[row + c] = y;
  }
  if (lane == 0) statistics[group] = vec2(mean, scale);
}
