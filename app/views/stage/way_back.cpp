// A button with the number before in its tooltip.
#include "app/views/stage/way_back.h"

#include "app/state/trail.h"
#include "app/views/common/tensor_words.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

bool draw_way_back(const ViewModel& model, const Emit& emit) {
  if (model.figure || !stage_went_along(model.state)) return false;
  const CellName& before = model.state.trail.back().explained;
  const std::string hint =
      "Back to the number before: " + cell_title(*model.trace, before.tensor) + " (Backspace)";
  if (text_button("stage.back", Icon::ChevronLeft, "Back", hint.c_str())) emit({"inspect.back", {}});
  ImGui::SameLine(0, em() * 0.8f);
  return true;
}

}  // namespace attnlab
