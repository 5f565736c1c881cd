// Patching: the parts, their cells, and the passes that fill them.
#include "core/analysis/patching/patching.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/analysis/patching/cells.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"
#include "core/layers/feed_forward_sites.h"
#include "core/layers/input_sites.h"

namespace attnlab {

namespace {

bool on_stream(const PairTensor& tensor) {
  const bool enters = tensor.place.kind() == PartKind::Input && tensor.site->role == Role::Residual;
  return tensor.is(block_sites::kResidual) || enters;
}
bool of_attention(const PairTensor& tensor) { return tensor.is(attention_sites::kOutput); }
bool of_feed_forward(const PairTensor& tensor) {
  return tensor.is(feed_forward_sites::kOutput) && tensor.place.part() == &block_sites::kFeedForward;
}

constexpr PatchedPart kParts[] = {
    {"stream", tr_mark("residual stream"),
     tr_mark("The residual stream at one position, after one sublayer, is taken from the pass over the clean "
             "text."),
     PatchedPart::Kind::Positions, on_stream},
    {"attention", tr_mark("attention"),
     tr_mark("The output of one attention at one position is taken from the pass over the clean text."),
     PatchedPart::Kind::Positions, of_attention},
    {"feed_forward", tr_mark("feed-forward"),
     tr_mark("The output of one feed-forward network at one position is taken from the pass over the clean "
             "text."),
     PatchedPart::Kind::Positions, of_feed_forward, has_feed_forward},
    {"heads", tr_mark("heads"), tr_mark("The output of one head is taken from the pass over the clean text."),
     PatchedPart::Kind::Heads},
    {"path", tr_mark("paths"),
     tr_mark("The output of one head is taken from the pass over the clean text, but only one later head "
             "reads it."),
     PatchedPart::Kind::Path}};

constexpr PathInput kInputs[] = {{"query", tr_mark("queries"), &attention_sites::kQuery},
                                 {"key", tr_mark("keys"), &attention_sites::kKey},
                                 {"value", tr_mark("values"), &attention_sites::kValue}};

/// Of the tensors by which a text enters the stream, only the last is the stream.
bool is_followed_by_input(const std::vector<PairTensor>& tensors, std::size_t i) {
  return i + 1 < tensors.size() && tensors[i].place.kind() == PartKind::Input &&
         tensors[i + 1].place == tensors[i].place;
}

PatchBlock& block_of_text(std::vector<PatchBlock>& blocks, Text text) {
  const auto found = std::ranges::find(blocks, text, &PatchBlock::text);
  if (found != blocks.end()) return *found;
  blocks.push_back({.text = text});
  return blocks.back();
}

PatchLine line_of(const PairTensor& tensor, Index index = -1) {
  return {tensor.name, tensor.place, tensor.site, index};
}

/// A row for each tensor of the part, a column for each position.
void add_position_rows(const PatchedPart& part, const std::vector<PairTensor>& tensors,
                       std::vector<PatchBlock>& blocks) {
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    if (!part.patches(tensors[i]) || is_followed_by_input(tensors, i)) continue;
    PatchBlock& block = block_of_text(blocks, tensors[i].place.text());
    block.rows.push_back(line_of(tensors[i]));
    for (auto t = count_of(block.columns); t < tensors[i].shape[1]; ++t)
      block.columns.push_back({.index = t});
  }
}

/// A row for each attention, a column for each head.
void add_head_rows(const std::vector<PairTensor>& tensors, std::vector<PatchBlock>& blocks) {
  for (const PairTensor& tensor : tensors) {
    if (!tensor.is(attention_sites::kContext)) continue;
    PatchBlock& block = block_of_text(blocks, tensor.place.text());
    block.rows.push_back(line_of(tensor));
    for (auto h = count_of(block.columns); h < tensor.shape[1]; ++h) block.columns.push_back({.index = h});
  }
}

std::size_t tensor_named(const std::vector<PairTensor>& tensors, const std::string& name) {
  return static_cast<std::size_t>(std::ranges::find(tensors, name, &PairTensor::name) - tensors.begin());
}

/// One position of a tensor [1,T,C].
Patch patch_position(const std::vector<PairTensor>& tensors, const PatchLine& row, Index position) {
  const std::size_t i = tensor_named(tensors, row.tensor);
  const Index width = tensors[i].shape.last();
  return {{i, position * width, tensors[i].clean.subspan(position * width, width)}};
}

/// One head of a context [1,H,T,D], at one position or at all.
Patch patch_head(const std::vector<PairTensor>& tensors, const PatchLine& row, Index head,
                 const std::optional<PatchPosition>& at) {
  const std::size_t i = tensor_named(tensors, row.tensor);
  const Shape& shape = tensors[i].shape;
  const Index width = shape[3], plane = shape[2] * width;
  const Index offset = head * plane + (at ? at->position * width : 0), count = at ? width : plane;
  return {{i, offset, tensors[i].clean.subspan(offset, count)}};
}

void check_position(const PatchQuestion& question, const EncodedPair& pair) {
  if (!question.at) return;
  const PairTokens& tokens = pair.tokens[0];
  const std::vector<Piece>& read = question.at->text == Text::Source ? tokens.source : tokens.input;
  const Index position = question.at->position;
  if (position < 0 || position >= count_of(read))
    throw std::invalid_argument(tr("there is no position {1}: the texts have {2} positions",
                                   std::to_string(position), std::to_string(read.size())));
}

/// Blocks without cells, and a cell's patch.
void add_blocks(const PatchQuestion& question, const PatchedPart& part,
                const std::vector<PairTensor>& tensors, std::vector<PatchBlock>& blocks) {
  if (part.kind == PatchedPart::Kind::Positions) {
    add_position_rows(part, tensors, blocks);
  } else {
    add_head_rows(tensors, blocks);
  }
  if (blocks.empty()) throw std::invalid_argument(tr("this model does not have {1}", tr(part.title)));
  for (PatchBlock& block : blocks) block.cells.resize(block.rows.size() * block.columns.size());
  if (part.kind == PatchedPart::Kind::Heads && question.at)
    std::erase_if(blocks, [&](const PatchBlock& block) { return block.text != question.at->text; });
}

/// Every cell with its patch.
std::vector<PatchJob> jobs_of(const PatchQuestion& question, const PatchedPart& part,
                              const std::vector<PairTensor>& tensors, std::vector<PatchBlock>& blocks) {
  std::vector<PatchJob> jobs;
  for (PatchBlock& block : blocks)
    for (std::size_t i = 0; i < block.cells.size(); ++i) {
      const PatchLine& row = block.rows[i / block.columns.size()];
      const Index column = block.columns[i % block.columns.size()].index;
      jobs.push_back({&block.cells[i], part.kind == PatchedPart::Kind::Positions
                                           ? patch_position(tensors, row, column)
                                           : patch_head(tensors, row, column, question.at)});
    }
  return jobs;
}

}  // namespace

