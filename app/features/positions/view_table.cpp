// The numbers of the Positions view: the model's own table, or the table of a scheme to compare it with.
#include <algorithm>
#include <numeric>

#include "app/features/positions/choice.h"
#include "app/features/positions/view_frame.h"
#include "app/widgets/tokens/token_text.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

/// The most positions shown: the first ones of a longer context.
constexpr Index kMostPositions = 128;

Index positions_of(const Trace& trace) { return std::min(longest_source(trace.config()), kMostPositions); }

/// The rows drawn as curves.
std::vector<Index> chosen_waves(const PositionsFrame& frame) {
  if (frame.page->by_head) return drawn_heads(frame.width, frame.model.state.selection.head);
  std::vector<Index> waves;
  for (Index row = frame.first_dimension(); row < frame.width; row += frame.every())
    if (static_cast<Index>(waves.size()) < frame.choice.dimensions) waves.push_back(row);
  return waves;
}

/// The pass's tensor of the table; "" where there is none.
std::string tensor_of(const PositionsFrame& frame) {
  if (!frame.own) return "";
  for (const char* name : {"source.positions", "picture.positions", "target.positions"})
    if (frame.trace.find(name)) return name;
  return "";
}

/// All that the numbers depend on.
struct PositionTableKey {
  const PositionScheme* scheme = nullptr;
  bool own = false;
  Index width = 0, positions = 0, position = 0;
  TraceKey trace;  ///< of the weights, if the numbers are weights
  friend bool operator==(const PositionTableKey&, const PositionTableKey&) = default;
};

struct PositionTable {
  PositionTableKey key;
  std::uint64_t version = 0;
  PositionRows rows;
};

PositionTableKey key_of(const PositionsFrame& frame) {
  return {&frame.scheme,
          frame.own,
          frame.width,
          frame.positions,
          frame.page->by_head ? frame.position : 0,
          frame.page->of_weights ? frame.model.trace_key() : TraceKey{}};
}

}  // namespace

PositionsFrame positions_frame(const ViewModel& model, const Emit& emit) {
  const PositionsChoice& choice = model.state.choices.of<PositionsChoice>();
  const ModelConfig& config = model.trace->config();
  const PositionScheme& scheme = position_scheme(choice.kind == "model" ? config.positions : choice.kind);
  const PositionPage* const page = scheme.encodes_positions() ? &position_page(scheme) : nullptr;
  PositionsFrame frame{model, emit, *model.trace, choice, scheme, page, true, 0, 0, 0, false, false, {}};
  frame.pictures = architecture_of(config).reads_patches();
  frame.own = scheme.name == config.positions;
  if (page) frame.width = page->width(config);
  frame.positions = positions_of(*model.trace);
  frame.position = std::clamp<Index>(choice.position, 0, frame.positions - 1);
  frame.of_source = !model.trace->source_pieces.empty();
  for (const Piece& piece : frame.of_source ? model.trace->source_pieces : model.trace->input_pieces)
    frame.tokens.push_back(piece.text);
  return frame;
}

Index PositionsFrame::first_dimension() const { return std::min(choice.first_dimension, width - 1); }

Index PositionsFrame::every() const {
  return std::min(choice.every, std::max<Index>((width - first_dimension()) / choice.dimensions, 1));
}

std::string PositionsFrame::place(Index at) const {
  const std::string number = std::to_string(at);
  if (at < 0 || at >= static_cast<Index>(tokens.size())) return number;
  return number + " “" + display_token(tokens[static_cast<std::size_t>(at)]) + "”";
}

std::vector<Index> drawn_heads(Index heads, Index chosen) {
  std::vector<Index> drawn(static_cast<std::size_t>(std::min(heads, kMostWaves)));
  std::iota(drawn.begin(), drawn.end(), Index{0});
  if (chosen >= kMostWaves && chosen < heads) drawn.back() = chosen;
  return drawn;
}

std::string drawn_heads_words(Index heads) {
  if (heads <= kMostWaves) return "";
  return std::to_string(kMostWaves) + " of " + std::to_string(heads) + " heads";
}

const PositionRows& position_rows(const PositionsFrame& frame) {
  auto& [key, version, rows] = frame.model.remembered<PositionTable>();
  if (const PositionTableKey wanted = key_of(frame); wanted != key) {
    key = wanted;
    rows.table = frame.page->table(frame);
    ++version;
  }
  const auto width = static_cast<int>(frame.width), positions = static_cast<int>(frame.positions);
  if (!rows.table.empty())
    rows.view = frame.page->by_head ? matrix_view(rows.table.data(), width, positions, version)
                                    : matrix_view(rows.table.data(), positions, width, version).transposed();
  else
    rows.view = {};
  rows.waves = chosen_waves(frame);
  rows.tensor = tensor_of(frame);
  return rows;
}

}  // namespace attnlab
