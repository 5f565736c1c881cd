// One product of matrices (core/gpu/training/matrix_product.h), and what follows its sums. Places are counted in floats.
layout(std140, binding = 0) uniform Product {
  int rows;           // of the result
  int columns;
  int depth;          // numbers of each sum
  int left_place;
  int left_stride;    // from row to row of the matrix as it is stored
  int right_place;
  int right_stride;
  int result_place;
  int result_stride;
  int bias_place;     // a number for each column; -1: none
  int added_place;    // a matrix that is added; -1: none
  int added_stride;
  int share;          // numbers of each sum that one group adds
  int shares;         // into how many partial sums each sum is cut
  int partial_stride; // from row to row of partial sums
  float scale;        // of the sums
  int first_plane;    // of this dispatch
  int first_group;
  int positions;      // of a sequence: rows of one key of dropout
  int first_key;      // of this dropout, in `keys`
  float dropout_scale;
  uvec2 dropout_end;  // random bits below this drop a number
} call;

layout(std430, binding = 3) readonly buffer Bias { float bias_cells[]; };
layout(std430, binding = 4) readonly buffer Added { float added_cells[]; };
#ifdef DROPOUT
#define KEYS_BINDING 5
#define DROPPED_WIDTH call.columns
#include "dropped_rows.glsl"
#endif

/// The result that a sum makes: scaled, with its bias, dropped or not, and added.
float finished(float sum, int row, int column) {
  float number = call.scale * sum;
  if (call.bias_place >= 0) number += bias_cells[call.bias_place + column];
#ifdef DROPOUT
  number *= dropout_factor(row, column);
#endif
  if (call.added_place >= 0) number += added_cells[call.added_place + row * call.added_stride + column];
  return number;
}
