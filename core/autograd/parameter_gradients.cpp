// ParameterGradients: places by the layout; the first write of each parameter.
#include "core/autograd/parameter_gradients.h"

#include <algorithm>
#include <utility>

namespace attnlab {

void ParameterGradients::begin(const ParameterLayout& layout, Real* cells, const WantedGradients* wanted,
                               WriteMode mode) {
  layout_ = &layout;
  cells_ = cells;
  wanted_ = wanted;
  overwrites_ = cells && mode == WriteMode::Overwrite;
  if (overwrites_) unwritten_.assign(layout.count(), true);
}

Real* ParameterGradients::at(ParameterId first, ParameterId last) const {
  if (!cells_) return nullptr;
  const Index offset = (*layout_)[first].offset;
  if (!wanted_) return cells_ + offset;
  for (ParameterId id = first; id <= last; ++id)
    if (wanted_->wanted[id]) return cells_ + (offset - wanted_->begin);
  return nullptr;
}

WriteMode ParameterGradients::next_write(ParameterId first, ParameterId last) {
  if (!overwrites_) return WriteMode::Add;
  bool all = true;
  for (ParameterId id = first; id <= last; ++id) all = all && unwritten(id);
  for (ParameterId id = first; id <= last; ++id) {
    if (!all && unwritten(id)) write_zeros(id);
    unwritten_[id] = false;
  }
  return all ? WriteMode::Overwrite : WriteMode::Add;
}

void ParameterGradients::finish() {
  if (!std::exchange(overwrites_, false)) return;
  for (ParameterId id = 0; id < layout_->count(); ++id)
    if (unwritten(id)) write_zeros(id);
}

/// Of one of several that are read as one, the gradient may lie there although nobody wants it.
void ParameterGradients::write_zeros(ParameterId id) {
  if (Real* const cells = at(id, id)) std::fill_n(cells, (*layout_)[id].shape.size(), Real(0));
}

}  // namespace attnlab
