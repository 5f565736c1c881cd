// Gradients of the rows of an embedding, each the sum of its tokens' rows in the order of the batch: `sorted` has, from
// number `gain_place` on, where each token's list begins among `sorted`, and behind these the lists of rows. With
// `added` to what is there. A row of groups for each token.
#include "row_call.glsl"
layout(local_size_x = 64) in;

layout(std430, binding = 0) readonly buffer Gradient { float dy_cells[]; };
layout(std430, binding = 1) readonly buffer Sorted { int sorted[]; };
layout(std430, binding = 2) buffer Result { float gradient_cells[]; };

void main() {
  int column = group * 64 + int(gl_LocalInvocationIndex), token = int(gl_WorkGroupID.y) + call.first_plane;
  if (column >= call.width) return;
  int i = sorted[call.gain_place + token], end = sorted[call.gain_place + token + 1];
  float sum = 0;
  for (; i + 3 < end; i += 4) {  // four at a time, so that they are on their way together
    ivec4 row = ivec4(sorted[i], sorted[i + 1], sorted[i + 2], sorted[i + 3]) * call.width + column;
    sum += (dy_cells[row.x] + dy_cells[row.y]) + (dy_cells[row.z] + dy_cells[row.w]);
  }
  for (; i < end; ++i) sum += dy_cells[sorted[i] * call.width + column];
  int cell = call.shift_place + token * call.width + column;
  gradient_cells[cell] = call.factor * sum + (call.added != 0 ? gradient_cells[cell] : 0);
}
