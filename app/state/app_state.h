// AppState: everything that the user chose, as one plain value, so that undo is a copy.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/base/matrix_look.h"
#include "app/state/selection.h"
#include "app/state/views/view_list.h"
#include "core/models/snapshot.h"
#include "core/trace/derivation.h"

namespace attnlab {

/// Which pass a tensor on the stage is of, where the pass on screen is compared with another.
enum class Side { After, Before, Change };

/// What the pass on screen is compared with.
struct Comparison {
  enum class With { Edits, Text, Weights } with = With::Edits;  ///< Edits: the same pass without them
  std::string text;     ///< another sentence: the source where the model reads one, else the target
  Index picture = 0;    ///< the same for a model that looks at pictures
  SnapshotPtr weights;  ///< those of another step
  friend bool operator==(const Comparison&, const Comparison&) = default;
};

inline constexpr Index kMostHistory = 65536;  ///< megabytes

/// Choices about the screen; not undone.
struct Screen {
  bool dark = true;
  bool high_contrast = false;
  Index text_percent = 100;  ///< 75 to 300
  Index digits = 3;          ///< 2 to 7
  bool motion = true;
  bool show_map = true;
  bool show_inspector = true;
  bool show_bottom = true;
  bool stage_only = false;  ///< those three are away, whatever they are otherwise
  bool show_edits = false;  ///< the bar of edits, which is there too while anything is edited
  double map_width = 0, inspector_width = 0, bottom_height = 0, training_width = 0;  ///< pixels; 0: standard
  double beside_width = 0;          ///< of the second view; the same
  bool walk_plays = false;          ///< the walk through the pass goes on by itself; not kept
  std::string walk_range = "pass";  ///< what it plays: attention, forward or pass
  double walk_pace = 1;             ///< 0.5 to 4 times the usual
  bool tiles_play = false;          ///< block after block of attention goes by, at that pace; not kept
  bool timeline_plays = false;      ///< past steps are shown one after another; not kept
  double timeline_pace = 1;         ///< the same
  Index history_megabytes = 512;    ///< for states of past steps and metrics, of all runs together
  MatrixLooks looks{};              ///< which parts of zoomed matrices are seen; not kept
  friend bool operator==(const Screen&, const Screen&) = default;
};

/// What undo and redo move through.
struct AppState {
  std::string source, target;  ///< sentence typed; source is unused without an encoder
  /// Show the model's own greedy output as the target (encoder–decoder); where the target is a class, labels
  /// or the text without masks: nobody knows the right one.
  bool generate_target = true;
  Index picture = 0;                   ///< which of the pictures at hand a vision model looks at
  const ViewKind* view = &kStepsView;  ///< on the stage; never null
  const ViewKind* beside = nullptr;    ///< a second view at its right; null: none
  ViewChoices choices;
  Selection selection;
  ChosenCell chosen;
  Comparison comparison;
  Side side = Side::After;  ///< of the shown tensor
  std::vector<CellName>
      inspected;  ///< operands followed in the inspector, newest last; empty: the selected cell
  std::vector<std::string> draft;  ///< changes to the model that are tried on its map: see draft_of()
  std::vector<std::string> edits;  ///< changes to the pass on screen, as parse_edit() reads them
  std::optional<Index> rewound;    ///< the past step that is looked at; none: the newest
  friend bool operator==(const AppState&, const AppState&) = default;
};

/// "no scaling decoder.layers.0.self_attention": the edit that takes the selected attention's division by √D
/// away, and the one that takes its mask away.
std::string scaling_edit(const Selection& selection);
std::string mask_edit(const Selection& selection);
bool has_edit(const AppState& state, const std::string& edit);

/// Whether the view is on the stage, alone or beside another.
bool on_stage(const AppState& state, const ViewKind& view);

/// The chosen cell of what is on the stage.
CellName chosen_cell(const AppState& state);
/// What the inspector explains now.
CellName inspected_cell(const AppState& state);
/// Row and column at which another matrix is looked at: those of the shown tensor's cell; of an attention,
/// the selected query and feature.
Index kept_row(const AppState& state);
Index kept_column(const AppState& state);

}  // namespace attnlab
