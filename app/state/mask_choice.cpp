// Mask choice: edits of masks, found and read.
#include "app/state/mask_choice.h"

#include <algorithm>
#include <cmath>

#include "core/autograd/name_pattern.h"
#include "core/language/messages.h"
#include "core/layers/attention_sites.h"

namespace attnlab {

namespace {

/// The text of an edit of a mask, taken apart.
struct MaskText {
  std::string kind, attention;
  Index head = CellRegion::kWhole;
  MaskKind::Numbers numbers{};
};

std::optional<MaskText> read_mask(const std::string& text) {
  const Edit edit = parse_edit(text);
  if (const auto* off = std::get_if<SwitchOff>(&edit)) {
    if (off->what != SwitchOff::What::Mask) return {};
    return MaskText{"none", off->name};
  }
  const auto* mask = std::get_if<MaskEdit>(&edit);
  if (!mask) return {};
  return MaskText{std::string(mask->kind ? mask->kind->name : "painted"), mask->attention, mask->head,
                  mask->numbers};
}

bool of_head(const MaskText& mask, const Selection& s) {
  return names(mask.attention, attention_prefix(s)) &&
         (mask.head == CellRegion::kWhole || mask.head == s.head);
}

std::string scope_of(const MaskText& mask) {
  if (mask.head != CellRegion::kWhole) return "head";
  return mask.attention.find('*') == std::string::npos ? "layer" : "layers";
}

/// The masked scores of the first attention with this name, which may have a wildcard; null for none.
const TraceTensor* masked_scores(const Trace& trace, const std::string& attention) {
  const std::string name = attention + "." + std::string(attention_sites::kMasked.name);
  const auto found = std::ranges::find_if(trace.tensors(), [&](const TraceTensor& tensor) {
    return tensor.is(attention_sites::kMasked) && names(name, tensor.name);
  });
  return found == trace.tensors().end() ? nullptr : &*found;
}

/// Number of cells that differ, among the cells of both.
std::size_t cells_that_differ(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::size_t count = 0;
  for (std::size_t row = 0; row < std::min(a.size(), b.size()); ++row)
    for (std::size_t col = 0; col < std::min(a[row].size(), b[row].size()); ++col)
      count += a[row][col] != b[row][col];
  return count;
}

}  // namespace

MaskEdit mask_in_scope(const Selection& s, std::string_view scope) {
  const Place place = attention_place(s.attention, s.layer);
  if (scope == "head") return {.attention = place.name(), .head = s.head};
  if (scope == "layer") return {.attention = place.name()};
  const std::string stack = place.outer().outer().prefix();
  return {.attention = stack + std::string(kLayers.name) + ".*." + std::string(place.part()->name)};
}

ChosenMask chosen_mask(const AppState& state) {
  for (auto edit = state.edits.rbegin(); edit != state.edits.rend(); ++edit)
    if (const auto mask = read_mask(*edit); mask && of_head(*mask, state.selection))
      return {mask->kind, scope_of(*mask), mask->numbers};
  return {};
}

bool touches_mask(const std::string& edit, const Selection& s, std::string_view scope) {
  const auto mask = read_mask(edit);
  if (!mask) return false;
  if (scope == "head") return of_head(*mask, s);
  if (names(mask->attention, attention_prefix(s))) return true;
  return scope == "layers" && names(mask_in_scope(s, scope).attention, mask->attention);
}

std::string edit_title(const std::string& edit, const Trace* before) {
  const Edit read = parse_edit(edit);
  const auto* const mask = std::get_if<MaskEdit>(&read);
  if (!mask || mask->kind) return edit;
  const TraceTensor* const own = before ? masked_scores(*before, mask->attention) : nullptr;
  if (!own) return tr("painted mask");
  const std::vector<std::string> rows = seen_rows(*own, std::max<Index>(mask->head, 0));
  const std::size_t cells = cells_that_differ(mask->rows, rows);
  return tr_plural("painted mask, {1} cell", "painted mask, {1} cells", static_cast<std::int64_t>(cells),
                   std::to_string(cells));
}

std::vector<std::string> seen_rows(const TraceTensor& masked, Index head) {
  std::vector<std::string> rows;
  if (masked.shape.rank() != 4 || head >= masked.shape[1]) return rows;
  const Index queries = masked.shape[2], keys = masked.shape[3];
  const Real* cell = masked.value.data() + head * queries * keys;
  for (Index q = 0; q < queries; ++q) {
    std::string& row = rows.emplace_back();
    for (Index k = 0; k < keys; ++k) row += std::isinf(*cell++) ? '0' : '1';
  }
  return rows;
}

std::vector<std::string> mask_rows(const Trace& trace, const Selection& s) {
  const TraceTensor* masked = trace.find(stage_tensor(s, Stage::Masked));
  return masked ? seen_rows(*masked, s.head) : std::vector<std::string>();
}

std::string rows_text(const std::vector<std::string>& rows) {
  std::string text;
  for (const std::string& row : rows) text += (text.empty() ? "" : "/") + row;
  return text;
}

}  // namespace attnlab
