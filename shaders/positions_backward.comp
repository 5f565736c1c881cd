// Gradients of learned positions: the sum of each position's rows over the sequences; 0 for positions behind the texts.
#include "row_call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Gradient { float dy_cells[]; };
layout(std430, binding = 1) writeonly buffer Result { float gradient_cells[]; };

void main() {
  int cell = group * 128 + int(gl_LocalInvocationIndex), position = cell / call.width;
  if (position >= call.chunk) return;
  float sum = 0;
  if (position < call.positions)
    for (int row = position; row < call.rows; row += call.positions) sum += dy_cells[row * call.width + cell % call.width];
  gradient_cells[call.shift_place + cell] = sum;
}
