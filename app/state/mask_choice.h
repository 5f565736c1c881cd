// Mask choice: which of the edits say what the selected attention may see.
#pragma once

#include <optional>

#include "app/state/app_state.h"
#include "core/trace/edit.h"

namespace attnlab {

/// "decoder.layers.0.self_attention", "decoder.layers.0.self_attention#2" or
/// "decoder.layers.*.self_attention": what masks with this scope ("layer", "head", "layers") are for.
std::string mask_place(const Selection& selection, std::string_view scope);

/// The mask of the selected head as it was edited.
struct ChosenMask {
  std::string kind = "model";  ///< or none, painted, or a name in mask_kinds()
  std::string scope;           ///< of the edit; "" without one
  MaskKind::Numbers numbers{};
};
ChosenMask chosen_mask(const AppState& state);

/// Whether an edit is one of a mask that the selected head, with this scope, has a part in.
bool touches_mask(const std::string& edit, const Selection& selection, std::string_view scope);

/// The mask of the selected head in this trace as painted rows: '1' seen, '0' hidden, a row a query. Empty
/// where it has none.
std::vector<std::string> mask_rows(const Trace& trace, const Selection& selection);

/// The same of masked scores [1,H,Tq,Tk].
std::vector<std::string> seen_rows(const TraceTensor& masked, Index head);

/// "100/110".
std::string rows_text(const std::vector<std::string>& rows);

}  // namespace attnlab
