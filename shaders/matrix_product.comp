// Products of large matrices: result[i][j] = Σ_k left[i][k]·right[j][k]. A group makes a tile of 64·QUADS rows and
// columns with 256 threads, each of 4·QUADS rows by 4·QUADS columns; while a slice of the operands is multiplied out of
// shared memory, the next one is read. LEFT_ALONG: the numbers k of a row of the left operand lie side by side; else
// those of its rows i do. RIGHT_ALONG likewise. LEFT_VECTORS, RIGHT_VECTORS: places and strides are multiples of four,
// and a row's numbers are read four at a time; what lies behind its end must then be finite where the other operand
// is read as 0. PARTIAL: groups make partial sums [shares,rows,columns], for partial_sums.comp.
#include "product_call.glsl"
layout(local_size_x = 256) in;

#if LEFT_VECTORS
layout(std430, binding = 0) readonly buffer Left { vec4 left_cells[]; };
#else
layout(std430, binding = 0) readonly buffer Left { float left_cells[]; };
#endif
#if RIGHT_VECTORS
layout(std430, binding = 1) readonly buffer Right { vec4 right_cells[]; };
#else
layout(std430, binding = 1) readonly buffer Right { float right_cells[]; };
#endif
layout(std430, binding = 2) writeonly buffer Result { float result_cells[]; };

const int kTile = 64 * QUADS;     // rows, and columns, of a group
const int kAcross = 16 * QUADS;   // quads of a tile's rows
const int kSlice = 32 / QUADS;    // numbers of each sum that are staged at a time
shared vec4 left_tile[kSlice * kAcross];   // [kSlice][kTile], quads scattered as staged_at() says
shared vec4 right_tile[kSlice * kAcross];

// Thirty-two threads that run together have 4 row groups by 8 column groups.
int lane = int(gl_LocalInvocationIndex);
int column_group = lane / 32 % 2 * 8 + lane % 8;
int row_group = lane / 64 * 4 + lane % 32 / 8;
int stager = lane % 128;          // the first 128 threads stage the left operand, the others the right one

/// Where quad `quad` of number k of a slice is staged: scattered, so that threads do not meet in one bank.
int staged_at(int k, int quad) { return k * kAcross + (quad ^ (k >> 2)); }

// Up to four numbers side by side from `place`, `count` of them, the others 0.
#define READ_VECTOR(name, cells) \
  vec4 name(int place, int count) { return count > 0 ? cells[place >> 2] : vec4(0); }
#define READ_NUMBERS(name, cells) \
  vec4 name(int place, int count) { \
    vec4 numbers = vec4(0); \
    for (int i = 0; i < 4; ++i) if (i < count) numbers[i] = cells[place + i]; \
    return numbers; \
  }
#if LEFT_VECTORS
READ_VECTOR(read_left, left_cells)
#else
READ_NUMBERS(read_left, left_cells)
#endif
#if RIGHT_VECTORS
READ_VECTOR(read_right, right_cells)
#else
READ_NUMBERS(read_right, right_cells)
#endif

// What a thread stages of a slice from k0: 4 rows of 4 numbers, transposed; or 4 quads of rows.
#define FETCH_ALONG(name, read) \
  mat4 name(int place, int stride, int first, int rows, int k0, int end) { \
    int k = k0 + stager % (kSlice / 4) * 4; \
    mat4 quads; \
    for (int i = 0; i < 4; ++i) { \
      int row = first + stager / (kSlice / 4) * 4 + i; \
      quads[i] = read(place + row * stride + k, row < rows ? end - k : 0); \
    } \
    return transpose(quads); \
  }
#define FETCH_ACROSS(name, read) \
  mat4 name(int place, int stride, int first, int rows, int k0, int end) { \
    int row = first + stager % kAcross * 4; \
    mat4 quads; \
    for (int i = 0; i < 4; ++i) { \
      int k = k0 + stager / kAcross + i * (kSlice / 4); \
      quads[i] = read(place + k * stride + row, k < end ? rows - row : 0); \
    } \
    return quads; \
  }
