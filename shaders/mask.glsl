// Which keys a query sees, and scores made ready for the softmax. Needs the buffers `tables` and `painted_cells`.
// Below every score that counts; −∞ would make NaN of −∞ − (−∞).
const float kHidden = -3.0e38;

/// e^{scores − m}: 0 where hidden; NaN stays NaN, as of ∞ − ∞, which neither every driver's exp() nor isnan()
/// ensures.
vec4 exponentials(vec4 scores, vec4 m) {
  vec4 below = scores - m;
  bvec4 nan = greaterThan(floatBitsToUint(below) & 0x7fffffffu, uvec4(0x7f800000u));
  return mix(mix(exp(below), below, nan), vec4(0), equal(scores, vec4(kHidden)));
}

/// Ranges of keys x … y − 1 and z … w − 1 at a place of `tables`.
ivec4 ranges_at(int place) {
  return ivec4(tables[place], tables[place + 1], tables[place + 2], tables[place + 3]);
}

/// The keys that query q of sequence b sees; q may lie beyond the last query.
ivec4 seen_by(int b, int q) {
  if (call.ranges.x < 0) return ivec4(0, call.keys, 0, 0);
  return ranges_at(call.ranges.x + b * call.ranges.y + 4 * min(q, call.queries - 1));
}

int block_place(int b, int block) { return call.ranges.z + b * call.ranges.w + 6 * block; }

/// The keys that some of a block's queries may see.
ivec4 seen_by_some(int b, int block) {
  return call.ranges.z < 0 ? ivec4(0, call.keys, 0, 0) : ranges_at(block_place(b, block));
}

/// One past the last key of these ranges.
int end_of(ivec4 seen) { return max(seen.y, seen.w); }

/// Whether some of the keys from … to − 1 are in these ranges.
bool meets(ivec4 seen, int from, int to) {
  return max(seen.x, from) < min(seen.y, to) || max(seen.z, from) < min(seen.w, to);
}

/// Whether every query of the block sees every one of the keys from … to − 1.
bool all_seen(int b, int block, int from, int to) {
  if (call.painted.w != 0) return false;
  if (call.ranges.z < 0) return to <= call.keys;
  int place = block_place(b, block);
  return from >= int(tables[place + 4]) && to <= int(tables[place + 5]);
}

ivec4 are_in(ivec4 k, ivec4 first, ivec4 end) {
  return ivec4(greaterThanEqual(k, first)) * ivec4(lessThan(k, end));
}

/// Four products, scaled, less what distance costs.
vec4 ready(vec4 product, int h, ivec4 q, ivec4 k) {
  vec4 score = product * call.scale;
  if (call.first_slope >= 0) score -= tables[call.first_slope + h] * vec4(abs(call.start + q - k));
  return score;
}

/// Scores plus the mask; kHidden where `seen` is 0, or the query is beyond the last one.
vec4 hide(vec4 score, int b, int h, ivec4 q, ivec4 k, ivec4 seen) {
  seen *= ivec4(lessThan(q, ivec4(call.queries)));
  if (call.painted.w != 0) {
    ivec4 places = seen * (b * call.painted.x + h * call.painted.y + q * call.painted.z + k);
    vec4 cells = vec4(painted_cells[places.x], painted_cells[places.y],
                      painted_cells[places.z], painted_cells[places.w]);
    seen *= 1 - ivec4(lessThan(cells, vec4(kHidden)));  // NaN is passed on
    score += cells;
  }
  return mix(vec4(kHidden), score, bvec4(seen));
}

/// Scores of one query and four keys before `end`, ready for the softmax. `whole`: all of them are seen.
vec4 masked_row(vec4 product, int b, int h, int q, ivec4 k, int end, bool whole) {
  vec4 score = ready(product, h, ivec4(q), k);
  if (whole) return score;
  ivec4 ranges = seen_by(b, q);
  ivec4 seen = are_in(k, ivec4(ranges.x), ivec4(ranges.y)) + are_in(k, ivec4(ranges.z), ivec4(ranges.w));
  return hide(score, b, h, ivec4(q), k, seen * ivec4(lessThan(k, ivec4(end))));
}

/// Scores of four queries, whose ranges `seen` has as columns, and one key, ready for the softmax.
vec4 masked_column(vec4 product, int b, int h, ivec4 q, int k, mat4 seen, bool whole) {
  vec4 score = ready(product, h, q, ivec4(k));
  if (whole) return score;
  mat4 ends = transpose(seen);
  return hide(score, b, h, q, ivec4(k),
              are_in(ivec4(k), ivec4(ends[0]), ivec4(ends[1])) + are_in(ivec4(k), ivec4(ends[2]), ivec4(ends[3])));
}
