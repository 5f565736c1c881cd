// What the first layer reads: factor·E[token] + the position's vector, dropped or not. [B·T,C]; `gain_place` is that of E
// among the parameters, `shift_place` that of the vectors in `codes`, -1 for none.
#include "row_call.glsl"
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Parameters { float parameters[]; };
layout(std430, binding = 1) readonly buffer Tokens { int tokens[]; };
layout(std430, binding = 2) readonly buffer Codes { float codes[]; };
layout(std430, binding = 3) writeonly buffer Result { float y_cells[]; };
#ifdef DROPOUT
#define KEYS_BINDING 4
#define DROPPED_WIDTH call.width
#include "dropped_rows.glsl"
#endif

void main() {
  int cell = group * 128 + int(gl_LocalInvocationIndex);
  if (cell >= call.rows * call.width) return;
  int row = cell / call.width, column = cell % call.width;
  float y = call.factor * parameters[call.gain_place + tokens[row] * call.width + column];
  if (call.shift_place >= 0) y += codes[call.shift_place + row % call.positions * call.width + column];
#ifdef DROPOUT
  y *= dropout_factor(row, column);
#endif
  y_cells[cell] = y;
}
