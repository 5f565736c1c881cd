// Backward of activate.comp: the gradient of x by that of y. Without GATED, both may lie in one place.
#include "row_call.glsl"
#include "activation.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 1) readonly buffer Gradient { float dy_cells[]; };
layout(std430, binding = 2) writeonly buffer Result { float dx_cells[]; };

void main() {
  int cell = group * 128 + int(gl_LocalInvocationIndex);
  if (cell >= call.rows * call.width) return;
#ifdef GATED
  int gate = cell + cell / call.width * call.width, up = gate + call.width;
  float g = x_cells[gate], dy = dy_cells[cell];
  dx_cells[gate] = dy * x_cells[up] * slope(g);
  dx_cells[up] = dy * activation(g);
#else
  dx_cells[cell] = dy_cells[cell] * slope(x_cells[cell]);
#endif
}
