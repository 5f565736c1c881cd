// The answers of the subcommand vectors, as tables.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/vectors/vector_plane.h"
#include "core/analysis/vectors/vector_set.h"

namespace attnlab::vectors {

/// Questions about vectors.
struct Questions {
  std::string what{}, nearest{}, project{};
  std::vector<std::string> analogy{}, similarity{}, across{}, up{};
  std::vector<Index> components = {1, 2};
  Index top = 10;

  int count() const { return !nearest.empty() + !analogy.empty() + !similarity.empty() + !project.empty(); }
};

/// The answers to all questions but --project: "nearest", "analogy", "similarity". Throws
/// std::invalid_argument for an unknown word.
std::vector<Table> answers(const Questions& asked, const VectorSet& set);

/// The axes that --project asks for; for principal components, the table "components" with their variances is
/// added to `tables`. Throws std::invalid_argument for an unknown word or component.
VectorPlane wanted_plane(const Questions& asked, const VectorSet& set, std::vector<Table>& tables);
/// "points": every vector on the plane.
Table points_table(const VectorSet& set, const VectorPlane& plane);

/// "tables": the vectors of a model.
Table list_table(const std::vector<VectorTable>& all);

}  // namespace attnlab::vectors