std::span<const PatchedPart> patched_parts() { return kParts; }

std::vector<PatchedPart> patched_parts_of(const ModelConfig& config) {
  std::vector<PatchedPart> parts;
  for (const PatchedPart& part : kParts)
    if (!part.is_in || part.is_in(config)) parts.push_back(part);
  return parts;
}

const PatchedPart& patched_part(std::string_view name) { return row_named(kParts, "part to patch", name); }
std::span<const PathInput> path_inputs() { return kInputs; }
const PathInput& path_input(std::string_view name) { return row_named(kInputs, "input of a head", name); }

PatchingResult run_patching(const Model& model, std::span<const Real> weights, EncodedPair pair,
                            const PatchQuestion& question, AttentionDevice* device,
                            const PatchProgress& goes_on) {
  const PatchedPart& part = patched_part(question.what);
  const PathInput& input = path_input(question.into);
  const PatchMetric& metric = patch_metric(question.metric);
  PatchingResult result{.question = question, .pair = std::move(pair)};
  check_position(question, result.pair);
  PatchPasses passes(model, weights, result.pair, device);
  PatchFiller filler(passes, metric, result, goes_on);
  if (part.kind == PatchedPart::Kind::Path) {
    fill_paths(filler, input);
  } else {
    add_blocks(question, part, passes.tensors(), result.blocks);
    filler.fill(jobs_of(question, part, passes.tensors(), result.blocks));
  }
  return result;
}

PatchingResult run_patching(const Model& model, const Vocabularies& vocabularies,
                            std::span<const Real> weights, const PatchQuestion& question,
                            AttentionDevice* device, const PatchProgress& goes_on) {
  return run_patching(model, weights, encode_pair(model, vocabularies, weights, question.pair, device),
                      question, device, goes_on);
}

}  // namespace attnlab
