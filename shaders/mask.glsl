// Which keys a query sees, and scores made ready for the softmax. Needs the buffers `tables` and `painted_cells`.
// Below every score that counts; −∞ would make NaN of −∞ − (−∞).
const float kHidden = -3.0e38;

/// e^{scores − m}: 0 where hidden; what is not a number stays so, as ∞ − ∞, which not every driver's exp() grants,
/// nor every driver's isnan().
vec4 exponentials(vec4 scores, vec4 m) {
  vec4 below = scores - m;
  bvec4 nan = greaterThan(floatBitsToUint(below) & 0x7fffffffu, uvec4(0x7f800000u));
  return mix(mix(exp(below), below, nan), vec4(0), equal(scores, vec4(kHidden)));
}

/// Keys of sequence b that are no padding.
int visible_length(int b) {
  return call.first_length < 0 ? call.keys : min(call.keys, int(tables[call.first_length + b]));
}

ivec4 first_key(ivec4 q) { return call.window > 0 ? max(ivec4(0), call.start + q - call.window + 1) : ivec4(0); }

/// One past the last key that each query sees.
ivec4 end_of_keys(ivec4 q, int visible) {
  ivec4 end = ivec4(visible);
  if (call.causal != 0) end = min(end, call.start + q + 1);
  if (call.window > 0) end = min(end, call.start + q + call.window);
  return end;
}

/// Keys x … y − 1 that some of the queries first … last may see; 0, 0 where there are none.
ivec2 keys_seen(int first, int last, int visible) {
  ivec2 seen = ivec2(first_key(ivec4(first)).x, end_of_keys(ivec4(last), visible).x);
  return seen.x < seen.y ? seen : ivec2(0);
}

/// Whether every one of the queries first … last sees every one of the keys from … to − 1.
bool all_seen(int first, int last, int from, int to, int visible) {
  return call.painted.w == 0 && from >= first_key(ivec4(last)).x && to <= end_of_keys(ivec4(first), visible).x;
}

/// Four products, scaled, less what distance costs, plus the mask; kHidden where the key may not be seen.
/// `whole`: all of them are seen.
vec4 masked(vec4 product, int b, int h, ivec4 q, ivec4 k, int visible, bool whole) {
  vec4 score = product * call.scale;
  if (call.first_slope >= 0) score -= tables[call.first_slope + h] * vec4(abs(call.start + q - k));
  if (whole) return score;
  ivec4 seen = ivec4(lessThan(q, ivec4(call.queries))) * ivec4(greaterThanEqual(k, first_key(q))) *
               ivec4(lessThan(k, end_of_keys(q, visible)));
  if (call.painted.w != 0) {
    ivec4 places = seen * (b * call.painted.x + h * call.painted.y + q * call.painted.z + k);
    vec4 cells = vec4(painted_cells[places.x], painted_cells[places.y],
                      painted_cells[places.z], painted_cells[places.w]);
    seen *= 1 - ivec4(lessThan(cells, vec4(kHidden)));  // NaN is passed on
    score += cells;
  }
  return mix(vec4(kHidden), score, bvec4(seen));
}
