// The program's attention device on a GPU.
#include "core/gpu/gpu_attention_device.h"

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <vector>

#include "core/gpu/attention.h"
#include "core/gpu/attention_call.h"
#include "core/gpu/attention_steps.h"
#include "core/gpu/attention_walk.h"
#include "core/gpu/packed_rows.h"

namespace attnlab::gpu {
namespace {

using InputRows = AttentionRows<const Real>;

/// Of what forward keeps of each query.
std::size_t row_floats(const AttentionSpec& spec) { return static_cast<std::size_t>(spec.score_rows() * 2); }

std::size_t score_floats(const AttentionSpec& spec) { return static_cast<std::size_t>(spec.score_cells()); }

/// The keys that each block of `block` queries sees of one head's mask.
std::vector<KeyRanges> seen_by_blocks(std::span<const Real> added, const AttentionSpec& spec, Index block) {
  std::vector<KeyRanges> seen;
  for (Index first = 0; first < spec.queries; first += block) {
    const Index rows = std::min(block, spec.queries - first);
    seen.push_back(seen_keys(added.subspan(first * spec.keys, rows * spec.keys), rows));
  }
  return seen;
}

class KernelAttention final : public AttentionDevice {
 public:
  KernelAttention(std::unique_ptr<Context> context, AttentionDeviceReports reports)
      : device_(std::move(context)), reports_(std::move(reports)) {}

  std::string description() const override { return device_.title(); }

  bool forward(const AttentionSpec& spec, const AttentionInputs& in, AttentionRows<Real> context,
               Real* rows) override {
    const PackedSizes queries = query_sizes(spec), keys = key_sizes(spec);
    std::vector<float> cells, states;
    const bool made = done(spec, [&] {
      const Packed inputs(spec, in);
      cells.resize(queries.cells());
      states.resize(row_floats(spec));
      device_.run([&] {
        const Operand to = room(queries);
        const RowStates row_states = attention(device_, {spec}, sent(inputs.query, queries),
                                               sent(inputs.key, keys), sent(inputs.value, keys), to);
        device_.read(row_states, states);
        device_.read(to.buffer, cells);
      });
    });
    if (!made) return false;
    std::ranges::copy(states, rows);
    each_packed_row(cells, queries, context,
                    [&](Real* to, const float* from) { std::copy_n(from, queries.size, to); });
    return true;
  }

  bool backward(const AttentionSpec& spec, const AttentionInputs& in, InputRows context, const Real* rows,
                InputRows gradient, const AttentionGradients& to) override {
    const PackedSizes queries = query_sizes(spec), keys = key_sizes(spec);
    std::vector<float> query, key, value;
    const bool made = done(spec, [&] {
      const Packed inputs(spec, in);
      const std::vector<float> contexts = packed(context, queries), slopes = packed(gradient, queries);
      query.resize(queries.cells());
      key.resize(keys.cells());
      value.resize(keys.cells());
      device_.run([&] {
        const ForwardValues values{sent(inputs.query, queries), sent(inputs.key, keys),
                                   sent(inputs.value, keys), sent(contexts, queries),
                                   device_.upload({rows, row_floats(spec)})};
        const OperandGradients gradients{sent(slopes, queries), room(queries), room(keys), room(keys)};
        attention_backward(device_, {spec}, values, gradients);
        device_.read(gradients.query.buffer, query);
        device_.read(gradients.key.buffer, key);
        device_.read(gradients.value.buffer, value);
      });
    });
    if (!made) return false;
    add(query, queries, to.query);
    add(key, keys, to.key);
    add(value, keys, to.value);
    return true;
  }

  bool scores(const AttentionSpec& spec, const InputRows& query, const InputRows& key,
              Real* scores) override {
    const PackedSizes queries = query_sizes(spec), keys = key_sizes(spec);
    return done(spec, [&] {
      const std::vector<float> asked = packed(query, queries), met = packed(key, keys);
      fetch_into({scores, score_floats(spec)},
                 [&] { return gpu::scores(device_, {spec}, sent(asked, queries), sent(met, keys)); });
    });
  }

  bool softmax(Index planes, Index rows, Index width, Real* cells) override {
    const std::span all(cells, planes * rows * width);
    return done([&] {
      fetch_into(all, [&] { return gpu::softmax(device_, planes, rows, width, device_.upload(all)); });
    });
  }

