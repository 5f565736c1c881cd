// Path patching: what each sender writes into each receiver, and what the answer gains by that alone.
#include <algorithm>

#include "core/analysis/patching/cells.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"

namespace attnlab {

namespace {

/// One head of one tensor [1,H,T,D].
struct PathHead {
  std::size_t tensor;  ///< in PatchPasses::tensors()
  Index head;
};

std::vector<PathHead> heads_in(const std::vector<PairTensor>& tensors, const Site& site) {
  std::vector<PathHead> heads;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    for (Index h = 0; tensors[i].is(site) && h < tensors[i].shape[1]; ++h) heads.push_back({i, h});
  return heads;
}

Index plane_of(const PairTensor& tensor) { return tensor.shape[2] * tensor.shape[3]; }

PatchedCells head_cells(const std::vector<PairTensor>& tensors, const PathHead& head,
                        std::span<const Real> values) {
  const Index plane = plane_of(tensors[head.tensor]), offset = head.head * plane;
  return {head.tensor, offset, values.subspan(offset, plane)};
}

bool is_frozen(const PairTensor& tensor) {
  return tensor.is(attention_sites::kContext) ||
         (tensor.is(feed_forward_sites::kOutput) && tensor.place.part() == &block_sites::kFeedForward);
}

/// The sender as in the clean text; every other head and feed-forward network as in the corrupted text.
Patch frozen_but(const std::vector<PairTensor>& tensors, const PathHead& sender) {
  Patch patch;
  for (std::size_t i = 0; i < tensors.size(); ++i)
    if (is_frozen(tensors[i])) patch.push_back({i, 0, tensors[i].changed});
  patch.push_back(head_cells(tensors, sender, tensors[sender.tensor].clean));
  return patch;
}

/// Which of the model's texts the receiver's input is made of.
Text text_received(const PairTensor& receiver) {
  const bool asks = receiver.is(attention_sites::kQuery);
  return asks || receiver.place.key_text() == Text::Outer ? receiver.place.text() : receiver.place.key_text();
}

/// Senders come before receivers on the stream that the receivers read.
bool reaches(const std::vector<PairTensor>& tensors, const PathHead& sender, const PathHead& receiver) {
  return sender.tensor < receiver.tensor &&
         tensors[sender.tensor].place.text() == text_received(tensors[receiver.tensor]);
}

/// The values of each receiver's head, for each sender.
class PathValues {
 public:
  PathValues(PatchFiller& filler, const std::vector<PathHead>& senders,
             const std::vector<PathHead>& receivers)
      : filler_(filler), senders_(senders), receivers_(receivers) {}

  /// False where the work is to end.
  bool compute(Index all) {
    PatchPasses& passes = filler_.passes();
    std::vector<Patch> patches;
    for (std::size_t first = 0; first < senders_.size(); first += patches.size()) {
      if (!filler_.goes_on(0, all)) return false;
      patches.clear();
      for (std::size_t s = first; s < senders_.size() && patches.size() < passes.room(); ++s)
        patches.push_back(frozen_but(passes.tensors(), senders_[s]));
      passes.logits(patches);
      filler_.result().passes += count_of(patches);
      for (std::size_t i = 0; i < patches.size(); ++i) keep(i);
    }
    return true;
  }

  std::span<const Real> of(std::size_t sender, std::size_t receiver) const {
    return values_[sender * receivers_.size() + receiver];
  }

 private:
  void keep(std::size_t patch) {
    const PatchPasses& passes = filler_.passes();
    for (const PathHead& receiver : receivers_) {
      const std::span<const Real> cells =
          head_cells(passes.tensors(), receiver, passes.value(receiver.tensor, patch)).values;
      values_.emplace_back(cells.begin(), cells.end());
    }
  }

  PatchFiller& filler_;
  const std::vector<PathHead>& senders_;
  const std::vector<PathHead>& receivers_;
  std::vector<std::vector<Real>> values_;
};

std::vector<PatchLine> lines_of(const std::vector<PairTensor>& tensors, const std::vector<PathHead>& heads) {
  std::vector<PatchLine> lines;
  for (const PathHead& head : heads) {
    const PairTensor& tensor = tensors[head.tensor];
    lines.push_back({tensor.name, tensor.place, tensor.site, head.head});
  }
  return lines;
}

}  // namespace

void fill_paths(PatchFiller& filler, const PathInput& input) {
  const std::vector<PairTensor>& tensors = filler.passes().tensors();
  std::vector<PathHead> senders = heads_in(tensors, attention_sites::kContext);
  std::vector<PathHead> receivers = heads_in(tensors, *input.site);
  std::erase_if(senders, [&](const PathHead& s) {
    return std::ranges::none_of(receivers, [&](const PathHead& r) { return reaches(tensors, s, r); });
  });
  std::erase_if(receivers, [&](const PathHead& r) {
    return std::ranges::none_of(senders, [&](const PathHead& s) { return reaches(tensors, s, r); });
  });
  if (senders.empty())
    throw std::invalid_argument(
        tr("no head of this model has a later head that reads it: open a model with at least two layers"));
  filler.result().blocks.push_back(
      {.rows = lines_of(tensors, senders), .columns = lines_of(tensors, receivers)});
  PatchBlock& block = filler.result().blocks.back();
  block.cells.resize(senders.size() * receivers.size());
  PathValues values(filler, senders, receivers);
  if (!values.compute(count_of(block.cells))) return;
  std::vector<PatchJob> jobs;
  for (std::size_t s = 0; s < senders.size(); ++s)
    for (std::size_t r = 0; r < receivers.size(); ++r)
      if (reaches(tensors, senders[s], receivers[r])) {
        const Index plane = plane_of(tensors[receivers[r].tensor]);
        jobs.push_back({&block.cells[s * receivers.size() + r],
                        {{receivers[r].tensor, receivers[r].head * plane, values.of(s, r)}}});
      }
  filler.fill(jobs);
}

}  // namespace attnlab
