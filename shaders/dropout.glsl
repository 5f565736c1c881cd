// Which weights dropout keeps: dropout_factor of core/ops/dropout.h for a weight's place in [B,H,Tq,Tk], to the bit.
#include "random.glsl"

bool is_kept(int plane, int q, int k) {
  uvec2 place = sum_of(product_of(uvec2(plane * call.queries + q, 0), uvec2(call.keys, 0)), uvec2(k, 0));
  uvec2 bits = mix64(call.dropout_key ^ mix64(place)), end = call.dropout_end;
  return bits.y > end.y || bits.y == end.y && bits.x >= end.x;
}

/// Which of a thread's 8 by 4 weights dropout keeps, a bit each: 8 queries from q by 4 keys from k of head
/// `plane`, or 8 keys by 4 queries where `key_rows`.
uint kept_bits(int plane, int q, int k, bool key_rows) {
  uint kept = 0;
  for (int i = 0; i < 32; ++i) {
    int row = i / 4, column = i % 4;
    if (is_kept(plane, q + (key_rows ? column : row), k + (key_rows ? row : column))) kept |= 1u << i;
  }
  return kept;
}

/// The factors of row r of these weights.
vec4 dropout_factors(uint kept, int r) {
  return vec4(uvec4(kept) >> uvec4(4 * r, 4 * r + 1, 4 * r + 2, 4 * r + 3) & 1u) * call.dropout_scale;
}
