// Picture choice, by places and kinds of attention.
#include "app/features/pictures/chosen.h"

#include <algorithm>

#include "app/features/pictures/choice.h"

namespace attnlab {

const PictureAttention* attention_on_stage(const AppState& state,
                                           const std::vector<PictureAttention>& attentions) {
  const Place selected = attention_place(state.selection.attention, state.selection.layer);
  const auto found = std::ranges::find_if(
      attentions, [&](const PictureAttention& each) { return each.weights->place == selected; });
  if (found != attentions.end()) return &*found;
  return attentions.empty() ? nullptr : &attentions.back();
}

AskedBy asked_by(const AppState& state, const PictureAttention& attention) {
  const bool of_heads = attention.weights->shape.rank() == 4;
  const Index asked = of_heads ? state.selection.query : current_row(state);
  return {std::clamp<Index>(asked, 0, attention.queries() - 1), state.choices.of<PicturesChoice>().mean};
}

AskedBy followed_by(const AppState& state, const PatchGrid& grid) {
  if (state.selection.attention != AttentionKind::EncoderSelf) return asked_by_whole(grid);
  return {std::clamp<Index>(state.selection.query, 0, grid.positions() - 1),
          state.choices.of<PicturesChoice>().mean};
}

}  // namespace attnlab