  bool context(const AttentionSpec& spec, const Real* weights, const InputRows& value,
               Real* context) override {
    return done(spec, [&] {
      const std::vector<float> values = packed(value, key_sizes(spec));
      fetch_into({context, query_sizes(spec).cells()}, [&] {
        return gpu::context(device_, {spec}, device_.upload({weights, score_floats(spec)}),
                            sent(values, key_sizes(spec)));
      });
    });
  }

  bool walk(const AttentionSpec& spec, const AttentionInputs& in, std::span<const Real> added,
            OnlineSoftmaxWalk& walk) override {
    OnlineSoftmaxWalk made;
    if (!done(spec, [&] {
          const Packed inputs(spec, in);
          Attention how{spec};
          how.block_queries = walk.block_queries;
          how.block_keys = walk.block_keys;
          const std::vector<KeyRanges> seen = seen_by_blocks(added, spec, walk.block_queries);
          const PackedSizes keys = key_sizes(spec);
          device_.run([&] {
            how.painted.cells = device_.upload(added);
            made = attention_walk(device_, how, sent(inputs.query, query_sizes(spec)), sent(inputs.key, keys),
                                  sent(inputs.value, keys), 0, 0, seen);
          });
        }))
      return false;
    walk = std::move(made);
    return true;
  }

 private:
  /// Inputs without gaps.
  struct Packed {
    Packed(const AttentionSpec& spec, const AttentionInputs& in)
        : query(packed(in.query, query_sizes(spec))),
          key(packed(in.key, key_sizes(spec))),
          value(packed(in.value, key_sizes(spec))) {}
    std::vector<float> query, key, value;
  };

  // On the device's thread, which does only work that needs the device.
  Operand sent(const std::vector<float>& cells, const PackedSizes& s) {
    return Operand::heads_apart(device_.upload(cells), s.heads, s.positions, s.size);
  }
  Operand room(const PackedSizes& s) {
    return Operand::heads_apart(device_.buffer(static_cast<Index>(s.cells())), s.heads, s.positions, s.size);
  }
  /// Writes the results of `make` to `to` once all of them are there.
  template <typename Make>
  void fetch_into(std::span<Real> to, const Make& make) {
    Buffer made;
    device_.run([&] { made = make(); });
    std::vector<float> cells(to.size());
    device_.read(made, cells);
    std::ranges::copy(cells, to.begin());
  }
  static void add(const std::vector<float>& cells, const PackedSizes& s, const AttentionRows<Real>& to) {
    if (!to.data) return;
    each_packed_row(cells, s, to, [&](Real* sum, const float* from) {
      for (Index d = 0; d < s.size; ++d) sum[d] += from[d];
    });
  }

  /// Whether the device did `work`. `work` may throw until its end, so it must not change the caller's data
  /// before that. The caller does work that is too large for the device or for memory; any other failure is
  /// final.
  template <typename Work>
  bool done(const Work& work) {
    if (failed_) return false;
    try {
      work();
      return true;
    } catch (const TooLarge& error) {
      report_once(refused_, reports_.refused, error.what());
    } catch (const std::bad_alloc&) {
      report_once(refused_, reports_.refused, "not enough memory to send it the data");
    } catch (const std::exception& error) {
      report_once(failed_, reports_.failed, error.what());
    }
    return false;
  }
  /// done() for a job that is not empty; checks the job's sizes first.
  template <typename Work>
  bool done(const AttentionSpec& spec, const Work& work) {
    return spec.batch > 0 && spec.queries > 0 && spec.keys > 0 && done([&] {
             check_sizes({spec});
             work();
           });
  }
  static void report_once(std::atomic<bool>& reported, const std::function<void(const std::string&)>& report,
                          const std::string& why) {
    if (!reported.exchange(true) && report) report(why);
  }

  Device device_;
  AttentionDeviceReports reports_;
  std::atomic<bool> failed_ = false, refused_ = false;
};

}  // namespace

std::shared_ptr<AttentionDevice> make_attention_device(std::unique_ptr<Context> context,
                                                       AttentionDeviceReports reports) {
  return std::make_shared<KernelAttention>(std::move(context), std::move(reports));
}

}  // namespace attnlab::gpu
