// The view Vectors: its row and its options.
#pragma once

#include <string>
#include <vector>

#include "app/feature/feature.h"

namespace attnlab {

/// Vectors: embeddings, output vectors, positions and states as points.
struct VectorsChoice {
  std::string part = "points";  ///< points, similarity or pairs
  std::string of;               ///< which vectors, as VectorTable::name; "": the model's first
  std::string by = "pca";       ///< which axes: pca, directions or neighbours
  Index across = 1, up = 2;     ///< which components, from 1
  std::string from, to;         ///< by directions: words of the axis across; "": a component
  std::string low, high;        ///< words of the axis upwards
  std::string a, b, c;          ///< of an analogy, a − b + c
  std::string search;           ///< in the words
  bool lasso = false;           ///< dragging chooses points, and does not move the picture
  bool paths = false;           ///< of the chosen words over the kept steps
  double zoom = 100;            ///< percent of the size that shows all points
  double x = 0.5, y = 0.5;      ///< what is in the middle, as in MapChoice
  Index place = 0, pair = 0;    ///< of the pairs: which window of the text, which of its pairs

  Index word = -1;            ///< the row that is looked at; −1, or another position selected: its token
  Index word_beside = -1;     ///< the position that was selected when `word` was chosen
  std::vector<Index> chosen;  ///< rows, rising

  bool shows_pairs() const { return part == "pairs"; }
  bool shows_points() const { return part == "points"; }
  /// The whole picture in sight.
  void fit() { zoom = 100, x = y = 0.5; }
  friend bool operator==(const VectorsChoice&, const VectorsChoice&) = default;
};
inline constexpr double kMostVectorZoom = 6400;  ///< percent
/// Words with paths, and rows of the matrix of similarity: the first of the chosen ones.
inline constexpr std::size_t kMostPaths = 24, kMostSimilar = 48;

}  // namespace attnlab

namespace attnlab::vectors {
extern const Feature kFeature;
}
