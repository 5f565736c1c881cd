// The dialogs: paths to open and to save, and the list of keys, the glossary.
#pragma once

#include "app/views/common/views.h"

namespace attnlab {

enum class Dialog {
  None,
  OpenText,
  SaveModel,
  LoadModel,
  SaveFigure,
  SavePicture,
  SaveMetrics,
  Keys,
  Glossary
};

/// Opens a dialog over the window, in the next frame.
void show_dialog(Dialog dialog);

/// Draws the one that is open, if any. A path dialog stays until its command has succeeded, and shows the
/// error otherwise. Script names: dialog.path, dialog.accept, dialog.cancel, dialog.list[i,0].
void draw_dialogs(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