#define STAGE_ALONG(name, tile) \
  void name(mat4 quads) { \
    for (int i = 0; i < 4; ++i) \
      tile[staged_at(stager % (kSlice / 4) * 4 + i, stager / (kSlice / 4))] = quads[i]; \
  }
#define STAGE_ACROSS(name, tile) \
  void name(mat4 quads) { \
    for (int i = 0; i < 4; ++i) \
      tile[staged_at(stager / kAcross + i * (kSlice / 4), stager % kAcross)] = quads[i]; \
  }
#if LEFT_ALONG
FETCH_ALONG(fetch_left, read_left)
STAGE_ALONG(stage_left, left_tile)
#else
FETCH_ACROSS(fetch_left, read_left)
STAGE_ACROSS(stage_left, left_tile)
#endif
#if RIGHT_ALONG
FETCH_ALONG(fetch_right, read_right)
STAGE_ALONG(stage_right, right_tile)
#else
FETCH_ACROSS(fetch_right, read_right)
STAGE_ACROSS(stage_right, right_tile)
#endif

mat4 fetch(int row0, int column0, int k0, int end) {
  if (lane < 128) return fetch_left(call.left_place, call.left_stride, row0, call.rows, k0, end);
  return fetch_right(call.right_place, call.right_stride, column0, call.columns, k0, end);
}

void stage(mat4 quads) {
  if (lane < 128)
    stage_left(quads);
  else
    stage_right(quads);
}

/// Adds the products of the staged slice: of row 4·p + i of the thread and quad q of its columns in [4·p + i][q].
void add_slice(inout vec4 sums[4 * QUADS * QUADS]) {
  for (int k4 = 0; k4 < kSlice / 4; ++k4) {
    for (int i = 0; i < 4; ++i) {
      int at = (4 * k4 + i) * kAcross;
      vec4 right[QUADS];
      for (int q = 0; q < QUADS; ++q) right[q] = right_tile[at + ((column_group + 16 * q) ^ k4)];
      for (int p = 0; p < QUADS; ++p) {
        vec4 left = left_tile[at + ((row_group + 16 * p) ^ k4)];
        for (int q = 0; q < QUADS; ++q) {
          sums[(4 * p + 0) * QUADS + q] += left.x * right[q];
          sums[(4 * p + 1) * QUADS + q] += left.y * right[q];
          sums[(4 * p + 2) * QUADS + q] += left.z * right[q];
          sums[(4 * p + 3) * QUADS + q] += left.w * right[q];
        }
      }
    }
  }
}

void write(vec4 sums, int plane, int row, int column) {
  if (row >= call.rows) return;
  for (int c = 0; c < 4; ++c) {
    if (column + c >= call.columns) return;
#ifdef PARTIAL
    result_cells[(plane * call.rows + row) * call.partial_stride + column + c] = sums[c];
#else
    result_cells[call.result_place + row * call.result_stride + column + c] = finished(sums[c], row, column + c);
#endif
  }
}

void main() {
  int plane = int(gl_WorkGroupID.y) + call.first_plane, group = int(gl_WorkGroupID.x) + call.first_group;
  int across = (call.columns + kTile - 1) / kTile;
  int row0 = group / across * kTile, column0 = group % across * kTile;
  int begin = plane * call.share, end = min(begin + call.share, call.depth);
  vec4 sums[4 * QUADS * QUADS];
  for (int i = 0; i < 4 * QUADS * QUADS; ++i) sums[i] = vec4(0);
  mat4 next = fetch(row0, column0, begin, end);
  for (int k0 = begin; k0 < end; k0 += kSlice) {
    barrier();
    stage(next);
    barrier();
    if (k0 + kSlice < end) next = fetch(row0, column0, k0 + kSlice, end);
    add_slice(sums);
  }
  for (int p = 0; p < QUADS; ++p)
    for (int i = 0; i < 4; ++i)
      for (int q = 0; q < QUADS; ++q)
        write(sums[(4 * p + i) * QUADS + q], plane, row0 + 64 * p + 4 * row_group + i, column0 + 64 * q + 4 * column_group);
}
