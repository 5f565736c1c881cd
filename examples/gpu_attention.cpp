// Attention in compute shaders: the output of one head, and its online softmax a block of keys at a time.
#include <attnlab/gpu/gpu.h>
#include <attnlab/tensor/random.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

using namespace attnlab;

constexpr Index kPositions = 8, kSize = 4;

/// [1,1,T,D] of standard normal numbers on the device.
gpu::Operand random_operand(gpu::Device& device, std::uint64_t seed) {
  RandomStream random(mix64(seed));
  std::vector<float> values(kPositions * kSize);
  for (float& value : values) value = static_cast<float>(random.normal());
  return gpu::Operand::heads_apart(device.upload(values), 1, kPositions, kSize);
}

void print_walk(const OnlineSoftmaxWalk& walk, Index query) {
  std::printf("query %lld, %lld keys a block:\n", static_cast<long long>(query),
              static_cast<long long>(walk.block_keys));
  for (Index block = 0; block < walk.blocks(); ++block)
    std::printf(
        "  m = %7.4f   l = %7.4f   e^(m−m′) = %6.4f\n", static_cast<double>(walk.maximum_at(block, query)),
        static_cast<double>(walk.sum_at(block, query)), static_cast<double>(walk.rescale_at(block, query)));
}

}  // namespace

int main() {
  try {
    gpu::Device device(gpu::make_egl_context());
    std::printf("%s\n", device.description().c_str());
    gpu::Attention how;
    how.queries = how.keys = kPositions;
    how.head_size = kSize;
    how.divisor = std::sqrt(static_cast<float>(kSize));
    how.mask.causal = true;
    const gpu::Operand query = random_operand(device, 1), key = random_operand(device, 6),
                       value = random_operand(device, 3);
    const gpu::Operand context =
        gpu::Operand::heads_apart(device.buffer(kPositions * kSize), 1, kPositions, kSize);
    gpu::attention(device, how, query, key, value, context);
    std::vector<float> last(kSize);
    device.read(context.buffer, last, (kPositions - 1) * kSize);
    std::printf("context of the last position:");
    for (float x : last) std::printf(" %7.4f", static_cast<double>(x));
    std::printf("\n");
    how.block_queries = how.block_keys = 2;
    print_walk(gpu::attention_walk(device, how, query, key, value, 0, 0), kPositions - 1);
  } catch (const std::exception& error) {
    std::printf("not on this machine: %s\n", error.what());
  }
}
