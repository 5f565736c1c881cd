// AppState: everything that the user chose, as one plain value, so that undo is a copy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/matrix_look.h"
#include "app/feature/features.h"
#include "app/state/frame_panels.h"
#include "app/state/own_picture.h"
#include "app/state/selection.h"
#include "core/models/snapshot.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// From which pass the stage shows a tensor, where the pass on screen is compared with another.
enum class Side { After, Before, Change };

/// What the pass on screen is compared with.
struct Comparison {
  enum class With { Edits, Text, Weights } with = With::Edits;  ///< Edits: the same pass without edits
  std::string text;     ///< another sentence: the source where the model reads one, else the target
  Index picture = 0;    ///< another picture, for a model that reads pictures
  SnapshotPtr weights;  ///< the weights of another step
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

inline constexpr Index kLeastTextPercent = 75, kMostTextPercent = 300;
inline constexpr Index kMostHistory = 65536;  ///< megabytes
inline constexpr Index kMostPass = 65536;     ///< megabytes
inline constexpr Index kMostRuns = 1048576;   ///< megabytes

/// Choices about the screen; not undone.
struct Screen {
  bool dark = true;
  bool high_contrast = false;
  Index text_percent = 100;  ///< kLeastTextPercent to kMostTextPercent
  Index digits = 3;          ///< 2 to 7
  bool motion = true;
  std::string language;  ///< a code, or the path of a catalogue; empty: the language of the system
  /// Whether the option follows the desktop until you choose it: see desktop_follow.h.
  bool dark_follows = true, contrast_follows = true, text_follows = true, motion_follows = true;
  bool show_map = true;
  bool show_inspector = true;
  bool show_bottom = true;
  bool stage_only = false;  ///< hides the three panels above, whatever their switches say
  bool show_edits = false;  ///< the bar of edits, which is also shown while there are edits
  double map_width = 0, inspector_width = 0, bottom_height = 0, training_width = 0;  ///< points; 0: standard
  double beside_width = 0;          ///< of the second view, in points; 0: standard
  double lesson_width = 0;          ///< of the lesson beside the other panels, in points; 0: standard
  bool lesson_bar = false;          ///< the lesson lies below the other panels
  double lesson_height = 0;         ///< of the bar, in points; 0: standard
  const Feature* plays = nullptr;   ///< the view that goes on by itself, at walk_pace; null: none; not saved
  std::string walk_range = "pass";  ///< the part that the walk plays: attention, forward or pass
  double walk_pace = 1;             ///< 0.5 to 4 times the usual pace
  bool timeline_plays = false;      ///< the past steps play; not saved
  double timeline_pace = 1;         ///< 0.5 to 4 times the usual pace
  double train_pace = 0;            ///< most steps a second while a run learns; 0: as many as it can
  Index history_megabytes = 512;    ///< for states of past steps and metrics, of all runs together
  Index runs_megabytes = 2048;      ///< for the numbers of open runs; idle ones beyond it go to the disk
  Index pass_megabytes = 512;       ///< for values and gradients of a pass: see TraceRequest::kept_bytes
  MatrixLooks looks{};              ///< which parts of zoomed matrices are seen; not saved
  bool first_minute = false;        ///< no map and inspector until something is inspected; not saved
  bool first_pace = false;          ///< train_pace is that of the first start, which nobody chose; not saved
  bool presenting = false;          ///< the stage as presented() shows it; not saved
  bool welcome = false;             ///< the first start asks where to begin; not saved
  FramePanel only = FramePanel::Stage;  ///< the panel where one fits, or beside the stage; not saved

  /// Starts or stops a view; one that starts takes the place of another.
  void play(const Feature& view, bool on) {
    if (on || plays == &view) plays = on ? &view : nullptr;
  }
  friend bool operator==(const Screen&, const Screen&) = default;
};

struct SizedPanel {
  std::string_view name;
  double Screen::*size;  ///< in points
};

/// The panels whose sizes people choose.
inline constexpr SizedPanel kSizedPanels[] = {
    {"map", &Screen::map_width},           {"inspector", &Screen::inspector_width},
    {"bottom", &Screen::bottom_height},    {"training", &Screen::training_width},
    {"beside", &Screen::beside_width},     {"lesson", &Screen::lesson_width},
    {"lesson_bar", &Screen::lesson_height}};

/// The place of a person before a number was followed: what the inspector explained, and what the stage
/// showed.
struct FollowedFrom {
  CellName explained;
  Selection selection;
  ChosenCell chosen;
  bool ids = false;  ///< StepsChoice::ids
  friend bool operator==(const FollowedFrom&, const FollowedFrom&) = default;
};

/// The choices that undo and the history of places restore: see state_content.h.
struct AppState {
  std::string source, target;  ///< typed sentences; source is unused without an encoder
  /// The target is the model's own greedy output (encoder–decoder). Where the target is a class, labels or
  /// the text without masks: the right target is unknown.
  bool generate_target = true;
  std::optional<std::string>
      answered;  ///< the source that `target` answers: where that source comes back, so does the target
  std::optional<Index>
      question;       ///< Stream: so many of the first tokens ask, by hand; none: as the task says
  Index picture = 0;  ///< which of the task's pictures a vision model reads
  OwnPicture own;     ///< what it reads instead
  const Feature* view = features().front();  ///< the view on the stage; never null
  const Feature* beside = nullptr;           ///< a second view to the right of it; null: none
  std::vector<const Feature*> pictured;      ///< in figures of the open lesson; known to analyses alone
  Choices choices;
  Selection selection;
  ChosenCell chosen;
  Comparison comparison;
  Side side = Side::After;          ///< from which pass the stage shows its tensor
  std::vector<FollowedFrom> trail;  ///< the way back from the numbers followed in the inspector, newest last
  std::optional<CellName> aside;  ///< what the inspector explains instead of the chosen cell; none: that cell
  std::vector<std::string> draft;  ///< changes to the model, drafted on its map: see draft_of()
  std::vector<std::string> edits;  ///< changes to the pass on screen, as edit_text() writes them
  std::optional<Index> rewound;    ///< the past step on screen; none: the newest
  friend bool operator==(const AppState&, const AppState&) = default;
};

/// The choices of a model that nobody has chosen anything in; `start`: how it was opened.
AppState first_choices(const AppState& start);

/// Whether the view is on the stage, alone or beside another, or for analyses in a figure.
bool on_stage(const AppState& state, const Feature& view);

/// The chosen cell of what is on the stage.
CellName chosen_cell(const AppState& state);
/// What the inspector explains now: the chosen cell, but for a cell that no stage shows, or that was pressed
/// as an operand on the stage.
CellName inspected_cell(const AppState& state);
/// Row and column at which another matrix opens: those of the shown tensor's cell; in an attention, the
/// selected query and feature.
Index current_row(const AppState& state);
Index current_column(const AppState& state);

}  // namespace attnlab
