// Parameter lines: sums of terms by part, stack and layer.
#include "core/models/sizes/parameter_lines.h"

#include <algorithm>

#include "core/models/cost.h"

namespace attnlab {

namespace {

/// The terms of one part in one layer, or outside of layers (−1).
struct LayerTerms {
  std::string part, stack;
  Index layer = -1;
  SizeTerms terms;
};

std::string stack_of(const Place& place) {
  return place.empty() ? "" : std::string(place.steps().front().part->title);
}

LayerTerms& terms_at(std::vector<LayerTerms>& all, const Parameter& parameter) {
  LayerTerms wanted{
      std::string(cost_part(parameter)), stack_of(parameter.place), layer_number(parameter.place), {}};
  const auto found = std::ranges::find_if(all, [&](const LayerTerms& t) {
    return t.part == wanted.part && t.stack == wanted.stack && t.layer == wanted.layer;
  });
  return found == all.end() ? all.emplace_back(std::move(wanted)) : *found;
}

/// The line of earlier layers of the stack whose part has the same terms; null if there is none.
ParameterLine* line_like(std::vector<ParameterLine>& lines, const LayerTerms& terms) {
  const auto found = std::ranges::find_if(lines, [&](const ParameterLine& line) {
    return line.in_layers && line.part == terms.part && line.stack == terms.stack &&
           line.terms == terms.terms;
  });
  return found == lines.end() ? nullptr : &*found;
}

}  // namespace

std::vector<ParameterLine> parameter_lines(const ModelConfig& config, const ParameterLayout& parameters) {
  std::vector<LayerTerms> all;
  for (const Parameter& parameter : parameters.all())
    add_term(terms_at(all, parameter).terms, cells_of(parameter, config));
  std::vector<ParameterLine> lines;
  for (const LayerTerms& terms : all) {
    const bool in_layers = terms.layer >= 0;
    ParameterLine* const like = in_layers ? line_like(lines, terms) : nullptr;
    if (like) {
      ++like->times;
    } else {
      lines.push_back({terms.part, terms.stack, in_layers, 1, terms.terms, value_of(terms.terms, config)});
    }
  }
  return lines;
}

std::vector<ParameterLine> block_lines(const std::vector<ParameterLine>& lines) {
  std::vector<ParameterLine> blocks;
  std::vector<std::string> uneven;
  for (const ParameterLine& line : lines) {
    if (!line.in_layers) continue;
    const auto block = std::ranges::find(blocks, line.stack, &ParameterLine::stack);
    if (block == blocks.end()) {
      blocks.push_back(line);
      blocks.back().part = "block";
      continue;
    }
    if (block->times != line.times) uneven.push_back(line.stack);
    for (const SizeTerm& term : line.terms) add_term(block->terms, term);
    block->each += line.each;
  }
  std::erase_if(blocks, [&](const ParameterLine& block) {
    return std::ranges::find(uneven, block.stack) != uneven.end();
  });
  return blocks;
}

}  // namespace attnlab
