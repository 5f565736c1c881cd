// AppState: what follows from the user's choices.
#include "app/state/app_state.h"

#include <algorithm>

#include "app/state/steps_choice.h"

namespace attnlab {

AppState first_choices(const AppState& start) {
  AppState first = start;
  if (!first.chosen.in_attention())
    first.choices.of<StepsChoice>().look = "matrix";  // all time steps at once
  return first;
}

bool on_stage(const AppState& state, const Feature& view) {
  return state.view == &view || state.beside == &view ||
         std::ranges::find(state.pictured, &view) != state.pictured.end();
}

CellName chosen_cell(const AppState& state) { return chosen_cell(state.selection, state.chosen); }

CellName inspected_cell(const AppState& state) { return state.aside.value_or(chosen_cell(state)); }

Index current_row(const AppState& state) {
  return state.chosen.shown ? row_of(*state.chosen.shown) : state.selection.query;
}
Index current_column(const AppState& state) {
  return state.chosen.shown ? column_of(*state.chosen.shown) : state.selection.feature;
}

}  // namespace attnlab
