// Random bits by counter, as core/tensor/random.h draws them. An integer of 64 bits is a uvec2, its low half first.
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
