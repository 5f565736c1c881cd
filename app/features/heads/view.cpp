// Heads: every attention head of the model, or one of them.
#include "app/features/heads/view_frame.h"
#include "app/state/heads_choice.h"
#include "app/views/common/view_page.h"

namespace attnlab {

namespace {

void draw_heads(const ViewModel& model, const Emit& emit) {
  model.state.choices.of<HeadsChoice>().open ? draw_open_head(model, emit) : draw_heads_grid(model, emit);
}

}  // namespace

namespace heads {
extern const ViewPage kPage = {.draw = draw_heads};
}

}  // namespace attnlab
