// Tiled attention, forward (Dao et al. 2022, with the online softmax of Milakov and Gimelshein 2018): a group takes
// up to 64 queries of one head through the keys that they see, a block at a time, and keeps of each query only
// the running maximum m, the running sum l and the running output. With RECORD, these are stored after each block, and nothing else.
#include "call.glsl"
#include "tile.glsl"
#include "operand.glsl"

layout(std430, binding = 0) readonly buffer Query { CELL query_cells[]; };
layout(std430, binding = 1) readonly buffer Key { CELL key_cells[]; };
layout(std430, binding = 2) readonly buffer Value { CELL value_cells[]; };
layout(std430, binding = 3) readonly buffer Tables { float tables[]; };
layout(std430, binding = 4) readonly buffer Painted { float painted_cells[]; };
#ifdef RECORD
layout(std430, binding = 5) writeonly buffer Steps { vec4 steps[]; };  // [blocks,Tq]: m, l, e^{m − m'}, whether taken
layout(std430, binding = 6) writeonly buffer Outputs { float step_outputs[]; };  // [blocks,Tq,D]
#else
layout(std430, binding = 5) writeonly buffer Context { RESULT_CELL context_cells[]; };
layout(std430, binding = 6) writeonly buffer Rows { vec2 row_states[]; };  // [B,H,Tq]: m, l
#endif

#include "mask.glsl"
#ifdef DROPOUT
#include "dropout.glsl"
#endif

READ_QUAD(read_query, query_cells)
READ_QUAD(read_key, key_cells)
READ_QUAD(read_value, value_cells)
STAGE_SLICE(stage_query, read_query)
STAGE_SLICE(stage_key, read_key)
STAGE_ROWS(stage_value, read_value)

shared float parts[16 * 65];     // of each column group, for 64 rows
shared float row_maximum[64];   // m
shared float row_rescale[64];   // e^{m − m'} of this block

int plane = int(gl_WorkGroupID.y) + call.first_plane;
int b = plane / call.heads;
int h = plane % call.heads;
int key_head = h / call.shared_heads;
int first_query = group * call.block_queries;
int end_query = min(first_query + call.block_queries, call.queries);

void find_scores(int k0, int end, out vec4 scores[8]) {
  int queries = place_of(call.query, b, h), keys = place_of(call.key, b, key_head);
  for (int r = 0; r < 8; ++r) scores[r] = vec4(0);
  for (int d0 = 0; d0 < call.size; d0 += kSlice) {
    barrier();
    stage_query(0, queries, call.query.w, first_query, end_query, d0);
    stage_key(1, keys, call.key.w, k0, end, d0);
    barrier();
    add_slice_product(scores, min(kSlice, call.size - d0));
  }
  bool whole = end - k0 == 64 && all_seen(b, group, k0, end);
  ivec4 k = k0 + 4 * column_group + ivec4(0, 1, 2, 3);
  for (int r = 0; r < 8; ++r) {
    scores[r] = masked_row(scores[r], b, h, first_query + 8 * row_group + r, k, end, whole);
  }
}

/// NaN stays NaN where it is recorded; for outputs it is enough that exponentials() passes it on.
float larger(float a, float b) {
#ifdef RECORD
  uvec2 bits = floatBitsToUint(vec2(a, b)) & 0x7fffffffu;
  if (bits.x > 0x7f800000u) return a;
  if (bits.y > 0x7f800000u) return b;
#endif
  return max(a, b);
}

/// Updates row_maximum with a block's scores; row_rescale is the factor by which earlier sums shrink.
void update_maximum(vec4 scores[8]) {
  for (int r = 0; r < 8; ++r) {
    vec4 s = scores[r];
    parts[column_group * 65 + 8 * row_group + r] = larger(larger(s.x, s.y), larger(s.z, s.w));
  }
  barrier();
  if (lane < 64) {
    float highest = row_maximum[lane];
    for (int g = 0; g < 16; ++g) highest = larger(highest, parts[g * 65 + lane]);
    row_rescale[lane] = exp(row_maximum[lane] - highest);
    row_maximum[lane] = highest;
  }
  barrier();
}

