// The panel of the recording: the commands written so far, and what is done with them.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

/// Over the lower right corner of `stage`, while something is recorded or was. Script names: recording.fold,
/// recording.go (stops, or goes on), recording.copy, recording.clear.
void draw_recording(const ViewModel& model, const Box& stage, const Emit& emit);

}  // namespace attnlab
