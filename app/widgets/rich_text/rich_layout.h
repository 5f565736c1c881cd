// Places of blocks of text below each other.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/base/prose.h"
#include "app/widgets/base/box.h"
#include "app/widgets/rich_text/rich_lines.h"

namespace attnlab {

/// A text in lines. `at` is relative to the block's top left corner; pixels.
struct RichRun {
  const Spans* spans = nullptr;
  ImVec2 at{0, 0};
  std::vector<RichPiece> pieces{};
  std::vector<RichLine> lines{};
  float height = 0;
};

/// A block in its place, relative to the top left corner of all.
struct RichBlock {
  const Prose* prose = nullptr;
  Box box;                          ///< what it takes, without the space around
  std::vector<RichRun> runs{};      ///< one, or one for each cell of a table, row by row
  std::vector<float> rules{};       ///< of a table: heights of the lines between rows
  std::vector<std::string> code{};  ///< lines of code
  Formula formula{};                ///< of a formula; null where its text is none
};

struct RichLayout {
  std::vector<RichBlock> blocks;
  float width = 0, height = 0;
};

/// `width` in pixels; `strong`: all of the text is.
RichLayout lay_out_rich_text(std::span<const Prose> blocks, float width, bool strong = false);

/// One text in lines at `at`.
RichRun lay_out_run(const Spans& spans, ImVec2 at, float width, bool strong);

/// Fills the runs and the rules of a table; returns its height.
float lay_out_table(RichBlock& block, float width);

/// The extra height of each line, pixels.
float line_leading();
/// Size of formulas on a line of their own, as of FormulaOptions::size.
inline constexpr float kBlockFormula = 0.9f;

}  // namespace attnlab
