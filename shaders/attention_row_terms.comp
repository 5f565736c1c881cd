// The terms of each query that backward needs: m and 1/l of its softmax, and Σ_d context·∂L/∂context, which
// is subtracted from every score's gradient (Dao et al. 2022, appendix B.2).
#include "call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Context { float context_cells[]; };
layout(std430, binding = 1) readonly buffer ContextGradient { float context_gradient_cells[]; };
layout(std430, binding = 2) readonly buffer States { vec2 row_states[]; };
layout(std430, binding = 3) writeonly buffer Rows { vec4 row_terms[]; };

void main() {
  int q = group * 128 + int(gl_LocalInvocationIndex), plane = int(gl_WorkGroupID.y) + call.first_plane;
  if (q >= call.queries) return;
  int b = plane / call.heads, h = plane % call.heads;
  int context = place_of(call.context, b, h) + q * call.context.w;
  int gradient = place_of(call.context_gradient, b, h) + q * call.context_gradient.w;
  vec4 parts = vec4(0);  // four sums are rounded less than one
  for (int d = 0; d < call.size; d += 4)
    for (int i = 0; i < min(4, call.size - d); ++i)
      parts[i] += context_cells[context + d + i] * context_gradient_cells[gradient + d + i];
  float term = dot(parts, vec4(1));
  vec2 state = row_states[plane * call.queries + q];
  row_terms[plane * call.queries + q] = vec4(state.x, state.y == 0 ? 0 : 1 / state.y, term, 0);
}
