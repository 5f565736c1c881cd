// Picture choice: what the view Pictures shows of a pass, by the selection and the choices in it.
#pragma once

#include "app/state/app_state.h"
#include "core/analysis/pictures/picture_attention.h"
#include "core/tasks/base/task.h"

namespace attnlab {

/// The attention over patches that is on the stage: the selected one, or where that reads no patches the last
/// of the pass. Null where none does.
const PictureAttention* attention_on_stage(const AppState& state,
                                           const std::vector<PictureAttention>& attentions);

/// Who asks in an attention over patches: the selected query, or the mean.
AskedBy asked_by(const AppState& state, const PictureAttention& attention);

/// The patch, or the class vector, that is followed through the layers: the selected query where it is one,
/// else whoever asks for the whole picture.
AskedBy followed_by(const AppState& state, const PatchGrid& grid);

}  // namespace attnlab
