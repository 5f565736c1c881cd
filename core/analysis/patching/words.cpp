// Words: titles from places and sites.
#include "core/analysis/patching/words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/language/messages.h"
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

std::string layer_text(const Place& place) { return std::to_string(layer_number(place)); }

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

std::string head_title(const PatchLine& line, bool stack) {
  const std::string head = std::to_string(line.index), layer = layer_text(line.place);
  const std::string_view part = tr(line.place.part()->title);
  if (!stack) return tr("head {1} of layer {2} {3}", head, layer, part);
  return tr("head {1} of {2} layer {3} {4}", head, tr(line.place.steps()[0].part->title), layer, part);
}

std::string head_place(const PatchingResult& result, const PatchLine& line) {
  const std::string head = head_title(line, false);
  const std::optional<PatchPosition>& at = result.question.at;
  if (!at) return head;
  return tr("{1} at {2}", head, quoted(tokens_of(result, at->text, 0)[at->position].text));
}

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::string line_title(const PatchLine& line, bool stack) {
  if (is_head(line)) return head_title(line, stack);
  if (line.place.kind() == PartKind::Input) return std::string(tr("input"));
  if (!line.place.part()) return "";
  if (const auto* const sublayer = sublayer_before(line.place))
    return tr("layer {1} after {2}", layer_text(line.place), tr(sublayer->network.title));
  return tr("layer {1} {2}", layer_text(line.place), tr(line.place.part()->title));
}

std::string line_brief(const PatchLine& line, bool stack) {
  if (line.place.kind() == PartKind::Input) return tr("in");
  if (!line.place.part()) return "";
  const auto* const sublayer = sublayer_before(line.place);
  const Part& part = sublayer ? sublayer->network : *line.place.part();
  const std::string stack_brief = stack ? std::string(tr(line.place.steps()[0].part->brief)) + " " : "";
  const std::string words = stack_brief + layer_text(line.place) + " " + std::string(tr(part.brief));
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
    return tr("from {1} into the {2} of {3}", head_title(row, names_stacks(result)), tr(input->title),
              head_title(other, names_stacks(result)));
  if (row.site == &attention_sites::kContext)
    return head_place(result, {row.tensor, row.place, row.site, other.index});
  return tr("at {1}, {2}", quoted(tokens_of(result, block.text, 0)[column].text), line_title(row));
}

std::string cell_sentence(const PatchingResult& result, const PatchBlock& block, std::size_t cell) {
  const double share = block.cells[cell].share;
  const std::string place = capitalized(cell_place(result, block, cell));
  if (std::abs(share) < 0.005) return tr("{1}: patching does not restore the clean answer.", place);
  if (share > 0) return tr("{1}: patching restores {2} of the clean answer.", place, share_text(share));
  return tr("{1}: patching moves the prediction away from the clean answer by {2}.", place,
            share_text(-share));
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
  if (block.text == Text::Outer) return tr_mark("heads");
  if (result.blocks.size() == 1 && result.pair.tokens[0].source.empty()) return tr_mark("text");
  return block.text == Text::Source ? tr_mark("source") : tr_mark("target");
}

}  // namespace attnlab