/// Turns scores into e^{s − m}, which the sums add, and the outputs too, but for dropped weights.
void take_in(inout vec4 scores[8], inout float sums[8], inout LANES outputs[8 * VECTORS], int k0, int end) {
#ifdef DROPOUT
  uint kept = kept_bits(plane, first_query + 8 * row_group, k0 + 4 * column_group, false);
#endif
  for (int r = 0; r < 8; ++r) {
    float m = row_maximum[8 * row_group + r];
    scores[r] = exponentials(scores[r], vec4(m));
    sums[r] = sums[r] * row_rescale[8 * row_group + r] + dot(scores[r], vec4(1));
#ifdef DROPOUT
    scores[r] *= dropout_factors(kept, r);
#endif
  }
  stage_factors(scores);
  LANES block[8 * VECTORS];
  for (int i = 0; i < 8 * VECTORS; ++i) block[i] = LANES(0);
  int values = place_of(call.value, b, key_head);
  for (int first = 0; first < end - k0; first += kStaged) {
    if (first > 0) barrier();
    stage_value(values, call.value.w, k0 + first, end);
    barrier();
    add_factor_product(block, first, end - k0);
  }
  for (int i = 0; i < 8 * VECTORS; ++i)
    outputs[i] = outputs[i] * row_rescale[8 * row_group + i / VECTORS] + block[i];
}

/// Shares sum_of_row with every thread.
void share_sums(float sums[8]) {
  barrier();
  for (int r = 0; r < 8; ++r) parts[column_group * 65 + 8 * row_group + r] = sums[r];
  barrier();
}

float sum_of_row(int row) {
  float l = 0;
  for (int g = 0; g < 16; ++g) l += parts[g * 65 + row];
  return l;
}

#ifdef RECORD
void record(int block, bool taken, float sums[8], LANES outputs[8 * VECTORS]) {
  share_sums(sums);
  for (int r = 0; r < 8; ++r) {
    int row = 8 * row_group + r, q = first_query + row;
    if (q >= end_query) return;
    int step_ = block * call.queries + q;
    float rescale = taken ? row_rescale[row] : 1;
    if (column_group == 0) steps[step_] = vec4(row_maximum[row], sum_of_row(row), rescale, taken);
    for (int i = 0; i < LANE_COUNT * VECTORS; ++i) {
      int d = (16 * (i / LANE_COUNT) + column_group) * LANE_COUNT + i % LANE_COUNT;
      if (d < call.size) step_outputs[step_ * call.size + d] = outputs[r * VECTORS + i / LANE_COUNT][i % LANE_COUNT];
    }
  }
}
#else
WRITE_LANES(write_context, context_cells)

void write_rows(float sums[8], LANES outputs[8 * VECTORS]) {
  share_sums(sums);
  int place = place_of(call.context, b, h);
  for (int r = 0; r < 8; ++r) {
    int row = 8 * row_group + r, q = first_query + row;
    if (q >= end_query) return;
    float l = sum_of_row(row);
    float share = l == 0 ? 0 : 1 / l;
    for (int v = 0; v < VECTORS; ++v)
      write_context(place + q * call.context.w, outputs[r * VECTORS + v] * share, v);
    if (column_group == 0) row_states[plane * call.queries + q] = vec2(row_maximum[row], l);
  }
}
#endif

void main() {
  vec4 scores[8];
  float sums[8];
  LANES outputs[8 * VECTORS];
  for (int r = 0; r < 8; ++r) sums[r] = 0;
  for (int i = 0; i < 8 * VECTORS; ++i) outputs[i] = LANES(0);
  begin_staging();
  if (lane < 64) row_maximum[lane] = kHidden;
  ivec4 seen = seen_by_some(b, group);
#ifdef RECORD
  int to = call.keys;
#else
  int to = end_of(seen);
#endif
  for (int k0 = 0; k0 < to; k0 += call.block_keys) {
    int end = min(k0 + call.block_keys, to);
    bool taken = meets(seen, k0, end);
    if (taken) {
      find_scores(k0, end, scores);
      update_maximum(scores);
      take_in(scores, sums, outputs, k0, end);
    }
#ifdef RECORD
    record(k0 / call.block_keys, taken, sums, outputs);
#endif
  }
#ifndef RECORD
  write_rows(sums, outputs);
#endif
}
