// Vector choice: which vectors the view Vectors shows, and which of them is looked at.
#pragma once

#include <vector>

#include "app/features/vectors/choice.h"
#include "app/state/token_selection.h"
#include "core/analysis/vectors/vector_set.h"

namespace attnlab {

/// The table that choices.of<VectorsChoice>().of names; the first where the model has none so named, as after
/// another text. There must be one.
const VectorTable& shown_table(const VectorsChoice& choice, const std::vector<VectorTable>& tables);

/// The text that the rows of a table are found in.
TextSide side_of_table(const VectorTable& table);

/// The selected position of the table's text, of the query before the key; −1 where there is none.
Index selected_position(const AppState& state, const Trace& trace, const VectorTable& table);

/// The row of a position of the text: of a table of entries, that of its token; −1 where there is none.
Index row_at_position(const Trace& trace, const VectorTable& table, Index position);

/// The positions of the text that a row is of.
std::vector<Index> positions_of_row(const Trace& trace, const VectorTable& table, Index row);

/// The row that is looked at: the chosen one, or that of the token selected since; −1 for none.
Index focused_row(const AppState& state, const Trace& trace, const VectorTable& table);

/// The chosen rows that the table has.
std::vector<Index> chosen_rows(const VectorsChoice& choice, const VectorTable& table);

}  // namespace attnlab
