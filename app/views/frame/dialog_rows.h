// The dialogs: one row each, for the window that asks, the menus and the palette.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attnlab {

enum class Dialog {
  None,
  OpenText,
  OpenPictures,
  OpenPicture,
  TrainOn,
  SaveModel,
  LoadModel,
  BesideRun,
  OpenLesson,
  ClassAnswers,
  OpenState,
  SaveFigure,
  SavePicture,
  SaveMetrics,
  Lessons,
  Keys,
  Glossary,
  Quit
};

/// How a dialog asks for a path.
struct PathQuestion {
  enum class For { Opening, Saving } what = For::Opening;
  const char *advice, *hint;  ///< above the path, and in the empty field
  const char *accept, *verb;  ///< the button, and the command of the path
  /// What can be chosen from a list below the path.
  enum class List { Files, Folders, None } list = List::Files;

  bool saves() const { return what == For::Saving; }
};

/// Its texts are messages: tr() shows them.
struct DialogRow {
  Dialog dialog;
  const char* title;            ///< over the dialog
  const char* entry = nullptr;  ///< in menus and the palette; null: it is not opened by hand
  const char* help = nullptr;   ///< of the entry
  std::optional<PathQuestion> path{};

  /// "Load model…", translated: an entry that asks for something ends in dots.
  std::string menu_label() const;
};

std::span<const DialogRow> dialog_rows();
/// Throws std::logic_error for Dialog::None.
const DialogRow& dialog_row(Dialog dialog);

/// Places the next item so that buttons with these labels, side by side, end at the dialog's right edge.
void right_align_buttons(std::string_view first, std::string_view second = {});

}  // namespace attnlab
