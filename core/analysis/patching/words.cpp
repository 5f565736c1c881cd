// Words: titles from places and sites.
#include "core/analysis/patching/words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/layers/attention_sites.h"
#include "core/layers/block_sites.h"

namespace attnlab {

namespace {

/// The sublayer whose residual sum is at `place`; null for other places.
const block_sites::Sublayer* sublayer_before(const Place& place) {
  const auto* const found = std::ranges::find_if(
      block_sites::kSublayers, [&](const auto& sublayer) { return place.part() == &sublayer.residual; });
  return found == std::end(block_sites::kSublayers) ? nullptr : found;
}

bool is_head(const PatchLine& line) {
  return line.site && line.site->axes.size() == 4 && line.site->axes[1] == Axis::Head && line.index >= 0;
}

std::string in_layer_words(const Place& place) {
  return "layer " + std::to_string(layer_number(place)) + " ";
}

const PathInput* input_of(const PatchLine& line) {
  for (const PathInput& input : path_inputs())
    if (line.site == input.site) return &input;
  return nullptr;
}

std::string quoted(const std::string& token) { return "“" + token + "”"; }

std::string share_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", std::abs(value) < 0.005 ? 0.0 : value);
  return text[0] == '-' ? "−" + std::string(text + 1) : text;
}

const std::vector<Piece>& tokens_of(const PatchingResult& result, Text text, std::size_t row) {
  const PairTokens& tokens = result.pair.tokens[row];
  return text == Text::Source ? tokens.source : tokens.input;
}

/// "encoder ".
std::string stack_words(const Place& place, bool stack, std::string_view Part::*name) {
  return stack ? std::string(place.steps()[0].part->*name) + " " : "";
}

std::string head_words(const PatchLine& line, bool stack = false) {
  return "head " + std::to_string(line.index) + " of " + stack_words(line.place, stack, &Part::title) +
         in_layer_words(line.place) + std::string(line.place.part()->title);
}

/// The position of heads, where one was chosen: " at “red”".
std::string at_words(const PatchingResult& result) {
  const std::optional<PatchPosition>& at = result.question.at;
  if (!at) return "";
  return " at " + quoted(tokens_of(result, at->text, 0)[at->position].text);
}

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::string line_title(const PatchLine& line, bool stack) {
  if (is_head(line)) return head_words(line, stack);
  if (line.place.kind() == PartKind::Input) return "input";
  if (const auto* const sublayer = sublayer_before(line.place))
    return in_layer_words(line.place) + "after " + std::string(sublayer->network.title);
  return line.place.part() ? in_layer_words(line.place) + std::string(line.place.part()->title) : "";
}

std::string line_brief(const PatchLine& line, bool stack) {
  if (line.place.kind() == PartKind::Input) return "in";
  if (!line.place.part()) return "";
  const auto* const sublayer = sublayer_before(line.place);
  const Part& part = sublayer ? sublayer->network : *line.place.part();
  const std::string words = stack_words(line.place, stack, &Part::brief) +
                            std::to_string(layer_number(line.place)) + " " + std::string(part.brief);
  return is_head(line) ? words + " #" + std::to_string(line.index) : words;
}

bool tokens_differ(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  const std::vector<Piece>&clean = tokens_of(result, block.text, 0),
        &changed = tokens_of(result, block.text, 1);
  return column < clean.size() && clean[column].id != changed[column].id;
}

std::string column_token(const PatchingResult& result, const PatchBlock& block, std::size_t column) {
  const std::vector<Piece>& clean = tokens_of(result, block.text, 0);
  if (column >= clean.size()) return "";
  const std::string& word = clean[column].text;
  return tokens_differ(result, block, column) ? word + " → " + tokens_of(result, block.text, 1)[column].text
                                              : word;
}

bool names_stacks(const PatchingResult& result) {
  const PairTokens& tokens = result.pair.tokens[0];
  return patched_part(result.question.what).kind == PatchedPart::Kind::Path && !tokens.source.empty() &&
         !tokens.input.empty();
}

std::string cell_place(const PatchingResult& result, const PatchBlock& block, std::size_t cell) {
  const std::size_t column = cell % block.columns.size();
  const PatchLine &row = block.rows[cell / block.columns.size()], &other = block.columns[column];
  if (const PathInput* const input = input_of(other))
    return "from " + head_words(row, names_stacks(result)) + " into the " + std::string(input->title) +
           " of " + head_words(other, names_stacks(result));
  if (row.site == &attention_sites::kContext)
    return head_words({row.tensor, row.place, row.site, other.index}) + at_words(result);
  return "at " + quoted(tokens_of(result, block.text, 0)[column].text) + ", " + line_title(row);
}

std::string cell_sentence(const PatchingResult& result, const PatchBlock& block, std::size_t cell) {
  const double share = block.cells[cell].share;
  const std::string place = capitalized(cell_place(result, block, cell)) + ": ";
  if (std::abs(share) < 0.005) return place + "nothing of the answer comes back.";
  return place + share_text(share) +
         (share > 0 ? " of the answer comes back." : ": the answer goes further away.");
}

std::vector<PatchCellPlace> strongest_cells(const PatchingResult& result, std::size_t most) {
  constexpr double kLeastShare = 0.05;
  std::vector<PatchCellPlace> places;
  for (std::size_t b = 0; b < result.blocks.size(); ++b)
    for (std::size_t i = 0; i < result.blocks[b].cells.size(); ++i) {
      const PatchCell& cell = result.blocks[b].cells[i];
      if (cell.there && std::abs(cell.share) >= kLeastShare) places.push_back({b, i});
    }
  std::ranges::stable_sort(places, std::greater(), [&](const PatchCellPlace& place) {
    // What is nearer than this differs by rounding alone: such cells stay in the order of the table.
    return std::round(std::abs(result.blocks[place.block].cells[place.cell].share) * 1e4);
  });
  if (places.size() > most) places.resize(most);
  return places;
}

std::string block_title(const PatchingResult& result, const PatchBlock& block) {
  if (block.text == Text::Outer) return "heads";
  if (result.blocks.size() == 1 && result.pair.tokens[0].source.empty()) return "text";
  return block.text == Text::Source ? "source" : "target";
}

}  // namespace attnlab
