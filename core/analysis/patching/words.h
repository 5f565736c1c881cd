// Words: what a grid of patching says, for screens, tables and sentences.
#pragma once

#include <string>
#include <vector>

#include "core/analysis/patching/patching.h"
#include "core/language/messages.h"

namespace attnlab {

/// "layer 1 after self-attention", "input", "layer 0 feed-forward", "layer 1 self-attention"; of heads with
/// their number before it, and with its stack where `stack`: "head 0 of encoder layer 1 self-attention".
std::string line_title(const PatchLine& line, bool stack = false);
/// In few letters: "1 self", "in", "0 ffn", "1 self #2", "enc 1 self #2".
std::string line_brief(const PatchLine& line, bool stack = false);
/// Whether the heads of one grid are in two stacks.
bool names_stacks(const PatchingResult& result);

/// The token at a column of a block of positions: "red", or "red → blue" where the texts differ.
std::string column_token(const PatchingResult& result, const PatchBlock& block, std::size_t column);
/// Whether the texts differ at a column of a block of positions.
bool tokens_differ(const PatchingResult& result, const PatchBlock& block, std::size_t column);

/// Where a cell is: "at “red”, layer 1 after self-attention", "head 2 of layer 0 self-attention",
/// "from head 0 of layer 0 self-attention into the queries of head 1 of layer 1 self-attention".
std::string cell_place(const PatchingResult& result, const PatchBlock& block, std::size_t cell);
/// The whole sentence: "At “red”, layer 1 after self-attention: patching restores 0.83 of the clean answer."
std::string cell_sentence(const PatchingResult& result, const PatchBlock& block, std::size_t cell);

/// A cell of a result.
struct PatchCellPlace {
  std::size_t block = 0, cell = 0;
  friend bool operator==(const PatchCellPlace&, const PatchCellPlace&) = default;
};
/// The cells of the largest shares, at most `most`, largest first; those of less than 0.05 to either side are
/// left out.
std::vector<PatchCellPlace> strongest_cells(const PatchingResult& result, std::size_t most);

/// The stack whose positions a block has: "source", "target", "text"; "heads" of paths.
std::string block_title(const PatchingResult& result, const PatchBlock& block);

}  // namespace attnlab
