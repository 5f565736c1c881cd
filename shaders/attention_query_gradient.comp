// Tiled attention, backward to the queries: a group takes 64 queries of one head through the keys that they see,
// computing the weights of each block again.
#include "attention_backward.glsl"

layout(std430, binding = 6) writeonly buffer QueryGradient { RESULT_CELL query_gradient_cells[]; };
STAGE_ROWS(stage_key_rows, read_key)
WRITE_LANES(write_query_gradient, query_gradient_cells)

int plane = int(gl_WorkGroupID.y) + call.first_plane;
int b = plane / call.heads;
int h = plane % call.heads;
int key_head = h / call.shared_heads;
int q0 = group * 64;
int end_query = min(q0 + 64, call.queries);

/// Gradients of the scores of the keys k0 … end − 1, but for the divisor.
void find_score_gradients(int k0, int end, out vec4 factors[8]) {
  vec4 scores[8], slopes[8];
  clear(scores);
  clear(slopes);
  for (int d0 = 0; d0 < call.size; d0 += kSlice) {
    barrier();
    stage_query(0, place_of(call.query, b, h), call.query.w, q0, end_query, d0);
    stage_key(1, place_of(call.key, b, key_head), call.key.w, k0, end, d0);
    barrier();
    add_slice_product(scores, min(kSlice, call.size - d0));
    barrier();
    stage_context_gradient(0, place_of(call.context_gradient, b, h), call.context_gradient.w, q0, end_query, d0);
    stage_value(1, place_of(call.value, b, key_head), call.value.w, k0, end, d0);
    barrier();
    add_slice_product(slopes, min(kSlice, call.size - d0));
  }
  bool whole = all_seen(b, group, k0, k0 + 64);
  ivec4 k = k0 + 4 * column_group + ivec4(0, 1, 2, 3);
#ifdef DROPOUT
  uint kept = kept_bits(plane, q0 + 8 * row_group, k.x, false);
#endif
  for (int r = 0; r < 8; ++r) {
    vec4 terms = staged_terms[8 * row_group + r];
    vec4 score = masked_row(scores[r], b, h, q0 + 8 * row_group + r, k, end, whole);
#ifdef DROPOUT
    slopes[r] *= dropout_factors(kept, r);
#endif
    factors[r] = where_seen(score, weights_of(score, vec4(terms.x), vec4(terms.y)) * (slopes[r] - terms.z));
  }
}

void main() {
  LANES gradient[8 * VECTORS];
  clear_lanes(gradient);
  begin_staging();
  stage_terms(plane, q0);
  ivec4 seen = seen_by_some(b, group);
  int to = end_of(seen);
  for (int k0 = 0; k0 < to; k0 += 64) {
    int end = min(k0 + 64, to);
    if (!meets(seen, k0, end)) continue;
    vec4 factors[8];
    find_score_gradients(k0, end, factors);
    barrier();
    stage_factors(factors);
    LANES block[8 * VECTORS];
    clear_lanes(block);
    for (int first = 0; first < end - k0; first += kStaged) {
      if (first > 0) barrier();
      stage_key_rows(place_of(call.key, b, key_head), call.key.w, k0 + first, end);
      barrier();
      add_factor_product(block, first, end - k0);
    }
    add_lanes(gradient, block);
  }
  int place = place_of(call.query_gradient, b, h);
  for (int r = 0; r < 8; ++r) {
    int q = q0 + 8 * row_group + r;
    for (int v = 0; v < VECTORS && q < end_query; ++v)
      write_query_gradient(place + q * call.query_gradient.w, gradient[r * VECTORS + v] * call.scale, v);
  }
}
