// Mask choice: the edits that change the mask of the selected attention.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/app_state.h"
#include "core/trace/edit.h"

namespace attnlab {

/// Masks: which keys a query may see. The mask itself is an edit.
struct MasksChoice {
  std::string scope = "layer";  ///< of a new mask: the selected head, its layer or all layers
  friend bool operator==(const MasksChoice&, const MasksChoice&) = default;
};

/// An edit of the masks with this scope: of the selected attention ("layer"), of its selected head ("head"),
/// or of such attentions in all layers ("layers"). Neither kind nor rows are chosen yet.
MaskEdit mask_in_scope(const Selection& selection, std::string_view scope);

/// The edited mask of the selected head.
struct ChosenMask {
  std::string kind = "model";  ///< "model", "none", "painted" or a name in mask_kinds()
  std::string scope;           ///< of the edit; "" without an edit
  MaskKind::Numbers numbers{};
};
ChosenMask chosen_mask(const AppState& state);

/// Whether an edit changes a mask that covers the selected head with this scope.
bool touches_mask(const std::string& edit, const Selection& selection, std::string_view scope);

/// A short title of an edit: "mask painted, 3 cells" for painted rows, which may have thousands of digits,
/// and the text of any other edit. The count is of the cells that differ from the mask in `before`, the pass
/// without edits; without a pass there is no count.
std::string edit_title(const std::string& edit, const Trace* before);

/// The mask of the selected head in this trace as painted rows: '1' seen, '0' hidden, one row per query.
/// Empty where the head has no mask.
std::vector<std::string> mask_rows(const Trace& trace, const Selection& selection);

/// The mask of one head of masked scores [1,H,Tq,Tk], as painted rows.
std::vector<std::string> seen_rows(const TraceTensor& masked, Index head);

/// The rows joined: "100/110".
std::string rows_text(const std::vector<std::string>& rows);

}  // namespace attnlab
