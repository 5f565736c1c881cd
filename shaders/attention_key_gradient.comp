// Tiled attention, backward to keys and values: a group takes 64 keys of one of their heads through the queries that
// see them, of each head that the keys serve in turn, computing the weights of each block again.
#include "attention_backward.glsl"

layout(std430, binding = 6) writeonly buffer KeyGradient { RESULT_CELL key_gradient_cells[]; };
layout(std430, binding = 7) writeonly buffer ValueGradient { RESULT_CELL value_gradient_cells[]; };
STAGE_ROWS(stage_query_rows, read_query)
STAGE_ROWS(stage_context_gradient_rows, read_context_gradient)
WRITE_LANES(write_key_gradient, key_gradient_cells)
WRITE_LANES(write_value_gradient, value_gradient_cells)

int key_heads = call.heads / call.shared_heads;
int plane = int(gl_WorkGroupID.y) + call.first_plane;
int b = plane / key_heads;
int key_head = plane % key_heads;
int k0 = group * 64;
int end_key = min(k0 + 64, call.keys);

/// Weights of head h from the queries q0 … end − 1, after dropout, and gradients of their scores but for the divisor;
/// a row a key.
void find_factors(int h, int q0, int end, out vec4 weights[8], out vec4 score_gradients[8]) {
  vec4 scores[8], slopes[8];
  clear(scores);
  clear(slopes);
  barrier();
  stage_terms(b * call.heads + h, q0);
  for (int d0 = 0; d0 < call.size; d0 += kSlice) {
    barrier();
    stage_key(0, place_of(call.key, b, key_head), call.key.w, k0, end_key, d0);
    stage_query(1, place_of(call.query, b, h), call.query.w, q0, end, d0);
    barrier();
    add_slice_product(scores, min(kSlice, call.size - d0));
    barrier();
    stage_value(0, place_of(call.value, b, key_head), call.value.w, k0, end_key, d0);
    stage_context_gradient(1, place_of(call.context_gradient, b, h), call.context_gradient.w, q0, end, d0);
    barrier();
    add_slice_product(slopes, min(kSlice, call.size - d0));
  }
  bool whole = end - q0 == 64 && all_seen(b, q0 / 64, k0, k0 + 64);
  ivec4 q = q0 + 4 * column_group + ivec4(0, 1, 2, 3);
  mat4 seen = whole ? mat4(0) : mat4(seen_by(b, q.x), seen_by(b, q.y), seen_by(b, q.z), seen_by(b, q.w));
#ifdef DROPOUT
  uint kept = kept_bits(b * call.heads + h, q.x, k0 + 8 * row_group, true);
#endif
  mat4 terms = transpose(mat4(staged_terms[4 * column_group], staged_terms[4 * column_group + 1],
                              staged_terms[4 * column_group + 2], staged_terms[4 * column_group + 3]));
  for (int r = 0; r < 8; ++r) {
    vec4 score = masked_column(scores[r], b, h, q, k0 + 8 * row_group + r, seen, whole);
    weights[r] = weights_of(score, terms[0], terms[1]);
#ifdef DROPOUT
    vec4 factors = dropout_factors(kept, r);
    score_gradients[r] = where_seen(score, weights[r] * (slopes[r] * factors - terms[2]));
    weights[r] *= factors;
#else
    score_gradients[r] = where_seen(score, weights[r] * (slopes[r] - terms[2]));
#endif
  }
}

/// Adds Σ_q factors[k][q]·row[q] of `end − q0` rows that STAGE stages.
#define ADD_PRODUCT(name, stage) \
  void name(inout LANES sums[8 * VECTORS], vec4 factors[8], int place, int stride, int q0, int end) { \
    barrier(); \
    stage_factors(factors); \
    LANES block[8 * VECTORS]; \
    clear_lanes(block); \
    for (int first = 0; first < end - q0; first += kStaged) { \
      if (first > 0) barrier(); \
      stage(place, stride, q0 + first, end); \
      barrier(); \
      add_factor_product(block, first, end - q0); \
    } \
    add_lanes(sums, block); \
  }
ADD_PRODUCT(add_context_gradients, stage_context_gradient_rows)
ADD_PRODUCT(add_queries, stage_query_rows)

void main() {
  LANES key_gradient[8 * VECTORS], value_gradient[8 * VECTORS];
  clear_lanes(key_gradient);
  clear_lanes(value_gradient);
  begin_staging();
  for (int h = key_head * call.shared_heads; h < (key_head + 1) * call.shared_heads; ++h) {
    for (int q0 = 0; q0 < call.queries; q0 += 64) {
      int end = min(q0 + 64, call.queries);
      if (!meets(seen_by_some(b, q0 / 64), k0, end_key)) continue;
      vec4 weights[8], score_gradients[8];
      find_factors(h, q0, end, weights, score_gradients);
      add_context_gradients(value_gradient, weights, place_of(call.context_gradient, b, h), call.context_gradient.w, q0,
                            end);
      add_queries(key_gradient, score_gradients, place_of(call.query, b, h), call.query.w, q0, end);
    }
  }
  int key_place = place_of(call.key_gradient, b, key_head), value_place = place_of(call.value_gradient, b, key_head);
  for (int r = 0; r < 8; ++r) {
    int k = k0 + 8 * row_group + r;
    for (int v = 0; v < VECTORS && k < end_key; ++v) {
      write_key_gradient(key_place + k * call.key_gradient.w, key_gradient[r * VECTORS + v] * call.scale, v);
      write_value_gradient(value_place + k * call.value_gradient.w, value_gradient[r * VECTORS + v], v);
    }
  }
}
