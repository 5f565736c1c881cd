// Labelled rows: recorded passes over drawn examples.
#include "core/analysis/probes/labelled_rows.h"

#include <algorithm>

#include "core/models/real_positions.h"
#include "core/training/passes.h"

namespace attnlab {

namespace {

constexpr Index kRowsAPass = 64, kPositionsAPass = 512;
constexpr std::uint64_t kDrawnForProbes = 0x70726F6265;

void draw_for_probes(const Task& task, Split split, Index number, Index rows, Batch& batch) {
  RandomStream random(split == Split::Validation
                          ? validation_key(number)
                          : join_keys(kDrawnForProbes, static_cast<std::uint64_t>(number)));
  task.sample(split, random, rows, batch);
}

/// "0,3", row by row.
std::vector<Piece> probed_patches(const ModelConfig& config) {
  std::vector<Piece> pieces;
  const Index across = config.picture_size / config.patch_size;
  for (Index i = 0; i < across * across; ++i)
    pieces.push_back({kUnknownId, std::to_string(i / across) + "," + std::to_string(i % across), true});
  return pieces;
}

/// The class of an example; "" where the model gives none.
std::string answer_of(const ModelConfig& config, const Vocabularies& vocabularies, const Batch& batch,
                      Index row) {
  if (!gives_class(format_of(config))) return "";
  const TokenId id = batch.target[row * batch.target_length];
  return id == kIgnoredTarget ? "" : vocabularies.target.entry(id);
}

/// The nodes of the points in the newest pass on a tape.
std::vector<const Node*> point_nodes(const std::vector<ProbedPoint>& points, const Recording& pass) {
  std::vector<const Node*> nodes(points.size());
  for (const Named& named : pass.names())
    for (std::size_t i = 0; i < points.size(); ++i)
      if (!named.before_edits && named.site == points[i].site && named.place == points[i].place)
        nodes[i] = named.node;
  return nodes;
}

void add_point_row(const Node& node, Index row, Index position, std::vector<Real>& cells) {
  const Index width = node.shape.last();
  const Real* const from = node.value + (row * node.shape[1] + position) * width;
  cells.insert(cells.end(), from, from + width);
}

}  // namespace

void clear_special_tokens(const Tokenizer& tokenizer, std::vector<Piece>& pieces) {
  for (Piece& piece : pieces)
    if (piece.id >= 0 && piece.id < tokenizer.first_entry() && piece.id != tokenizer.unknown())
      piece.text.clear();
}

std::vector<Piece> pieces_of(const ModelConfig& config, const Vocabularies& vocabularies, const Batch& batch,
                             Text text, Index row) {
  const bool source = text == Text::Source;
  if (source && has_picture(format_of(config))) return probed_patches(config);
  const Tokenizer& tokenizer = vocabularies.of(source);
  const std::vector<TokenId>& ids = source ? batch.source : batch.input;
  const Index longest = source ? batch.source_length : batch.input_length;
  const std::vector<Index>& lengths = source ? batch.source_lengths : batch.input_lengths;
  const Index length = lengths.empty() ? longest : lengths[row];
  std::vector<Piece> pieces;
  for (Index t = 0; t < length; ++t) {
    const TokenId id = ids[row * longest + t];
    pieces.push_back({id, tokenizer.entry(id), true});
  }
  clear_special_tokens(tokenizer, pieces);
  return pieces;
}

LabelledRows labelled_rows(const RowSource& source, Split split, const ProbedStack& stack,
                           const ProbeLabel& label, Index wanted, const std::function<bool()>& goes_on) {
  const ModelConfig& config = source.model.config();
  const Index before = rows_before_text(config, stack.text);
  LabelledRows found;
  Tape tape(Mode::Record);
  Batch batch;
  draw_for_probes(source.task, split, 0, 1, batch);
  const Index rows = std::clamp<Index>(
      kPositionsAPass / std::max<Index>(1, source.model.positions_a_row(batch)), 1, kRowsAPass);
  for (Index number = 0, read = 0; std::ssize(found.labels) < wanted && read < wanted * kRarest; ++number) {
    if (goes_on && !goes_on()) break;
    draw_for_probes(source.task, split, number, rows, batch);
    tape.reset();
    tape.bind(source.model.parameters(), source.weights.data(), nullptr);
    tape.use_device(source.device);
    source.model.logits(tape, batch);
    if (found.points.empty()) found.points = stream_points(config, tape.recorded(), stack.text);
    found.cells.resize(found.points.size());
    const std::vector<const Node*> nodes = point_nodes(found.points, tape.recorded());
    for (Index row = 0; row < batch.size && std::ssize(found.labels) < wanted; ++row) {
      const std::vector<Piece> pieces = pieces_of(config, source.vocabularies, batch, stack.text, row);
      const std::string answer = answer_of(config, source.vocabularies, batch, row);
      const TokenLabels labels = label.labels(stack, {pieces, answer});
      read += std::ssize(pieces);
      ++found.examples;
      for (std::size_t t = 0; t < labels.size(); ++t) {
        if (labels[t].empty()) continue;
        found.labels.push_back(labels[t]);
        for (std::size_t i = 0; i < nodes.size(); ++i)
          add_point_row(*nodes[i], row, before + static_cast<Index>(t), found.cells[i]);
      }
    }
  }
  return found;
}

}  // namespace attnlab
