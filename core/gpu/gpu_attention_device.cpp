// The program's attention device on a GPU.
#include "core/gpu/gpu_attention_device.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/attention_call.h"
#include "core/gpu/attention_job.h"
#include "core/gpu/attention_steps.h"
#include "core/gpu/attention_walk.h"

namespace attnlab {
namespace {

using OperandRows = AttentionRows<const Real>;
using Sizes = PackedSizes;

class GpuAttentionDevice final : public AttentionDevice {
 public:
  GpuAttentionDevice(std::unique_ptr<GpuContext> context, AttentionDeviceReports reports)
      : device_(std::move(context)), reports_(std::move(reports)) {}

  std::string description() const override {
    return device_.description() + (device_.software() ? ", in software on the processor" : "");
  }

  bool forward(const AttentionJob& job, AttentionRows<Real> context, Real* rows) override {
    std::vector<float> cells, states;
    const bool made = done(job, [&] {
      const Packed in(job);
      cells.resize(floats_of(query_sizes(job)));
      states.resize(row_floats(job));
      device_.run([&] {
        const GpuOperand to = room(query_sizes(job));
        const GpuRowStates kept =
            gpu_attention(device_, attention_of(job), sent(in.query, query_sizes(job)),
                          sent(in.key, key_sizes(job)), sent(in.value, key_sizes(job)), to);
        device_.read(kept, states);
        device_.read(to.buffer, cells);
      });
    });
    if (!made) return false;
    std::ranges::copy(states, rows);
    each_packed_row(cells, query_sizes(job), context,
                    [&](Real* to, const float* from) { std::copy_n(from, job.head_size, to); });
    return true;
  }

  bool backward(const AttentionJob& job, OperandRows context, const Real* rows, OperandRows gradient,
                const AttentionGradients& to) override {
    std::vector<float> query, key, value;
    const bool made = done(job, [&] {
      const Packed in(job);
      const std::vector<float> contexts = packed(context, query_sizes(job)),
                               slopes = packed(gradient, query_sizes(job));
      query.resize(floats_of(query_sizes(job)));
      key.resize(floats_of(key_sizes(job)));
      value.resize(floats_of(key_sizes(job)));
      device_.run([&] {
        const GpuAttentionValues values{sent(in.query, query_sizes(job)), sent(in.key, key_sizes(job)),
                                        sent(in.value, key_sizes(job)), sent(contexts, query_sizes(job)),
                                        device_.upload({rows, row_floats(job)})};
        const GpuAttentionGradients gradients{sent(slopes, query_sizes(job)), room(query_sizes(job)),
                                              room(key_sizes(job)), room(key_sizes(job))};
        gpu_attention_backward(device_, attention_of(job), values, gradients);
        device_.read(gradients.query.buffer, query);
        device_.read(gradients.key.buffer, key);
        device_.read(gradients.value.buffer, value);
      });
    });
    if (!made) return false;
    add(query, query_sizes(job), to.query);
    add(key, key_sizes(job), to.key);
    add(value, key_sizes(job), to.value);
    return true;
  }

  bool scores(const AttentionJob& job, Real* scores) override {
    return done(job, [&] {
      const std::vector<float> query = packed(job.query, query_sizes(job)),
                               key = packed(job.key, key_sizes(job));
      fetch_into({scores, score_floats(job)}, [&] {
        return gpu_scores(device_, attention_of(job), sent(query, query_sizes(job)),
                          sent(key, key_sizes(job)));
      });
    });
  }

  bool softmax(Index planes, Index rows, Index width, Real* cells) override {
    const std::span all(cells, static_cast<std::size_t>(planes * rows * width));
    return done([&] {
      fetch_into(all, [&] { return gpu_softmax(device_, planes, rows, width, device_.upload(all)); });
    });
  }

