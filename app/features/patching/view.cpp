// Patching: parts of the pass over one text are put into the pass over another, and the answer comes back.
#include "app/base/format.h"
#include "app/features/patching/choice.h"
#include "app/features/patching/view_frame.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// Why no grid is on the stage, and what to do.
void draw_no_grid(const PatchingFrame& frame) {
  const PatchingResults& r = frame.results;
  if (!r.error.empty()) return empty_note("These two texts cannot be patched.", r.error);
  if (frame.choice.stopped) return empty_note("The work was stopped.", "“go on” takes it up again.");
  if (r.has_pair) return empty_note("The grid is being worked out …");
  if (r.looks_for_pairs) return empty_note("A pair of texts is being looked for …");
  empty_note("No change of one token changes what the model answers.",
             "Type two texts, or let the model learn longer.");
}

void draw_patching(const ViewModel& model, const Emit& emit) {
  const PatchingResults none{};
  const PatchingResults* const known = model.found<PatchingResults>();
  const PatchingFrame frame{model, emit, model.state.choices.of<PatchingChoice>(), known ? *known : none};
  if (!model.figure) draw_patching_texts(frame);
  draw_patching_controls(frame);
  if (!frame.results.error.empty() || !frame.results.result) return draw_no_grid(frame);
  draw_patching_maps(frame);
}

std::string patching_title(const ViewModel& model) {
  const PatchingResults* const known = model.found<PatchingResults>();
  if (!known || !known->result) return "Patching";
  const PatchPair& pair = known->result->question.pair;
  return "Patching “" + pair.clean.text + "” into “" + pair.changed.text + "” at step " +
         format_count(known->step);
}

}  // namespace

void patching_item_beside(float width) {
  ImGui::SameLine(0, em() * 0.8f);
  if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
}

namespace patching {
extern const ViewPage kPage = {.draw = draw_patching, .figure_title = patching_title};
}

}  // namespace attnlab
