// The program's attention device on a GPU.
#include "core/gpu/gpu_attention_device.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/attention_steps.h"
#include "core/gpu/attention_walk.h"
#include "core/gpu/packed_rows.h"

namespace attnlab {
namespace {

using Rows = AttentionRows<const Real>;
using Sizes = PackedSizes;

class GpuAttentionDevice final : public AttentionDevice {
 public:
  GpuAttentionDevice(std::unique_ptr<GpuContext> context, GpuFailure on_failure)
      : device_(std::move(context)), on_failure_(std::move(on_failure)) {}

  std::string description() const override { return device_.description(); }

  bool forward(const AttentionJob& job, AttentionRows<Real> context, Real* rows) override {
    std::vector<float> cells, states;
    const bool made = takes(job) && done([&] {
                        const Packed in(job);
                        cells.resize(floats(queries(job)));
                        states.resize(row_floats(job));
                        device_.run([&] {
                          const GpuOperand to = room(queries(job));
                          const GpuRowStates kept =
                              gpu_attention(device_, how(job), sent(in.query, queries(job)),
                                            sent(in.key, keys(job)), sent(in.value, keys(job)), to);
                          device_.read(kept, states);
                          device_.read(to.buffer, cells);
                        });
                      });
    if (!made) return false;
    std::ranges::copy(states, rows);
    each_packed_row(cells, queries(job), context,
                    [&](Real* to, const float* from) { std::copy_n(from, job.head_size, to); });
    return true;
  }

  bool backward(const AttentionJob& job, Rows context, const Real* rows, Rows gradient,
                const AttentionGradients& to) override {
    std::vector<float> query, key, value;
    const bool made =
        takes(job) && done([&] {
          const Packed in(job);
          const std::vector<float> contexts = packed(context, queries(job)),
                                   slopes = packed(gradient, queries(job));
          query.resize(floats(queries(job)));
          key.resize(floats(keys(job)));
          value.resize(floats(keys(job)));
          device_.run([&] {
            const GpuAttentionValues values{sent(in.query, queries(job)), sent(in.key, keys(job)),
                                            sent(in.value, keys(job)), sent(contexts, queries(job)),
                                            device_.upload({rows, row_floats(job)})};
            const GpuAttentionGradients gradients{sent(slopes, queries(job)), room(queries(job)),
                                                  room(keys(job)), room(keys(job))};
            gpu_attention_backward(device_, how(job), values, gradients);
            device_.read(gradients.query.buffer, query);
            device_.read(gradients.key.buffer, key);
            device_.read(gradients.value.buffer, value);
          });
        });
    if (!made) return false;
    add(query, queries(job), to.query);
    add(key, keys(job), to.key);
    add(value, keys(job), to.value);
    return true;
  }

  bool scores(const AttentionJob& job, Real* scores) override {
    return takes(job) && done([&] {
             const std::vector<float> query = packed(job.query, queries(job)),
                                      key = packed(job.key, keys(job));
             fetch_into({scores, cells(job)}, [&] {
               return gpu_scores(device_, how(job), sent(query, queries(job)), sent(key, keys(job)));
             });
           });
  }

  bool softmax(Index planes, Index rows, Index width, Real* cells) override {
    const bool fits = planes <= 65535 && rows <= GpuAttention::kLongest && width <= GpuAttention::kLongest;
    const std::span all(cells, static_cast<std::size_t>(planes * rows * width));
    return fits && done([&] {
             fetch_into(all, [&] { return gpu_softmax(device_, planes, rows, width, device_.upload(all)); });
           });
  }

  bool context(const AttentionJob& job, const Real* weights, Real* context) override {
    return takes(job) && done([&] {
             const std::vector<float> value = packed(job.value, keys(job));
             fetch_into({context, floats(queries(job))}, [&] {
               return gpu_context(device_, how(job), device_.upload({weights, cells(job)}),
                                  sent(value, keys(job)));
             });
           });
  }

  bool walk(const AttentionJob& job, std::span<const Real> added, OnlineSoftmaxWalk& walk) override {
    OnlineSoftmaxWalk made;
    if (!takes(job) || !done([&] {
          const Packed in(job);
          GpuAttention how = GpuAttentionDevice::how(job);
          how.block_queries = walk.block_queries;
          how.block_keys = walk.block_keys;
          device_.run([&] {
            how.painted.cells = device_.upload(added);
            made = gpu_attention_walk(device_, how, sent(in.query, queries(job)), sent(in.key, keys(job)),
                                      sent(in.value, keys(job)), 0, 0);
          });
        }))
      return false;
    walk = std::move(made);
    return true;
  }

 private:
  static Sizes queries(const AttentionJob& job) { return {job.batch, job.heads, job.queries, job.head_size}; }
  static Sizes keys(const AttentionJob& job) {
    return {job.batch, job.key_value_heads, job.keys, job.head_size};
  }

  static std::size_t floats(const Sizes& s) { return static_cast<std::size_t>(s.cells()); }
  /// Of what forward keeps of each query.
  static std::size_t row_floats(const AttentionJob& job) {
    return static_cast<std::size_t>(job.batch * job.heads * job.queries * 2);
  }
  /// Of the scores.
  static std::size_t cells(const AttentionJob& job) {
    return static_cast<std::size_t>(job.batch * job.heads * job.queries * job.keys);
  }

  /// A job's operands without gaps.
  struct Packed {
    explicit Packed(const AttentionJob& job)
        : query(packed(job.query, queries(job))),
          key(packed(job.key, keys(job))),
          value(packed(job.value, keys(job))) {}
    std::vector<float> query, key, value;
  };

  static GpuAttention how(const AttentionJob& job) {
    GpuAttention how;
    how.batch = job.batch, how.heads = job.heads, how.key_value_heads = job.key_value_heads;
    how.queries = job.queries, how.keys = job.keys, how.head_size = job.head_size;
    how.divisor = job.divisor;
    how.mask = job.mask;
    how.slopes = job.slopes;
    how.dropout = job.dropout, how.dropout_key = job.dropout_key;
    return how;
  }

  bool takes(const AttentionJob& job) const {
    return job.dropout >= 0 && job.dropout < 1 && job.head_size <= GpuAttention::kLargestHead &&
           job.queries <= GpuAttention::kLongest && job.keys <= GpuAttention::kLongest && job.batch > 0 &&
           job.queries > 0 && job.keys > 0;
  }

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
  /// has before that. What is too large for the device or for memory, or what the kernels do not take, is
  /// left to the caller; any other failure is told, and is the last.
  template <typename Work>
  bool done(const Work& work) {
    if (failed_) return false;
    try {
      work();
      return true;
    } catch (const GpuTooLarge&) {
      return false;
    } catch (const std::bad_alloc&) {
      return false;
    } catch (const std::invalid_argument&) {
      return false;
    } catch (const std::exception& error) {
      if (!failed_.exchange(true) && on_failure_) on_failure_(error.what());
      return false;
    }
  }

  GpuDevice device_;
  GpuFailure on_failure_;
  std::atomic<bool> failed_ = false;
};

}  // namespace

std::shared_ptr<AttentionDevice> make_gpu_attention_device(std::unique_ptr<GpuContext> context,
                                                           GpuFailure on_failure) {
  return std::make_shared<GpuAttentionDevice>(std::move(context), std::move(on_failure));
}

}  // namespace attnlab
