// The steps from scores to weights, every one of them stored: a group has one row [Tk] of the scores.
#include "call.glsl"
#include "group.glsl"

layout(std430, binding = 0) readonly buffer Scores { float scores[]; };  // this and those below: [B,H,Tq,Tk]
layout(std430, binding = 1) writeonly buffer Scaled { float scaled_cells[]; };  // where there is a divisor
layout(std430, binding = 2) writeonly buffer Biased { float biased_cells[]; };  // where there are slopes
layout(std430, binding = 3) readonly buffer Tables { float tables[]; };
layout(std430, binding = 4) readonly buffer Painted { float painted_cells[]; };
layout(std430, binding = 5) buffer Masked { float masked_cells[]; };
layout(std430, binding = 6) buffer Weights { float weights[]; };

#include "mask.glsl"

/// The score of query q and key k with the mask's number added; `seen`: the keys that q sees.
float masked_score(float score, int b, int h, int q, int k, ivec4 seen) {
  float minus_infinity = uintBitsToFloat(0xff800000u);
  if (!meets(seen, k, k + 1)) return minus_infinity;
  if (call.painted.w == 0) return score;
  float cell = painted_cells[b * call.painted.x + h * call.painted.y + q * call.painted.z + k];
  return cell < kHidden ? minus_infinity : score + cell;
}

void main() {
  int q = group, plane = int(gl_WorkGroupID.y) + call.first_plane;
  int b = plane / call.heads, h = plane % call.heads, row = (plane * call.queries + q) * call.keys;
  ivec4 seen = seen_by(b, q);
  float highest = kHidden;
  for (int k = lane; k < call.keys; k += kThreads) {
    float score = scores[row + k];
    if (call.scale != 1) scaled_cells[row + k] = score *= call.scale;
    if (call.first_slope >= 0)
      biased_cells[row + k] = score += -tables[call.first_slope + h] * float(abs(call.start + q - k));
    masked_cells[row + k] = score = masked_score(score, b, h, q, k, seen);
    highest = max(highest, score);
  }
  highest = group_maximum(highest);
  float total = 0;
  for (int k = lane; k < call.keys; k += kThreads) {
    float masked = masked_cells[row + k];
    float weight = masked < kHidden ? 0 : exponentials(vec4(masked), vec4(highest)).x;
    weights[row + k] = weight;
    total += weight;
  }
  total = group_sum(total);
  float share = total == 0 ? 0 : 1 / total;
  for (int k = lane; k < call.keys; k += kThreads)
    weights[row + k] = weights[row + k] == 0 ? 0 : weights[row + k] * share;  // a NaN of the row is not a hidden key's
}
