// Dropout of the cells of [B,T,C]: dropout_factor of core/ops/basic/dropout.h, to the bit. Each sequence has a key, and a
// number of sequences before it that share this key. KEYS_BINDING, DROPPED_WIDTH (C): from who includes this.
#include "random.glsl"

layout(std430, binding = KEYS_BINDING) readonly buffer Keys { uvec4 keys[]; };  // low, high, sequences before, -

float dropout_factor(int row, int column) {
  int b = row / call.positions;
  uvec4 key = keys[call.first_key + b];
  uint row_of_key = key.z * uint(call.positions) + uint(row - b * call.positions);
  uvec2 cell = sum_of(product_of(uvec2(row_of_key, 0), uvec2(DROPPED_WIDTH, 0)), uvec2(column, 0));
  uvec2 bits = mix64(key.xy ^ mix64(cell)), end = call.dropout_end;
  return bits.y > end.y || bits.y == end.y && bits.x >= end.x ? call.dropout_scale : 0;
}
