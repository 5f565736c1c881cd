// The program's attention device on a GPU.
#include "core/gpu/gpu_attention_device.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/attention_steps.h"
#include "core/gpu/attention_walk.h"

namespace attnlab {
namespace {

using Rows = AttentionRows<const Real>;

/// What lies [B,H,T,D] on the device, without gaps.
struct Sizes {
  Index batch, heads, positions, size;
  Index cells() const { return batch * heads * positions * size; }
};

std::vector<float> packed(const Rows& rows, const Sizes& s) {
  std::vector<float> cells(static_cast<std::size_t>(s.cells()));
  float* to = cells.data();
  for (Index b = 0; b < s.batch; ++b)
    for (Index h = 0; h < s.heads; ++h)
      for (Index t = 0; t < s.positions; ++t, to += s.size)
        std::copy_n(rows.data + b * rows.batch + h * rows.head + t * rows.row, s.size, to);
  return cells;
}

/// Calls work(to, from, D) for each row.
template <typename Work>
void each_row(const std::vector<float>& cells, const Sizes& s, const AttentionRows<Real>& to, Work work) {
  const float* from = cells.data();
  for (Index b = 0; b < s.batch; ++b)
    for (Index h = 0; h < s.heads; ++h)
      for (Index t = 0; t < s.positions; ++t, from += s.size)
        work(to.data + b * to.batch + h * to.head + t * to.row, from);
}

class GpuAttentionDevice final : public AttentionDevice {
 public:
  GpuAttentionDevice(std::unique_ptr<GpuContext> context, GpuFailure on_failure)
      : device_(std::move(context)), on_failure_(std::move(on_failure)) {}

  std::string description() const override { return device_.description(); }

  bool forward(const AttentionJob& job, AttentionRows<Real> context, Real* rows) override {
    std::vector<float> cells, states;
    const bool made = takes(job) && done([&] {
                        const GpuOperand to = room(queries(job));
                        states =
                            fetched(gpu_attention(device_, how(job), sent(job.query, queries(job)),
                                                  sent(job.key, keys(job)), sent(job.value, keys(job)), to));
                        cells = fetched(to.buffer);
                      });
    if (!made) return false;
    std::ranges::copy(states, rows);
    each_row(cells, queries(job), context,
             [&](Real* to, const float* from) { std::copy_n(from, job.head_size, to); });
    return true;
  }

  bool backward(const AttentionJob& job, Rows context, const Real* rows, Rows gradient,
                const AttentionGradients& to) override {
    std::vector<float> query, key, value;
    const bool made =
        takes(job) && done([&] {
          const auto count = static_cast<std::size_t>(job.batch * job.heads * job.queries * 2);
          const GpuAttentionValues values{sent(job.query, queries(job)), sent(job.key, keys(job)),
                                          sent(job.value, keys(job)), sent(context, queries(job)),
                                          device_.upload({rows, count})};
          const GpuAttentionGradients gradients{sent(gradient, queries(job)), room(queries(job)),
                                                room(keys(job)), room(keys(job))};
          gpu_attention_backward(device_, how(job), values, gradients);
          query = fetched(gradients.query.buffer);
          key = fetched(gradients.key.buffer);
          value = fetched(gradients.value.buffer);
        });
    if (!made) return false;
    add(query, queries(job), to.query);
    add(key, keys(job), to.key);
    add(value, keys(job), to.value);
    return true;
  }

  bool scores(const AttentionJob& job, Real* scores) override {
    return takes(job) && fetch_into(scores, [&] {
             return gpu_scores(device_, how(job), sent(job.query, queries(job)), sent(job.key, keys(job)));
           });
  }

  bool softmax(Index planes, Index rows, Index width, Real* cells) override {
    const bool fits = planes <= 65535 && rows <= GpuAttention::kLongest && width <= GpuAttention::kLongest;
    return fits && fetch_into(cells, [&] {
             const auto all = static_cast<std::size_t>(planes * rows * width);
             return gpu_softmax(device_, planes, rows, width, device_.upload({cells, all}));
           });
  }

  bool context(const AttentionJob& job, const Real* weights, Real* context) override {
    return takes(job) && fetch_into(context, [&] {
             const auto cells = static_cast<std::size_t>(job.batch * job.heads * job.queries * job.keys);
             return gpu_context(device_, how(job), device_.upload({weights, cells}),
                                sent(job.value, keys(job)));
           });
  }

  bool walk(const AttentionJob& job, std::span<const Real> added, OnlineSoftmaxWalk& walk) override {
    OnlineSoftmaxWalk made;
    if (!takes(job) || !done([&] {
          GpuAttention how = GpuAttentionDevice::how(job);
          how.painted.cells = device_.upload(added);
          how.block_queries = walk.block_queries;
          how.block_keys = walk.block_keys;
          made = gpu_attention_walk(device_, how, sent(job.query, queries(job)), sent(job.key, keys(job)),
                                    sent(job.value, keys(job)), 0, 0);
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

  GpuOperand sent(const Rows& rows, const Sizes& s) {
    return GpuOperand::heads_apart(device_.upload(packed(rows, s)), s.heads, s.positions, s.size);
  }
  GpuOperand room(const Sizes& s) {
    return GpuOperand::heads_apart(device_.buffer(s.cells()), s.heads, s.positions, s.size);
  }
  std::vector<float> fetched(const GpuBuffer& buffer) {
    std::vector<float> cells(static_cast<std::size_t>(buffer.size()));
    device_.read(buffer, cells);
    return cells;
  }
  /// Writes what `make` made to `to` once all of it is there.
  template <typename Make>
  bool fetch_into(Real* to, const Make& make) {
    std::vector<float> cells;
    if (!done([&] { cells = fetched(make()); })) return false;
    std::ranges::copy(cells, to);
    return true;
  }
  static void add(const std::vector<float>& cells, const Sizes& s, const AttentionRows<Real>& to) {
    if (!to.data) return;
    each_row(cells, s, to, [&](Real* sum, const float* from) {
      for (Index d = 0; d < s.size; ++d) sum[d] += from[d];
    });
  }

  /// Whether `work` was done by the device: it may throw up to its end, so it must not change what the caller
  /// has. What is too large for the device is left to the caller; any other failure is told, and is the last.
  template <typename Work>
  bool done(const Work& work) {
    if (failed_) return false;
    try {
      device_.run(work);
      return true;
    } catch (const GpuTooLarge&) {
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
