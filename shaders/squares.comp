// Sums of squares of `chunk` cells a group.
#include "row_call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Cells { float cells[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

void main() {
  int end = min((group + 1) * call.chunk, call.width);
  float sum = 0;
  for (int i = group * call.chunk + lane; i < end; i += kThreads) sum += cells[i] * cells[i];
  sum = group_sum(sum);
  if (lane == 0) sums[group] = sum;
}
