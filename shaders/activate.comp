// y = f(x) of each cell of [rows,width]; with GATED, x is [rows,2·width] and y = f(gate)·up.
#include "row_call.glsl"
#include "activation.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 1) writeonly buffer Result { float y_cells[]; };

void main() {
  int cell = group * 128 + int(gl_LocalInvocationIndex);
  if (cell >= call.rows * call.width) return;
#ifdef GATED
  int gate = cell + cell / call.width * call.width;
  y_cells[cell] = activation(x_cells[gate]) * x_cells[gate + call.width];
#else
  y_cells[cell] = activation(x_cells[cell]);
#endif
}
