// The call of the update's kernel.
#include "core/gpu/training/adamw.h"

#include "core/gpu/attention_call.h"

namespace attnlab::gpu {

namespace {

/// The uniform block of shaders/adamw.comp (std140).
struct alignas(16) AdamWCall {
  std::int32_t cells, ranges, first_group = 0, first_plane = 0;
  float learning_rate, step, root, beta1, beta2, epsilon, decay, clip;
};
static_assert(sizeof(AdamWCall) == 48);

constexpr Index kUpdateThreads = 128;

}  // namespace

void adamw(Device& device, const AdamWOperands& o, const StepRequest& request) {
  const TrainingConfig& c = request.config;
  const MomentCorrections corrections = moment_corrections(c, request.update);
  AdamWCall call{.cells = narrow(o.cells),
                 .ranges = narrow(o.ranges),
                 .learning_rate = float(request.learning_rate),
                 .step = float(request.learning_rate / corrections.mean),
                 .root = float(corrections.root),
                 .beta1 = float(c.beta1),
                 .beta2 = float(c.beta2),
                 .epsilon = float(c.epsilon),
                 .decay = float(c.weight_decay),
                 .clip = float(c.clip)};
  const std::array<Buffer, 6> buffers = {o.weights, o.gradients, o.mean, o.square, o.totals, o.decay_ends};
  dispatch_planes(device, "adamw.comp", {}, call, buffers,
                  {blocks_of(o.cells, kUpdateThreads), 1,
                   kOperationsPerByte * double(kUpdateThreads * 7 * Index(sizeof(float)))});
}

}  // namespace attnlab::gpu
