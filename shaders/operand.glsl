// Reading and writing rows of operands: whole vectors where every place is a multiple of four floats.
//
// READ_QUAD(name, cells): vec4 name(place, d), numbers d … d + 3 of the row at `place`; 0 beyond D.
// WRITE_LANES(name, cells): void name(place, lanes, v), a thread's v-th vector of a row of results.
#ifdef WHOLE_VECTORS
#define CELL vec4
#define RESULT_CELL LANES
#define READ_QUAD(name, cells) \
  vec4 name(int place, int d) { return d < call.size ? cells[(place + d) >> 2] : vec4(0); }
#define WRITE_LANES(name, cells) \
  void name(int place, LANES numbers, int v) { \
    int d = (16 * v + column_group) * LANE_COUNT; \
    if (d < call.size) cells[(place + d) / LANE_COUNT] = numbers; \
  }
#else
#define CELL float
#define RESULT_CELL float
#define READ_QUAD(name, cells) \
  vec4 name(int place, int d) { \
    vec4 numbers = vec4(0); \
    for (int i = 0; i < 4; ++i) if (d + i < call.size) numbers[i] = cells[place + d + i]; \
    return numbers; \
  }
#define WRITE_LANES(name, cells) \
  void name(int place, LANES numbers, int v) { \
    int d = (16 * v + column_group) * LANE_COUNT; \
    for (int i = 0; i < LANE_COUNT; ++i) if (d + i < call.size) cells[place + d + i] = numbers[i]; \
  }
#endif

// STAGE_SLICE(name, read): stages numbers d0 … d0 + kSlice − 1 of 64 rows from row0 as slice `side`.
// STAGE_ROWS(name, read): stages kStaged rows from row0 for the second product. Rows from `end` on are zeros.
#define STAGE_SLICE(name, read) \
  void name(int side, int place, int stride, int row0, int end, int d0) { \
    mat4 rows; \
    for (int i = 0; i < 4; ++i) { \
      int row = row0 + 4 * column_group + i; \
      rows[i] = row < end ? read(place + row * stride, d0 + 4 * row_group) : vec4(0); \
    } \
    stage_quads(side, rows); \
  }
#define STAGE_ROWS(name, read) \
  void name(int place, int stride, int row0, int end) { \
    for (int i = lane; i < kStaged * (WIDTH / 4); i += 128) { \
      int row = i / (WIDTH / 4), quad = i % (WIDTH / 4); \
      stage_row_quad(row, quad, row0 + row < end ? read(place + (row0 + row) * stride, 4 * quad) : vec4(0)); \
    } \
  }
