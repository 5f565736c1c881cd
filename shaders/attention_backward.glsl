// The inputs of both backward kernels, and the gradients of the scores of one tile.
#include "call.glsl"
#include "tile.glsl"
#include "operand.glsl"

layout(std430, binding = 0) readonly buffer Query { CELL query_cells[]; };
layout(std430, binding = 1) readonly buffer Key { CELL key_cells[]; };
layout(std430, binding = 2) readonly buffer Value { CELL value_cells[]; };
// Four terms for each query [B,H,Tq]: m, 1/l, the row's own term, and one that is not used; behind them the
// tables.
layout(std430, binding = 3) readonly buffer Tables { float tables[]; };
layout(std430, binding = 4) readonly buffer Painted { float painted_cells[]; };
layout(std430, binding = 5) readonly buffer ContextGradient { CELL context_gradient_cells[]; };

#include "mask.glsl"
#ifdef DROPOUT
#include "dropout.glsl"
#endif

READ_QUAD(read_query, query_cells)
READ_QUAD(read_key, key_cells)
READ_QUAD(read_value, value_cells)
READ_QUAD(read_context_gradient, context_gradient_cells)
STAGE_SLICE(stage_query, read_query)
STAGE_SLICE(stage_key, read_key)
STAGE_SLICE(stage_value, read_value)
STAGE_SLICE(stage_context_gradient, read_context_gradient)

shared vec4 staged_terms[64];

/// Takes the terms of 64 queries from q0 along; seen after the next barrier.
void stage_terms(int plane, int q0) {
  if (lane >= 64) return;
  int at = 4 * (plane * call.queries + q0 + lane);
  staged_terms[lane] = q0 + lane < call.queries ? vec4(tables[at], tables[at + 1], tables[at + 2], 0) : vec4(0);
}

/// `numbers` where the masked score is seen, else 0.
vec4 where_seen(vec4 scores, vec4 numbers) { return mix(numbers, vec4(0), equal(scores, vec4(kHidden))); }

/// The weights of forward, computed again from masked scores.
vec4 weights_of(vec4 scores, vec4 m, vec4 share) { return where_seen(scores, exponentials(scores, m) * share); }

void clear(out vec4 sums[8]) {
  for (int r = 0; r < 8; ++r) sums[r] = vec4(0);
}

void clear_lanes(out LANES sums[8 * VECTORS]) {
  for (int i = 0; i < 8 * VECTORS; ++i) sums[i] = LANES(0);
}

void add_lanes(inout LANES sums[8 * VECTORS], LANES more[8 * VECTORS]) {
  for (int i = 0; i < 8 * VECTORS; ++i) sums[i] += more[i];
}