  bool context(const AttentionJob& job, const Real* weights, Real* context) override {
    return done(job, [&] {
      const std::vector<float> value = packed(job.value, key_sizes(job));
      fetch_into({context, floats_of(query_sizes(job))}, [&] {
        return gpu_context(device_, attention_of(job), device_.upload({weights, score_floats(job)}),
                           sent(value, key_sizes(job)));
      });
    });
  }

  bool walk(const AttentionJob& job, std::span<const Real> added, OnlineSoftmaxWalk& walk) override {
    OnlineSoftmaxWalk made;
    if (!done(job, [&] {
          const Packed in(job);
          GpuAttention how = attention_of(job);
          how.block_queries = walk.block_queries;
          how.block_keys = walk.block_keys;
          device_.run([&] {
            how.painted.cells = device_.upload(added);
            made = gpu_attention_walk(device_, how, sent(in.query, query_sizes(job)),
                                      sent(in.key, key_sizes(job)), sent(in.value, key_sizes(job)), 0, 0);
          });
        }))
      return false;
    walk = std::move(made);
    return true;
  }

 private:
  /// A job's operands without gaps.
  struct Packed {
    explicit Packed(const AttentionJob& job)
        : query(packed(job.query, query_sizes(job))),
          key(packed(job.key, key_sizes(job))),
          value(packed(job.value, key_sizes(job))) {}
    std::vector<float> query, key, value;
  };

  // On the device's thread, where only what needs the device is done.
  GpuOperand sent(const std::vector<float>& cells, const Sizes& s) {
    return GpuOperand::heads_apart(device_.upload(cells), s.heads, s.positions, s.size);
  }
  GpuOperand room(const Sizes& s) {
    return GpuOperand::heads_apart(device_.buffer(s.cells()), s.heads, s.positions, s.size);
  }
  /// Writes what `make` made to `to` once all of it is there.
  template <typename Make>
  void fetch_into(std::span<Real> to, const Make& make) {
    GpuBuffer made;
    device_.run([&] { made = make(); });
    std::vector<float> cells(to.size());
    device_.read(made, cells);
    std::ranges::copy(cells, to.begin());
  }
  static void add(const std::vector<float>& cells, const Sizes& s, const AttentionRows<Real>& to) {
    if (!to.data) return;
    each_packed_row(cells, s, to, [&](Real* sum, const float* from) {
      for (Index d = 0; d < s.size; ++d) sum[d] += from[d];
    });
  }

  /// Whether `work` was done by the device: it may throw up to its end, so it must not change what the caller
  /// has before that. What is too large for the device or for memory is left to the caller; any other failure
  /// is the last.
  template <typename Work>
  bool done(const Work& work) {
    if (failed_) return false;
    try {
      work();
      return true;
    } catch (const GpuTooLarge& error) {
      tell_once(refused_, reports_.refused, error.what());
    } catch (const std::bad_alloc&) {
      tell_once(refused_, reports_.refused, "there is no memory left to send it what it needs");
    } catch (const std::exception& error) {
      tell_once(failed_, reports_.failed, error.what());
    }
    return false;
  }
  /// The same for a job that is not empty; its sizes are checked before anything is done for it.
  template <typename Work>
  bool done(const AttentionJob& job, const Work& work) {
    return job.batch > 0 && job.queries > 0 && job.keys > 0 && done([&] {
             check_sizes(attention_of(job));
             work();
           });
  }
  static void tell_once(std::atomic<bool>& told, const std::function<void(const std::string&)>& tell,
                        const std::string& why) {
    if (!told.exchange(true) && tell) tell(why);
  }

  GpuDevice device_;
  AttentionDeviceReports reports_;
  std::atomic<bool> failed_ = false, refused_ = false;
};

}  // namespace

std::shared_ptr<AttentionDevice> make_gpu_attention_device(std::unique_ptr<GpuContext> context,
                                                           AttentionDeviceReports reports) {
  return std::make_shared<GpuAttentionDevice>(std::move(context), std::move(reports));
}

}  // namespace attnlab
