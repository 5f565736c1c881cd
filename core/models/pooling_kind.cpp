// The rows of all poolings.
#include "core/models/pooling_kind.h"

#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/ops/basic/pooling.h"

namespace attnlab {

namespace {

Variable first_row(Tape& tape, const PooledStates& pooled) { return pick_row(tape, pooled.states, {}); }

Variable mean_of_rows(Tape& tape, const PooledStates& pooled) {
  return mean_row(tape, pooled.states, pooled.lengths);
}

Variable last_states(Tape& tape, const PooledStates& pooled) {
  const std::span<const CellState> last = pooled.last;
  return last.size() == 1 ? last[0].hidden : join_columns(tape, last[0].hidden, last[1].hidden);
}

}  // namespace

std::span<const PoolingKind> pooling_kinds() {
  static constexpr PoolingKind kKinds[] = {
      {.name = "cls",
       .title = tr_mark("cls"),
       .class_vector = true,
       .first_row = true,
       .not_of_cells = "a recurrent network does not have a class vector",
       .pool = first_row},
      {.name = "mean", .title = tr_mark("mean"), .pool = mean_of_rows},
      {.name = "first",
       .title = tr_mark("first"),
       .first_row = true,
       .not_of_cells = "the first state of a recurrent network has read only one token",
       .pool = first_row},
      {.name = "last",
       .title = tr_mark("last"),
       .not_of_blocks = "the last position of a Transformer does not summarize the text",
       .pool = last_states},
  };
  return kKinds;
}

const PoolingKind& pooling_kind(std::string_view name) { return row_named(pooling_kinds(), "pooling", name); }

}  // namespace attnlab
