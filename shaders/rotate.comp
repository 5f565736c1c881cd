// Rotary positions (Su et al. 2021): pairs of numbers turned by their position's angle, from `query`'s place to that of
// `context`; by the negative angle where `scale` is −1. Both places may be equal.
#include "call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer From { float from_cells[]; };
layout(std430, binding = 1) writeonly buffer To { float to_cells[]; };
layout(std430, binding = 2) readonly buffer Angles { float angles[]; };  // [positions,D]: cos, sin of each pair

void main() {
  int pair = group * 128 + int(gl_LocalInvocationIndex), plane = int(gl_WorkGroupID.y) + call.first_plane;
  int row = pair / (call.size / 2), d = 2 * (pair % (call.size / 2));
  if (row >= call.queries) return;
  int b = plane / call.heads, h = plane % call.heads;
  int from = place_of(call.query, b, h) + row * call.query.w + d;
  int to = place_of(call.context, b, h) + row * call.context.w + d;
  int angle = (call.start + row) * call.size + d;
  float x = from_cells[from], y = from_cells[from + 1], c = angles[angle], s = call.scale * angles[angle + 1];
  to_cells[to] = x * c - y * s;
  to_cells[to + 1] = x * s + y * c;
}
