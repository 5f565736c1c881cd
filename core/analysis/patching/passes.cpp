// Passes: patches as interventions that look up their row.
#include "core/analysis/patching/passes.h"

#include <algorithm>
#include <unordered_map>

#include "core/analysis/patching/batch_rows.h"

namespace attnlab {

namespace {

/// Positions of a batch of passes, and scores of one head of one attention there: more only cost memory.
constexpr Index kPatchedPositions = 1024, kPatchedScores = 1 << 17;

/// The row of one text out of the two of the first pass.
std::span<const Real> half_of(const Node& node, Index row) {
  const Index size = node.shape.size() / 2;
  return {node.value + row * size, static_cast<std::size_t>(size)};
}

Shape shape_of_one(const Shape& shape) {
  std::vector<Index> sizes(shape.sizes().begin(), shape.sizes().end());
  sizes.front() = 1;
  return Shape(sizes);
}

/// The row [V] of the logits [B,T,V] at `place`.
void append_prediction(const Variable& logits, Index row, Index place, std::vector<Real>& to) {
  const Index places = logits.shape()[1], vocabulary = logits.shape().last();
  const Real* const from = logits.data() + (row * places + place) * vocabulary;
  to.insert(to.end(), from, from + vocabulary);
}

}  // namespace

/// The tape of patched passes. Each tensor has its intervention from its first patch on.
class PatchPasses::Patched {
 public:
  explicit Patched(const std::vector<PairTensor>& tensors) : tensors_(tensors), patches_of_(tensors.size()) {}

  void run(const Model& model, std::span<const Real> weights, const Batch& batch, AttentionDevice* device,
           std::span<const Patch> patches) {
    for (auto& rows : patches_of_) rows.clear();
    for (std::size_t row = 0; row < patches.size(); ++row)
      for (const PatchedCells& cells : patches[row]) {
        attach(cells.tensor);
        patches_of_[cells.tensor].push_back({row, cells});
      }
    tape_.reset();
    tape_.bind(model.parameters(), weights.data(), nullptr);
    tape_.use_device(device);
    logits_ = model.logits(tape_, batch);
    list_nodes();
  }

  Variable logits() const { return logits_; }
  std::span<const Real> value(std::size_t tensor, std::size_t row) const {
    const auto size = static_cast<std::size_t>(tensors_[tensor].shape.size());
    return {nodes_[tensor]->value + row * size, size};
  }

 private:
  struct RowPatch {
    std::size_t row;
    PatchedCells cells;
  };

  void attach(std::size_t tensor) {
    if (!attached_.emplace(tensor, true).second) return;
    const auto change = [this, tensor](const Shape&, std::span<Real> cells) {
      const Index size = tensors_[tensor].shape.size();
      for (const RowPatch& patch : patches_of_[tensor])
        std::ranges::copy(patch.cells.values, cells.begin() + as_offset(static_cast<Index>(patch.row) * size +
                                                                        patch.cells.offset));
    };
    tape_.recorded().attach({.name = tensors_[tensor].name, .change = change});
  }

  /// The nodes of this pass have the order of the first pass.
  void list_nodes() {
    nodes_.assign(tensors_.size(), nullptr);
    std::size_t next = 0;
    for (const Named& named : tape_.recorded().names()) {
      if (next == tensors_.size()) return;
      if (!named.before_edits && named.name == tensors_[next].name) nodes_[next++] = named.node;
    }
  }

  const std::vector<PairTensor>& tensors_;
  std::vector<std::vector<RowPatch>> patches_of_;
  std::unordered_map<std::size_t, bool> attached_;
  std::vector<const Node*> nodes_;
  Tape tape_{Mode::Record};
  Variable logits_;
};

PatchPasses::PatchPasses(const Model& model, std::span<const Real> weights, const EncodedPair& pair,
                         AttentionDevice* device)
    : model_(model), weights_(weights), pair_(pair), device_(device) {
  both_.bind(model.parameters(), weights.data(), nullptr);
  both_.use_device(device);
  const Variable logits = model.logits(both_, pair.batch);
  both_.use_device(nullptr);
  for (Index row = 0; row < 2; ++row) append_prediction(logits, row, pair.place, logits_);
  for (const Named& named : both_.recorded().names()) {
    const Axes& axes = named.site->axes;
    if (named.before_edits || axes.size() == 0 || axes[0] != Axis::Batch) continue;
    const Node& node = *named.node;
    tensors_.push_back(
        {named.name, named.site, named.place, shape_of_one(node.shape), half_of(node, 0), half_of(node, 1)});
  }
  patched_ = std::make_unique<Patched>(tensors_);
}

PatchPasses::~PatchPasses() = default;

std::size_t PatchPasses::room() const {
  const Batch& batch = pair_.batch;
  const Index positions = std::max<Index>(1, batch.source_length + batch.input_length);
  const Index longest = std::max<Index>({1, batch.source_length, batch.input_length});
  const Index rows =
      std::min(kPatchedPositions / positions, kPatchedScores / (longest * longest * model_.config().heads));
  return static_cast<std::size_t>(std::max<Index>(1, rows));
}

std::span<const Real> PatchPasses::logits(std::span<const Patch> patches) {
  const std::vector<Index> rows(patches.size(), 1);
  patched_->run(model_, weights_, batch_of_rows(pair_.batch, rows), device_, patches);
  patched_logits_.clear();
  for (std::size_t row = 0; row < patches.size(); ++row)
    append_prediction(patched_->logits(), static_cast<Index>(row), pair_.place, patched_logits_);
  return patched_logits_;
}

std::span<const Real> PatchPasses::value(std::size_t tensor, std::size_t patch) const {
  return patched_->value(tensor, patch);
}

}  // namespace attnlab
