// Tiles analysis: the walk of blocks as the GPU takes it, for the view Tiles.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "app/features/tiles/choice.h"
#include "app/features/tiles/work_walk.h"
#include "app/state/analyses/analysis.h"
#include "app/state/latest_job.h"
#include "core/language/messages.h"
#include "core/ops/attention/attention_device.h"

namespace attnlab {
namespace {

constexpr Real kHidden = -std::numeric_limits<Real>::infinity();

/// The first of these tensors that the attention has; null if it does not have any of them.
const TraceTensor* first_of(const Trace& trace, const std::string& attention,
                            std::initializer_list<const char*> names) {
  for (const char* name : names)
    if (const TraceTensor* tensor = trace.find(attention + "." + name)) return tensor;
  return nullptr;
}

/// The tensors of an attention with heads that the kernel starts from.
struct TileOperands {
  const TraceTensor *query, *key, *value;
  const TraceTensor *scores, *scaled;
  const TraceTensor* masked;

  TileOperands(const Trace& trace, const std::string& attention)
      : query(first_of(trace, attention, {"rotated_query", "query"})),
        key(first_of(trace, attention, {"rotated_key", "key"})),
        value(first_of(trace, attention, {"value"})),
        scores(first_of(trace, attention, {"scores"})),
        scaled(first_of(trace, attention, {"scaled"})),
        masked(first_of(trace, attention, {"masked"})) {}

  /// QKᵀ, divided by √D if the model does so.
  const TraceTensor& product() const { return *(scaled ? scaled : scores); }

  /// Why the kernel cannot compute these scores; "" if it can.
  std::string obstacle() const {
    for (const TraceTensor* tensor : {query, key, value, scores, masked})
      if (!tensor || tensor->shape.rank() != 4)
        return tr("These scores are not a product QKᵀ of attention heads");
    if (scores->edited || product().edited)
      return tr("An edit changed these scores, and the kernel computes them from Q and K");
    return "";
  }
};

/// The rows of one head from position `first` on.
AttentionRows<const Real> rows_of(const TraceTensor& tensor, Index head, Index first) {
  const Index positions = tensor.shape[2], width = tensor.shape[3];
  return {tensor.value.data() + (head * positions + first) * width, 0, 0, width};
}

/// The sum that mask, distances and edits add to the product: −∞ if masked.
std::vector<Real> added_to(const TileOperands& in, Index head, Index first, Index rows) {
  const Real* const masked = rows_of(*in.masked, head, first).data;
  const Real* const product = rows_of(in.product(), head, first).data;
  std::vector<Real> added(static_cast<std::size_t>(rows * in.masked->shape[3]));
  for (std::size_t i = 0; i < added.size(); ++i)
    added[i] = masked[i] == kHidden ? kHidden : masked[i] - product[i];
  return added;
}

}  // namespace

TilesPlace tiles_place(const AppState& state, const Trace& trace) {
  const Selection& s = state.selection;
  const Index block = state.choices.of<TilesChoice>().block;
  const TraceTensor* const masked = trace.find(stage_tensor(s, Stage::Masked));
  const Index query = masked ? std::min<Index>(s.query, masked->shape.last(1) - 1) : 0;
  return {attention_prefix(s), s.head, s.key_head(), query / block * block, block};
}

ShownWalk shown_walk(const Results& made, const std::string& gpu, const TracePtr& trace,
                     const AppState& state) {
  if (gpu.empty() || !trace) return {};
  const TilesWalk* const of_tile = made.of<TilesWalk>().get();
  if (of_tile && of_tile->trace == trace && of_tile->place == tiles_place(state, *trace))
    return {of_tile->why_not.empty() ? &of_tile->walk : nullptr, of_tile->why_not};
  return {nullptr, made.changes ? tr("The model is training") : ""};
}

TilesWalk walk_on_device(AttentionDevice& device, const TracePtr& trace, const TilesPlace& place) {
  TilesWalk made{trace, place, {}, ""};
  const TileOperands in(*trace, place.attention);
  made.why_not = in.obstacle();
  if (!made.why_not.empty()) return made;
  AttentionSpec spec{.queries = std::min(place.block, in.query->shape[2] - place.first_query),
                     .keys = in.key->shape[2],
                     .head_size = in.query->shape[3]};
  if (in.scaled) spec.divisor = static_cast<Real>(std::sqrt(static_cast<double>(spec.head_size)));
  const std::vector<Real> added = added_to(in, place.head, place.first_query, spec.queries);
  const AttentionInputs inputs{rows_of(*in.query, place.head, place.first_query),
                               rows_of(*in.key, place.key_head, 0), rows_of(*in.value, place.key_head, 0)};
  made.walk = empty_walk(spec.queries, spec.keys, spec.head_size, place.block, place.block);
  if (!device.walk(spec, inputs, added, made.walk)) made.why_not = tr("The GPU could not compute this tile");
  return made;
}

namespace {

class TilesAnalysis final : public Analysis {
 public:
  explicit TilesAnalysis(const AnalysisTools& tools) : device_(tools.device), job_(tools.wake) {}

  /// No walk begins while the pass on screen changes faster than a walk could be seen.
  void update(const AnalysisInput& input) override {
    job_.take();
    const std::shared_ptr<AttentionDevice> device = device_.get();
    if (!device || input.changes() || !on_stage(input.state, tiles::kFeature)) return;
    const TilesPlace place = tiles_place(input.state, *input.trace);
    job_.ask({input.trace, place}, [device, trace = input.trace, place](StopToken) {
      return walk_on_device(*device, trace, place);
    });
  }
  void clear() override { job_.clear(); }
  bool busy() const override { return job_.busy(); }
  void publish(Results& results) const override { results.set(job_.result()); }

 private:
  AttentionDeviceChoice device_;
  /// Needs no device in its key: another device makes another trace.
  LatestJob<std::pair<TracePtr, TilesPlace>, TilesWalk> job_;
};

}  // namespace

std::unique_ptr<Analysis> make_tiles_analysis(const AnalysisTools& tools) {
  return std::make_unique<TilesAnalysis>(tools);
}

}  // namespace attnlab
