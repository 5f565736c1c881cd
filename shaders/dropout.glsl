// Which weights dropout keeps: dropout_factor of core/ops/dropout.h for a weight's place in [B,H,Tq,Tk], to the bit. An
// integer of 64 bits is a uvec2, its low half first.
uvec2 sum_of(uvec2 a, uvec2 b) {
  uint carry;
  uint low = uaddCarry(a.x, b.x, carry);
  return uvec2(low, a.y + b.y + carry);
}

/// The low 64 bits.
uvec2 product_of(uvec2 a, uvec2 b) {
  uint high, low;
  umulExtended(a.x, b.x, high, low);
  return uvec2(low, high + a.x * b.y + a.y * b.x);
}

/// x shifted down by 1 to 31 bits.
uvec2 shifted(uvec2 x, int bits) { return uvec2(x.x >> bits | x.y << (32 - bits), x.y >> bits); }

/// As in core/tensor/random.h.
uvec2 mix64(uvec2 x) {
  x = sum_of(x, uvec2(0x7F4A7C15u, 0x9E3779B9u));
  x = product_of(x ^ shifted(x, 30), uvec2(0x1CE4E5B9u, 0xBF58476Du));
  x = product_of(x ^ shifted(x, 27), uvec2(0x133111EBu, 0x94D049BBu));
  return x ^ shifted(x, 31);
}

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
