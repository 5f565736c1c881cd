// One call of an attention kernel: sizes, mask, positions, and where operands lie (core/gpu/attention_call.h).
// Places are counted in floats. An operand's ivec4: where it begins, and its strides by sequence, head and row.
layout(std140, binding = 0) uniform Call {
  ivec4 query;
  ivec4 key;
  ivec4 value;
  ivec4 context;
  ivec4 context_gradient;
  ivec4 query_gradient;
  ivec4 key_gradient;
  ivec4 value_gradient;
  ivec4 painted;      // its strides by sequence, head and row; w: whether there is one
  ivec4 ranges;       // of keys, in `tables`: place and stride by sequence of each query's, and of each block's; -1: none
  int heads;          // H
  int shared_heads;   // H/Hk: heads that one head of the keys serves
  int queries;        // Tq
  int keys;           // Tk
  int size;           // D
  int first_plane;    // of this dispatch
  int start;          // position of the first query among the keys
  int first_slope;    // place of the slopes in `tables`; -1: none
  int block_queries;  // of a group, at most 64
  int block_keys;     // taken at a time, at most 64
  float scale;        // 1/divisor
  int first_group;    // of this dispatch, in each plane
  float dropout_scale;  // of a weight that is kept, where dropout is on
  uvec2 dropout_key;
  uvec2 dropout_end;  // random bits below this drop a weight
} call;

int group = int(gl_WorkGroupID.x) + call.first_group;

int place_of(ivec4 operand, int b, int h) { return operand.x + b * operand.y + h * operand.z; }
