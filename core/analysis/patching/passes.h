// Passes: many passes over one corrupted text at once, each with other tensors taken from elsewhere.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/analysis/patching/pair.h"

namespace attnlab {

/// A tensor [B,…] of both passes; the values live as long as the PatchPasses that has it.
struct PairTensor {
  std::string name{};
  const Site* site = nullptr;
  Place place{};
  Shape shape{};  ///< of one text: the batch axis is 1
  std::span<const Real> clean{}, changed{};

  bool is(const Site& what) const { return site == &what; }
};

/// Cells of one tensor in one pass: `count` cells from `offset` become `values`, behind each other.
struct PatchedCells {
  std::size_t tensor = 0;  ///< in PatchPasses::tensors()
  Index offset = 0;        ///< in the tensor of one text
  std::span<const Real> values{};
};

/// All that one pass takes from elsewhere.
using Patch = std::vector<PatchedCells>;

/// Both texts in one recorded pass, and passes over the corrupted text with patches. Not thread-safe.
/// `model`, `weights`, `pair` and `device` must outlive it; no gradients are computed.
class PatchPasses {
 public:
  PatchPasses(const Model& model, std::span<const Real> weights, const EncodedPair& pair,
              AttentionDevice* device = nullptr);
  ~PatchPasses();

  /// The tensors of the pass that have a row for each text, in order of computation.
  const std::vector<PairTensor>& tensors() const { return tensors_; }
  /// The logits [V] of the prediction that is judged, of each text.
  std::span<const Real> clean_logits() const { return {logits_.data(), vocabulary()}; }
  std::span<const Real> changed_logits() const { return {logits_.data() + vocabulary(), vocabulary()}; }

  /// How many patches a batch takes: as many as let a pass be small.
  std::size_t room() const;
  /// One pass for each of up to room() patches over the corrupted text: their logits [patches,V], until the
  /// next call.
  std::span<const Real> logits(std::span<const Patch> patches);
  /// As it was computed in the last call, for each of its patches; `tensor` is one of tensors().
  std::span<const Real> value(std::size_t tensor, std::size_t patch) const;

 private:
  class Patched;
  std::size_t vocabulary() const { return static_cast<std::size_t>(model_.config().target_vocabulary); }

  const Model& model_;
  std::span<const Real> weights_;
  const EncodedPair& pair_;
  AttentionDevice* device_;
  Tape both_{Mode::Record};
  std::vector<PairTensor> tensors_;
  std::vector<Real> logits_, patched_logits_;
  std::unique_ptr<Patched> patched_;
};

}  // namespace attnlab
