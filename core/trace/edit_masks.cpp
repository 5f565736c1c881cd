// Mask edits: rules for the mask of all heads, or for the masked scores of one.
#include "core/trace/edit_masks.h"

#include <limits>
#include <stdexcept>

namespace attnlab {

namespace {

const CellRule kHidden = CellRule::fixed(-std::numeric_limits<double>::infinity());

/// The intervention on the mask [B,Tq,Tk].
Intervention for_all_heads(const MaskEdit& edit) {
  return {.name = edit.attention + ".mask", .rules = [edit](const Shape& shape) -> CellRules {
            const Index keys = shape.last(), queries = shape.last(1);
            return [edit, keys, queries](Index offset) -> std::optional<CellRule> {
              const auto seen = seen_by(edit, offset / keys % queries, offset % keys, keys);
              if (!seen) return {};
              return *seen ? CellRule::fixed(0) : kHidden;
            };
          }};
}

/// The intervention on the masked scores [B,H,Tq,Tk].
Intervention for_one_head(const MaskEdit& edit) {
  return {
      .name = edit.attention + ".masked", .rules = [edit](const Shape& shape) -> CellRules {
        if (shape.rank() != 4 || edit.head >= shape[1])
          throw std::invalid_argument(edit.attention + " does not have a head " + std::to_string(edit.head));
        const Index keys = shape[3], queries = shape[2], heads = shape[1];
        return [edit, keys, queries, heads](Index offset) -> std::optional<CellRule> {
          if (offset / (keys * queries) % heads != edit.head) return {};
          const auto seen = seen_by(edit, offset / keys % queries, offset % keys, keys);
          return seen && !*seen ? std::optional(kHidden) : std::nullopt;
        };
      }};
}

}  // namespace

std::optional<bool> seen_by(const MaskEdit& edit, Index q, Index k, Index keys) {
  if (edit.kind) return edit.kind->hides(edit.numbers, q, k, keys) ? std::optional(false) : std::nullopt;
  const auto row = static_cast<std::size_t>(q), column = static_cast<std::size_t>(k);
  if (row >= edit.rows.size() || column >= edit.rows[row].size()) return {};
  return edit.rows[row][column] == '1';
}

std::vector<Intervention> mask_interventions(const MaskEdit& edit) {
  return {edit.head == CellRegion::kWhole ? for_all_heads(edit) : for_one_head(edit)};
}

}  // namespace attnlab
