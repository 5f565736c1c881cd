// Vector rows: what `vectors` prints, as tables that grow step by step.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/analysis/vectors/vector_plane.h"
#include "core/analysis/vectors/vector_set.h"

namespace attnlab {

using VectorsJson = nlohmann::ordered_json;

/// What is asked of vectors.
struct VectorsOptions {
  std::string preset, what, nearest, project;
  std::vector<std::string> set, analogy, similarity, across, up;
  std::vector<Index> components = {1, 2};
  Index top = 10;
  bool json = false, csv = false;

  bool asks() const {
    return !nearest.empty() || !analogy.empty() || !similarity.empty() || !project.empty();
  }
};

/// The rows of one table over all steps.
struct GrowingTable {
  std::string name;
  std::shared_ptr<VectorsJson> rows{};
};

/// One moment of a model, and where its rows go.
struct VectorsAt {
  const VectorsOptions& options;
  const VectorSet& set;
  bool names_step = false;  ///< each row begins with the step
  Index step = 0;
  std::vector<GrowingTable>& tables;

  void add(const std::string& table, const VectorsJson& row) const;
  const std::string& name(Index row) const { return set.names[static_cast<std::size_t>(row)]; }
};

/// Adds the answers to all questions but --project: "nearest", "analogy", "similarity". Throws
/// std::invalid_argument for an unknown word.
void add_vector_answers(const VectorsAt& at);

/// The axes that --project asks for, of `at.set`; adds "components". Throws std::invalid_argument for an
/// unknown word or component.
VectorPlane wanted_plane(const VectorsAt& at);

/// Adds "points": every vector on the plane.
void add_plane_points(const VectorsAt& at, const VectorPlane& plane);

/// "tables": what vectors a model has.
GrowingTable vector_table_list(const std::vector<VectorTable>& all);

}  // namespace attnlab
