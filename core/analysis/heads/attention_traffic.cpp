// Counts cells, of four bytes each.
#include "core/analysis/heads/attention_traffic.h"

namespace attnlab {

namespace {

constexpr double kCell = 4;

double cells(Index rows, Index columns) { return double(rows) * double(columns); }

}  // namespace

AttentionTraffic whole_matrix_traffic(Index queries, Index keys, Index size) {
  const double scores = cells(queries, keys), operands = 2 * cells(queries, size) + 2 * cells(keys, size);
  return {kCell * 2 * scores, kCell * (4 * scores + operands)};
}

AttentionTraffic tiled_traffic(Index queries, Index key_rows, Index size) {
  const double states = cells(queries, 2);
  return {kCell * states, kCell * (2 * cells(queries, size) + 2 * cells(key_rows, size) + states)};
}

Index all_key_rows(Index queries, Index keys, Index tile) { return (queries + tile - 1) / tile * keys; }

}  // namespace attnlab
