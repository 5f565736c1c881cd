// AdamW in one pass (core/training/optimizer.h), with the gradient clipped by its norm; nothing where the loss or the
// gradient is not finite. Decay is for the ranges of cells that `ends` gives: it has where the ranges end, of which every
// second one decays, the first one not.
layout(local_size_x = 128) in;

layout(std140, binding = 0) uniform Update {
  int cells;
  int ranges;
  int first_group;
  int first_plane;
  float learning_rate;
  float step_;    // learning rate over 1 − β₁ᵗ
  float root;     // 1 over √(1 − β₂ᵗ)
  float beta1;
  float beta2;
  float epsilon;
  float decay;
  float clip;     // greatest norm; 0: no clipping
} call;

layout(std430, binding = 0) buffer Weights { float weights[]; };
layout(std430, binding = 1) readonly buffer Gradient { float gradient[]; };
layout(std430, binding = 2) buffer Mean { float means[]; };
layout(std430, binding = 3) buffer Square { float squares[]; };
layout(std430, binding = 4) readonly buffer Totals { float totals[]; };  // the loss, and the gradient's squares
layout(std430, binding = 5) readonly buffer Ends { int ends[]; };

// Bits, as not every driver knows isinf() and isnan().
bool is_finite(float x) { return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u; }

bool decays(int cell) {
  int low = 0, high = call.ranges - 1;  // the range lies between these
  while (low < high) {
    int middle = (low + high) / 2;
    if (cell < ends[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low % 2 == 1;
}

void main() {
  int cell = (int(gl_WorkGroupID.x) + call.first_group) * 128 + int(gl_LocalInvocationIndex);
  if (cell >= call.cells || !is_finite(totals[0]) || !is_finite(totals[1])) return;
  float clipped = call.clip > 0 ? min(1.0, call.clip / (sqrt(totals[1]) + 1e-6)) : 1;
  float g = gradient[cell] * clipped;
  float m = call.beta1 * means[cell] + (1 - call.beta1) * g;
  float v = call.beta2 * squares[cell] + (1 - call.beta2) * g * g;
  means[cell] = m;
  squares[cell] = v;
  float kept = 1 - call.learning_rate * (decays(cell) ? call.decay : 0);
  weights[cell] = weights[cell] * kept - call.step_ * m / (sqrt(v) * call.root + call.epsilon);
}
