// Products of matrices by heads: result[i][j] = Σ_k left[i][k]·right[j][k], over one head of the operands or summed
// over several, in their order. WEIGHTS: a left cell of 0 adds nothing, even if it meets NaN or an infinity.
layout(std140, binding = 0) uniform Product {
  ivec4 left;        // where it begins, and its strides by sequence, head and row i, in floats
  ivec4 right;       // the same by row j
  ivec4 result;      // the same by row i; its columns lie side by side
  int left_step;     // stride by k
  int right_step;
  int rows;
  int columns;
  int depth;
  int heads;         // of the result
  int summed_heads;  // of the operands, for each of the result's
  int left_shared;   // heads that one head of the left operand serves
  int right_shared;
  int first_plane;   // of this dispatch
  int first_group;   // of this dispatch, in each plane
} call;

#define WIDTH 32
#include "tile.glsl"

layout(std430, binding = 0) readonly buffer Left { float left_cells[]; };
layout(std430, binding = 1) readonly buffer Right { float right_cells[]; };
layout(std430, binding = 2) writeonly buffer Result { float result_cells[]; };

#ifdef WEIGHTS
/// As add_slice_product, but a left number of 0 adds nothing to a sum.
void add_weighed_slice(inout vec4 sums[8], int depth) {
  for (int d = 0; d < depth; ++d) {
    vec4 low = tile[d * 16 + 2 * row_group], high = tile[d * 16 + 2 * row_group + 1];
    vec4 right = tile[kSlice * 16 + d * 16 + column_group];
    for (int r = 0; r < 4; ++r) {
      sums[r] += low[r] == 0 ? vec4(0) : low[r] * right;
      sums[r + 4] += high[r] == 0 ? vec4(0) : high[r] * right;
    }
  }
}
#define ADD_SLICE add_weighed_slice
#else
#define ADD_SLICE add_slice_product
#endif

#define STAGE(name, cells) \
  void name(int side, int place, int stride, int step_, int row0, int rows, int k0) { \
    mat4 quads; \
    for (int i = 0; i < 4; ++i) { \
      for (int j = 0; j < 4; ++j) { \
        int row = row0 + 4 * column_group + i, k = k0 + 4 * row_group + j; \
        quads[i][j] = row < rows && k < call.depth ? cells[place + row * stride + k * step_] : 0; \
      } \
    } \
    stage_quads(side, quads); \
  }
STAGE(stage_left, left_cells)
STAGE(stage_right, right_cells)

int place_of(ivec4 operand, int b, int h) { return operand.x + b * operand.y + h * operand.z; }

void main() {
  int plane = int(gl_WorkGroupID.y) + call.first_plane, b = plane / call.heads, h = plane % call.heads;
  int across = (call.columns + 63) / 64;
  int group = int(gl_WorkGroupID.x) + call.first_group;
  int row0 = group / across * 64, column0 = group % across * 64;
  vec4 sums[8];
  for (int r = 0; r < 8; ++r) sums[r] = vec4(0);
  for (int head = h * call.summed_heads; head < (h + 1) * call.summed_heads; ++head) {
    int left = place_of(call.left, b, head / call.left_shared);
    int right = place_of(call.right, b, head / call.right_shared);
    for (int k0 = 0; k0 < call.depth; k0 += kSlice) {
      barrier();
      stage_left(0, left, call.left.w, call.left_step, row0, call.rows, k0);
      stage_right(1, right, call.right.w, call.right_step, column0, call.columns, k0);
      barrier();
      vec4 slice[8];
      for (int r = 0; r < 8; ++r) slice[r] = vec4(0);
      ADD_SLICE(slice, min(kSlice, call.depth - k0));
      for (int r = 0; r < 8; ++r) sums[r] += slice[r];
    }
  }
  int place = place_of(call.result, b, h) + column0 + 4 * column_group;
  for (int r = 0; r < 8; ++r) {
    int row = row0 + 8 * row_group + r;
    for (int c = 0; c < 4; ++c) {
      if (row < call.rows && column0 + 4 * column_group + c < call.columns)
        result_cells[place + row * call.result.w + c] = sums[r][c];
    }
  }
}
