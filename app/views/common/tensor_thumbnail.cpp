// A thumbnail of a tensor's matrix in its colours, with its short name.
#include "app/views/common/tensor_thumbnail.h"

#include "app/views/common/stage_frame.h"
#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/heat_map/thumbnail.h"
#include "core/language/messages.h"

namespace attnlab {

void draw_tensor_thumbnail(const ViewModel& model, const TraceTensor& tensor, const std::string& target,
                           ImVec2 size, const Emit& emit) {
  const ChosenCell& chosen = model.state.chosen;
  const Index head = chosen.shown ? head_of(*chosen.shown) : 0;
  const TensorSlice slice = matrix_slice(&tensor, head, model.trace_version);
  ThumbnailOptions o;
  o.scale = tensor_scale(tensor);
  o.size = size;
  o.label = fitted(fonts().small, tensor_label(tensor), size.x);
  o.role = tensor.site->role;
  o.selected = chosen.shown && value_name(chosen.shown->tensor) == tensor.name;
  o.edited = tensor.edited;
  o.target = target;
  o.tooltip = std::string(tr(tensor.site->title)) + " " + size_text(slice);
  if (thumbnail(target.c_str(), slice.view, o).clicked) emit({"select.tensor", {tensor.name}});
}

}  // namespace attnlab
