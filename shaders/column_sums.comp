// Partial sums of columns over `chunk` rows a group: of ∂L/∂y, and with NORM also of ∂L/∂y times the normalized rows, the
// gradients of a norm's shifts and gains. [chunks,width], and behind them with NORM the gains' [chunks,width].
#include "row_call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Gradient { float dy_cells[]; };
layout(std430, binding = 1) writeonly buffer Partial { float partial_cells[]; };
#ifdef NORM
layout(std430, binding = 2) readonly buffer Input { float x_cells[]; };
layout(std430, binding = 3) readonly buffer Statistics { vec2 statistics[]; };
#endif

void main() {
  int column = group * 128 + int(gl_LocalInvocationIndex), chunk = int(gl_WorkGroupID.y) + call.first_plane;
  if (column >= call.width) return;
  int end = min((chunk + 1) * call.chunk, call.rows);
  float sum = 0, inner = 0;
  for (int row = chunk * call.chunk; row < end; ++row) {
    float dy = dy_cells[row * call.stride + column];
    sum += dy;
#ifdef NORM
    vec2 of_row = statistics[row];
    inner += dy * (x_cells[row * call.stride + column] - of_row.x) * of_row.y;
#endif
  }
  partial_cells[chunk * call.width + column] = sum;
#ifdef NORM
  int chunks = (call.rows + call.chunk - 1) / call.chunk;
  partial_cells[(chunks + chunk) * call.width + column] = inner;
#endif
}
