// Residual choice: from the selection to a cell of the stream.
#include "app/features/residual/chosen.h"

#include <algorithm>

#include "app/features/residual/choice.h"
#include "app/state/token_selection.h"
#include "core/models/architecture_kind.h"

namespace attnlab {

namespace {

bool is_of(const StreamState& state, std::string_view tensor) {
  return tensor == state.stream->name || tensor == state.sum->name || tensor == state.addition->name;
}

/// The first state that has the shown tensor; none: as the options say.
std::size_t chosen_state(const AppState& state, const std::vector<StreamState>& states) {
  const std::size_t last = states.size() - 1;
  if (state.chosen.shown)
    for (std::size_t i = 0; i < states.size(); ++i)
      if (is_of(states[i], value_name(state.chosen.shown->tensor))) return i;
  const Index wanted = state.choices.of<ResidualChoice>().state;
  return wanted < 0 ? last : std::min(static_cast<std::size_t>(wanted), last);
}

Index chosen_position(const AppState& state, const Trace& trace) {
  const bool writes = architecture_of(trace.config()).target_stack;
  const int selected = selected_tokens(state, trace, writes ? TextSide::Target : TextSide::Source).query;
  return selected >= 0 ? selected : state.choices.of<ResidualChoice>().position;
}

}  // namespace

ResidualPlace residual_place(const AppState& state, const Trace& trace,
                             const std::vector<StreamState>& states) {
  const std::size_t at = chosen_state(state, states);
  return {at, std::clamp<Index>(chosen_position(state, trace), 0, states[at].positions() - 1)};
}

CellName residual_cell(const AppState& state, const StreamState& at, Index position) {
  const Index feature = std::clamp<Index>(current_column(state), 0, at.stream->shape.last() - 1);
  return {at.stream->name, {0, position, feature}};
}

}  // namespace attnlab
