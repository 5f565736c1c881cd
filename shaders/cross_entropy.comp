// Cross-entropy of a row of logits a group, its share of the mean loss, and in the place of the logits their gradient:
// factor·(p − ε/V − (1 − ε)·[target]). `epsilon` is ε of label smoothing, `factor` 1 over the targets that count. A
// negative target does not count. Numbers behind a row's width become 0.
#include "row_call.glsl"
#include "group.glsl"

layout(std430, binding = 0) buffer Logits { float cells[]; };
layout(std430, binding = 1) readonly buffer Targets { int targets[]; };
layout(std430, binding = 2) writeonly buffer Losses { float losses[]; };

void main() {
  int row = group * call.stride, target = targets[call.gain_place + group];
  for (int v = call.width + lane; v < call.stride; v += kThreads) cells[row + v] = 0;
  if (target < 0) {
    for (int v = lane; v < call.width; v += kThreads) cells[row + v] = 0;
    if (lane == 0) losses[group] = 0;
    return;
  }
  float highest = cells[row];
  for (int v = lane; v < call.width; v += kThreads) highest = max(highest, cells[row + v]);
  highest = group_maximum(highest);
  float sum = 0, below = 0;
  for (int v = lane; v < call.width; v += kThreads) {
    sum += exp(cells[row + v] - highest);
    below += highest - cells[row + v];
  }
  sum = group_sum(sum);
  float even = call.epsilon / float(call.width), above = log(sum);
  if (call.epsilon > 0) below = group_sum(below);
  if (lane == 0) {
    float loss = (1 - call.epsilon) * (highest - cells[row + target] + above);
    if (call.epsilon > 0) loss += even * (below + float(call.width) * above);
    losses[group] = call.factor * loss;
  }
  barrier();
  for (int v = lane; v < call.width; v += kThreads) {
    float p = exp(cells[row + v] - highest) / sum;
    cells[row + v] = call.factor * (p - even - (v == target ? 1 - call.epsilon : 0));
  }
}
