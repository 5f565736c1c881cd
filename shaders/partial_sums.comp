// The sums of partial sums [shares,rows,columns], in their order, and what follows them (product_call.glsl).
#include "product_call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Partial { float partial_cells[]; };
layout(std430, binding = 2) writeonly buffer Result { float result_cells[]; };

void main() {
  int cell = (int(gl_WorkGroupID.x) + call.first_group) * 128 + int(gl_LocalInvocationIndex);
  int row = cell / call.columns, column = cell % call.columns;
  if (row >= call.rows) return;
  float sum = 0;
  for (int share = 0; share < call.shares; ++share)
    sum += partial_cells[call.left_place + (share * call.rows + row) * call.partial_stride + column];
  result_cells[call.result_place + row * call.result_stride + column] = finished(sum, row, column);
}
