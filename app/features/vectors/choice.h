// The view Vectors: its row, its options and what it finds.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "app/feature/feature.h"
#include "app/state/token_selection.h"
#include "app/state/zoomed_map.h"
#include "core/analysis/vectors/vector_plane.h"
#include "core/analysis/vectors/vector_set.h"

namespace attnlab {

/// Vectors: embeddings, output vectors, positions and states as points.
struct VectorsChoice : ZoomedMap {
  static constexpr double kMostZoom = 6400;
  std::string part = "points";  ///< points, similarity or pairs
  std::string of;               ///< which vectors, by VectorTable::name; "": the model's first
  std::string by = "pca";       ///< which axes: pca, directions or neighbours
  Index across = 1, up = 2;     ///< which components, from 1
  std::string from, to;         ///< by directions: names of vectors of the axis across; "": a component
  std::string low, high;        ///< names of vectors of the axis upwards
  std::string a, b, c;          ///< of an analogy, a − b + c
  std::string search;           ///< in the names of the vectors
  bool lasso = false;           ///< dragging selects points, and does not move the plot
  bool paths = false;           ///< of the selection over the stored steps
  Index place = 0, pair = 0;    ///< of the pairs: the window of the text, and which of its pairs

  Index word = -1;  ///< the selected row; −1, or once another position is selected: the row of its token
  Index word_beside = -1;     ///< the position that was selected when `word` was selected
  std::vector<Index> chosen;  ///< the rows of the selection, in order

  bool shows_pairs() const { return part == "pairs"; }
  bool shows_points() const { return part == "points"; }
  friend bool operator==(const VectorsChoice&, const VectorsChoice&) = default;
};
/// Vectors with paths, and rows of the similarity matrix: the first ones of the selection.
inline constexpr std::size_t kMostPaths = 24, kMostSimilar = 48;

/// Where a row was at a stored step.
struct PathPoint {
  Index step = 0;
  PlanePoint at;
};

struct VectorPath {
  Index row = 0;
  std::vector<PathPoint> points;  ///< by step
};

/// The principal components of the rows that the axes are of.
struct VectorAxes {
  VectorTable table;
  std::shared_ptr<const void> owner;  ///< of these rows: weights, or a forward pass
  Pca pca;
};

/// What one axis of the plot is.
struct ShownAxis {
  Index component = 0;                            ///< from 0
  double share = 0;                               ///< of the variance
  std::optional<VectorDirection> direction = {};  ///< instead of the component
  bool number = false;                            ///< the vectors' own, instead of the component
};

/// All of one moment; the step on screen may be newer.
struct VectorResults {
  std::vector<VectorTable> tables;  ///< of the model and its forward pass
  VectorSet set;
  std::string by;
  Index step = 0, axes_step = 0;  ///< of the vectors; of the vectors that the axes are of
  std::shared_ptr<const VectorAxes> axes;
  std::array<ShownAxis, 2> shown;          ///< across, upwards
  std::optional<double> direction_cosine;  ///< of the angle between two directions
  std::vector<Index> rows;                 ///< with a point; empty: all rows, in order
  std::vector<PlanePoint> points;
  PlanePoint low, high;           ///< what all points lie within, and those of the axes' step
  std::vector<double> cosines;    ///< by neighbours: of each point with the first
  std::vector<VectorPath> paths;  ///< of the selection
  Index path_steps = 0;           ///< how many stored steps the paths have, or will have
  std::string error;              ///< why there are no points

  Index row(std::size_t point) const { return rows.empty() ? static_cast<Index>(point) : rows[point]; }
};

/// The table that choices.of<VectorsChoice>().of names; the first if the model does not have it, such as
/// after another text. `tables` must not be empty.
const VectorTable& shown_table(const VectorsChoice& choice, const std::vector<VectorTable>& tables);

/// The text that the rows of a table are found in.
TextSide side_of_table(const VectorTable& table);

/// The selected position of the table's text, of the query rather than the key; −1: none.
Index selected_position(const AppState& state, const Trace& trace, const VectorTable& table);

/// The row of a position of the text; in a table of entries, the row of its token; −1: none.
Index row_at_position(const Trace& trace, const VectorTable& table, Index position);

/// The positions of the text that belong to a row.
std::vector<Index> positions_of_row(const Trace& trace, const VectorTable& table, Index row);

/// The selected row, or the row of a token that was selected since; −1: none.
Index focused_row(const AppState& state, const Trace& trace, const VectorTable& table);

/// The rows of the selection that the table has.
std::vector<Index> chosen_rows(const VectorsChoice& choice, const VectorTable& table);

}  // namespace attnlab

namespace attnlab::vectors {

extern const Feature kFeature;

}  // namespace attnlab::vectors
