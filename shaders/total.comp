// The sum of `width` cells, as number `gain_place` of the totals. One group.
#include "row_call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Cells { float cells[]; };
layout(std430, binding = 1) buffer Totals { float totals[]; };

void main() {
  float sum = 0;
  for (int i = lane; i < call.width; i += kThreads) sum += cells[i];
  sum = group_sum(sum);
  if (lane == 0) totals[call.gain_place] = sum;
}
