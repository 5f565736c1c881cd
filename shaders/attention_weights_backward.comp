// From the weights' gradients to those of the masked scores and of the scores: a group has one row [Tk]. A weight of 0
// adds nothing, even if its gradient is NaN or infinite, as a hidden key's may be.
#include "call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Weights { float weights[]; };  // this and those below: [B,H,Tq,Tk]
layout(std430, binding = 1) readonly buffer WeightsGradient { float weights_gradient[]; };
layout(std430, binding = 2) writeonly buffer MaskedGradient { float masked_gradient[]; };
layout(std430, binding = 3) writeonly buffer ScoresGradient { float scores_gradient[]; };  // where there is a divisor

void main() {
  int row = ((int(gl_WorkGroupID.y) + call.first_plane) * call.queries + group) * call.keys;
  float inner = 0;
  for (int k = lane; k < call.keys; k += kThreads)
    inner += weights[row + k] == 0 ? 0 : weights[row + k] * weights_gradient[row + k];
  inner = group_sum(inner);
  for (int k = lane; k < call.keys; k += kThreads) {
    float weight = weights[row + k];
    float slope = weight == 0 ? 0 : weight * (weights_gradient[row + k] - inner);
    masked_gradient[row + k] = slope;
    if (call.scale != 1) scores_gradient[row + k] = slope * call.scale;
  }
}
