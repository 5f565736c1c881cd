// Dropout of each cell of [B·T,C], in another place or the same.
#include "row_call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 1) writeonly buffer Result { float y_cells[]; };
#define KEYS_BINDING 2
#define DROPPED_WIDTH call.width
#include "dropped_rows.glsl"

void main() {
  int cell = group * 128 + int(gl_LocalInvocationIndex);
  if (cell >= call.rows * call.width) return;
  y_cells[cell] = x_cells[cell] * dropout_factor(cell / call.width, cell % call.width);
}
