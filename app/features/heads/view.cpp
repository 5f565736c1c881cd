// Heads: every attention head of the model, or one of them.
#include "app/state/heads_choice.h"
#include "app/views/common/view_page.h"
#include "app/views/common/head_measures.h"

namespace attnlab {

namespace {

void draw_heads(const ViewModel& model, const Emit& emit) {
  model.state.choices.of<HeadsChoice>().open ? draw_open_head(model, emit) : draw_heads_grid(model, emit);
}

}  // namespace

extern const ViewPage kHeadsPage = {.kind = &heads::kFeature, .draw = draw_heads};

}  // namespace attnlab
