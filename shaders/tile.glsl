// A group's tile of 64 rows by 64 columns: 128 threads, each of which has 8 rows and 4 columns of it, or 8 rows
// and every sixteenth vector of a row of WIDTH numbers (WIDTH is D made up to 32, 64 or 128).
layout(local_size_x = 128) in;

#if WIDTH == 32
#define LANES vec2
#define LANE_COUNT 2
#define VECTORS 1
#else
#define LANES vec4
#define LANE_COUNT 4
#define VECTORS (WIDTH / 64)
#endif
const int kSlice = 32;                // numbers of each row that are multiplied at a time
const int kStaged = 2048 / WIDTH;     // rows of the second product that are staged at a time

shared vec4 tile[1024];               // two slices [kSlice][64], transposed; or a tile of factors [64][64], transposed
shared LANES rows_staged[kStaged * 16 * VECTORS];
shared bool odd_rows;                 // whether some staged row had NaN or an infinity

// Thirty-two threads that run together have 4 row groups by 8 column groups, so that what they read at once is at most
// 128 different bytes, as much as shared memory gives in one turn.
int lane = int(gl_LocalInvocationIndex);
int column_group = lane / 32 % 2 * 8 + lane % 8;
int row_group = lane / 64 * 4 + lane % 32 / 8;

/// Puts four rows' quads into slice `side` (0 left, 1 right), transposed, so that a thread finds rows side by side.
void stage_quads(int side, mat4 rows) {
  int at = side * kSlice * 16 + row_group * 4 * 16 + column_group;
  mat4 columns = transpose(rows);
  for (int i = 0; i < 4; ++i) tile[at + i * 16] = columns[i];
}

/// sums[r][c] += Σ_d left[r][d]·right[c][d] over the first `depth` numbers of the staged slices.
void add_slice_product(inout vec4 sums[8], int depth) {
  for (int d0 = 0; d0 < depth; d0 += 4) {
    for (int i = 0; i < 4; ++i) {
      int at = (d0 + i) * 16;
      vec4 low = tile[at + 2 * row_group], high = tile[at + 2 * row_group + 1];
      vec4 right = tile[kSlice * 16 + at + column_group];
      for (int r = 0; r < 4; ++r) {
        sums[r] += low[r] * right;
        sums[r + 4] += high[r] * right;
      }
    }
  }
}

/// Where factors of column `column` and of rows 4·quad … 4·quad + 3 lie: scattered, so that threads which write
/// side by side do not meet in one bank.
int factor_place(int column, int quad) { return column * 16 + (quad ^ (column >> 2)); }

/// Puts this thread's factors into the tile, transposed.
void stage_factors(vec4 factors[8]) {
  for (int c = 0; c < 4; ++c) {
    int column = 4 * column_group + c;
    tile[factor_place(column, 2 * row_group)] = vec4(factors[0][c], factors[1][c], factors[2][c], factors[3][c]);
    tile[factor_place(column, 2 * row_group + 1)] = vec4(factors[4][c], factors[5][c], factors[6][c], factors[7][c]);
  }
}

/// As add_factor_product, but a factor of 0 adds nothing to a sum, whatever it is multiplied with.
void add_factor_product_of_odd_rows(inout LANES sums[8 * VECTORS], int first, int count) {
  for (int i = 0; i < count; ++i) {
    vec4 low = tile[factor_place(first + i, 2 * row_group)];
    vec4 high = tile[factor_place(first + i, 2 * row_group + 1)];
    for (int v = 0; v < VECTORS; ++v) {
      LANES right = rows_staged[(i * VECTORS + v) * 16 + column_group];
      for (int r = 0; r < 4; ++r) {
        sums[r * VECTORS + v] += low[r] == 0 ? LANES(0) : low[r] * right;
        sums[(r + 4) * VECTORS + v] += high[r] == 0 ? LANES(0) : high[r] * right;
      }
    }
  }
}

/// sums[r] += Σ_c factors[r][c]·staged[c] over the columns first … end − 1, of which kStaged are staged. A
/// hidden cell has the factor 0 and any value: a key's NaN does not reach queries before it.
void add_factor_product(inout LANES sums[8 * VECTORS], int first, int end) {
  int count = min(kStaged, end - first);
  if (odd_rows) {
    add_factor_product_of_odd_rows(sums, first, count);
    return;
  }
  for (int i0 = 0; i0 < count; i0 += 4) {
    for (int i = i0; i < i0 + 4; ++i) {
      vec4 low = tile[factor_place(first + i, 2 * row_group)];
      vec4 high = tile[factor_place(first + i, 2 * row_group + 1)];
      for (int v = 0; v < VECTORS; ++v) {
        LANES right = rows_staged[(i * VECTORS + v) * 16 + column_group];
        for (int r = 0; r < 4; ++r) {
          sums[r * VECTORS + v] += low[r] * right;
          sums[(r + 4) * VECTORS + v] += high[r] * right;
        }
      }
    }
  }
}

/// Call this first, before a barrier.
void begin_staging() {
  if (lane == 0) odd_rows = false;
}

/// Puts quad `quad` of row `row` of kStaged rows where add_factor_product reads it.
void stage_row_quad(int row, int quad, vec4 numbers) {
  // Bits, as not every driver knows isnan() and isinf().
  if (any(greaterThanEqual(floatBitsToUint(numbers) & 0x7fffffffu, uvec4(0x7f800000u)))) odd_rows = true;
#if WIDTH == 32
  rows_staged[row * 16 + 2 * quad] = numbers.xy;
  rows_staged[row * 16 + 2 * quad + 1] = numbers.zw;
#else
  rows_staged[row * 16 * VECTORS + quad] = numbers;
#endif
}
