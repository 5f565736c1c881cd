// Vector sets: which vectors a model has that can be seen as points, and their names.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/language/messages.h"
#include "core/models/neighbours.h"
#include "core/text/vocabularies.h"
#include "core/trace/trace.h"

namespace attnlab {

/// One row a kind of vectors.
struct VectorKind {
  std::string_view name;   ///< on the command line
  std::string_view title;  ///< on screen
};
inline constexpr VectorKind kEmbeddingVectors{"embedding", tr_mark("token embeddings")};
inline constexpr VectorKind kOutputVectors{"output", tr_mark("output vectors")};
inline constexpr VectorKind kPositionVectors{"positions", tr_mark("positions")};
inline constexpr VectorKind kFeatureVectors{"features", tr_mark("feature vectors")};
inline constexpr VectorKind kStateVectors{"states", tr_mark("states")};
inline constexpr const VectorKind* kVectorKinds[] = {&kEmbeddingVectors, &kOutputVectors, &kPositionVectors,
                                                     &kFeatureVectors, &kStateVectors};

/// Vectors of one kind: a parameter, the computed table of positions, or a tensor of a pass.
struct VectorTable {
  enum class Of {
    Entries,    ///< of a vocabulary, or classes
    Positions,  ///< of the context
    Tokens,     ///< of the text that the pass reads
  };
  const VectorKind* kind = &kEmbeddingVectors;
  Of of = Of::Entries;
  std::string name;      ///< of the parameter or tensor; "positions" where these are computed by a formula
  std::string title;     ///< "states · encoder layer 1"
  bool source = false;   ///< of the source's text or vocabulary
  bool learned = false;  ///< a parameter
  Index count = 0;       ///< of the vectors
  Index of_padding = 0;  ///< how many of them, from the first, are positions of padding
  friend bool operator==(const VectorTable&, const VectorTable&) = default;

  /// Whether they are others at another step of training.
  bool changes() const { return learned || of == Of::Tokens; }
};

/// The tables of a model: those that sites declare with a row for each entry of a vocabulary or each
/// position; where positions are added at the input without a table, their codes; and of `trace` (null: none)
/// what the first layer reads, the last residual stream of each layer, and what a norm behind the layers
/// makes of it. In the order of the kinds, then of computation.
std::vector<VectorTable> vector_tables(const Model& model, const Trace* trace);

/// The table with this name, or the first of the kind with this name; "": the first. Throws
/// std::invalid_argument with near names.
const VectorTable& table_named(const std::vector<VectorTable>& tables, std::string_view name);

/// The vectors of one table.
struct VectorSet {
  VectorTable table;
  VectorRows rows;                 ///< live as long as `owner`
  std::vector<std::string> names;  ///< of the rows: entries, positions, or the pieces of the text
  std::shared_ptr<const void> owner;
};

/// The rows of a table in these weights; `trace` is read for a table of tokens alone. Throws
/// std::invalid_argument where the trace has no such tensor.
VectorSet vector_set(const Model& model, const Vocabularies& vocabularies, const VectorTable& table,
                     const SnapshotPtr& snapshot, const TracePtr& trace);
/// The rows alone, and who keeps them.
struct KeptRows {
  VectorRows rows;
  std::shared_ptr<const void> owner;
};
KeptRows kept_rows(const Model& model, const VectorTable& table, const SnapshotPtr& snapshot,
                   const TracePtr& trace);

/// The row of a word: that with this name, or "#7" for row 7; else that of its lower case, or with a space
/// before it, as byte pairs write words. Of several rows the first. Throws std::invalid_argument with near
/// names.
Index row_named(const VectorSet& set, std::string_view word);

/// As row_named(); −1 where there is none.
Index find_row(const VectorSet& set, std::string_view word);

/// The position of the text that this row of a table of tokens is of; the row itself for positions.
Index position_of_row(const Trace& trace, const VectorTable& table, Index row);

}  // namespace attnlab
