// Lays blocks of text out from top to bottom.
#include "app/widgets/rich_text/rich_layout.h"

#include <algorithm>
#include <cmath>

#include "app/widgets/base/draw.h"
#include "app/widgets/base/visual_order.h"
#include "app/widgets/formula/formula_text.h"
#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

using Kind = Prose::Kind;

/// The space above a block after another one, in em.
float space_above(const Prose& block, const Prose& before) {
  const bool item = block.kind == Kind::Item;
  if (block.kind == Kind::Heading) return 1.0f;
  if (item && before.kind == Kind::Item) return 0.2f;
  if (before.kind == Kind::Heading) return 0.35f;
  return item ? 0.45f : 0.65f;
}

/// The left edge of a block's text, in em.
float indent_of(const Prose& block) {
  switch (block.kind) {
    case Kind::Item: return 0.2f + 1.3f * float(std::max(block.level, 1));
    case Kind::Quote:
    case Kind::Equation: return 0.9f;
    case Kind::Note: return 0.8f;
    case Kind::Code: return 0.6f;
    case Kind::Paragraph:
    case Kind::Heading:
    case Kind::Table:
    case Kind::Picture: return 0;
  }
  no_such_kind("prose");
}

/// Above and below the content of a block with a face; em.
float padding_of(const Prose& block) {
  return block.kind == Kind::Code ? 0.4f : block.kind == Kind::Note ? 0.45f : 0;
}

float place_code(RichBlock& block, float width) {
  for (const std::string_view line : broken_lines(fonts().mono, block.prose->text, width))
    block.code.emplace_back(line);
  return float(block.code.size()) * std::ceil(font_size(fonts().mono) * 1.15f);
}

/// Where a formula's text is none, its letters stand in its place.
float place_formula(RichBlock& block, float indent, float width) {
  std::string text;
  for (const Span& span : block.prose->spans) text += span.text;
  block.formula = formula_alone(text);
  if (block.formula)
    return formula_size(block.formula, {.size = kBlockFormula, .wrap_width = width}).y + em() * 0.2f;
  block.runs.push_back(lay_out_run(block.prose->spans, {indent, 0}, width, false));
  return block.runs.back().height;
}

/// The height of the content, which is placed in the block.
float place_content(RichBlock& block, float indent, float width, bool strong) {
  const Prose& prose = *block.prose;
  switch (prose.kind) {
    case Kind::Code: return place_code(block, width - indent);
    case Kind::Equation: return place_formula(block, indent, width);
    case Kind::Table: return lay_out_table(block, width);
    case Kind::Note: {
      const float label = std::ceil(em() * 1.15f);
      block.runs.push_back(lay_out_run(prose.spans, {indent, label}, width - indent, strong));
      return label + block.runs.back().height;
    }
    case Kind::Paragraph:
    case Kind::Heading:
    case Kind::Item:
    case Kind::Quote:
    case Kind::Picture:  // as words
      block.runs.push_back(
          lay_out_run(prose.spans, {indent, 0}, width, strong || prose.kind == Kind::Heading));
      return block.runs.back().height;
  }
  no_such_kind("prose");
}

}  // namespace

float line_leading() { return std::floor(em() * 0.3f); }

RichRun lay_out_run(const Spans& spans, ImVec2 at, float width, bool strong) {
  RichRun run{.spans = &spans, .at = at, .pieces = rich_pieces(spans, width, strong)};
  run.lines = break_pieces(run.pieces, width);
  for (const RichLine& line : run.lines)
    run.height += std::ceil(std::max(line.ascent + line.descent, em())) + line_leading();
  run.height = std::max(run.height, em());
  return run;
}

RichLayout lay_out_rich_text(std::span<const Prose> blocks, float width, bool strong) {
  RichLayout layout;
  layout.width = width;
  for (const Prose& prose : blocks) {
    RichBlock block;
    block.prose = &prose;
    if (!layout.blocks.empty())
      layout.height += std::floor(em() * space_above(prose, *layout.blocks.back().prose));
    const float pad = std::floor(em() * padding_of(prose)), indent = std::floor(em() * indent_of(prose));
    const float height = place_content(block, indent, std::max(width - indent, em()), strong);
    for (RichRun& run : block.runs) run.at.y += pad;
    block.box = {{0, layout.height}, {width, layout.height + std::ceil(height) + 2 * pad}};
    layout.height = block.box.max.y;
    layout.blocks.push_back(std::move(block));
  }
  return layout;
}

}  // namespace attnlab
