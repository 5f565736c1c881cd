// One call of a kernel on rows of numbers (core/gpu/training/row_kernels.h). Places are counted in floats; what a member
// means for a kernel that uses it otherwise, this kernel says.
layout(std140, binding = 0) uniform Rows {
  int rows;
  int width;          // numbers of a row
  int stride;         // from row to row
  int first_group;    // of this dispatch
  int first_plane;
  int gain_place;     // among the parameters
  int shift_place;    // -1: none
  int added;          // 1: results are added to what is there
  int chunk;          // rows that one group goes through
  int positions;      // of a sequence
  int first_key;      // of this dropout, in `keys`
  float dropout_scale;  // 0: no dropout
  float factor;
  float epsilon;
  uvec2 dropout_end;
} call;

int group = int(gl_WorkGroupID.x) + call.first_group;
