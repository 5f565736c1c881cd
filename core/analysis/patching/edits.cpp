// Edits: regions by the kind of the part.
#include "core/analysis/patching/edits.h"

namespace attnlab {

namespace {

/// The positions that the grid's passes read; the pass on screen may read more of an answer.
AxisRange positions_read(const PatchingResult& result, Text text) {
  const PairTokens& tokens = result.pair.tokens[0];
  return {0, static_cast<Index>((text == Text::Source ? tokens.source : tokens.input).size())};
}

}  // namespace

std::optional<CellRegion> patched_region(const PatchingResult& result, const PatchBlock& block,
                                         std::size_t cell) {
  const PatchLine& row = block.rows[cell / block.columns.size()];
  const Index column = block.columns[cell % block.columns.size()].index;
  switch (patched_part(result.question.what).kind) {
    case PatchedPart::Kind::Positions: return CellRegion{row.tensor, {0, column, AxisRange::kWhole}};
    case PatchedPart::Kind::Heads: {
      const std::optional<PatchPosition>& at = result.question.at;
      const AxisRange positions = at ? AxisRange(at->position) : positions_read(result, block.text);
      return CellRegion{row.tensor, {0, column, positions, AxisRange::kWhole}};
    }
    case PatchedPart::Kind::Path: return {};
  }
  return {};
}

PatchEdit patch_edit(CellRegion cells, const PatchText& clean, Format format) {
  PatchEdit edit{std::move(cells), nullptr, clean.text};
  if (format == Format::Stream) edit.text += clean.answer;  // read behind the text
  if (writes_answer(format)) edit.answer = clean.answer;
  return edit;
}

}  // namespace attnlab
