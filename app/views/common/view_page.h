// ViewPage: what draws a view of the stage, as one row beside its code.
#pragma once

#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// The page of one ViewKind. Each row stands in the folder of its view; app/views/frame/view_pages.cpp lists
/// them.
struct ViewPage {
  const ViewKind* kind;
  /// Fills the window that it is drawn in, from a ViewModel that has a trace.
  void (*draw)(const ViewModel& model, const Emit& emit);
  /// Once a frame, on the stage or not: the view goes on by itself while it plays. Null: it never does.
  void (*play)(const ViewModel& model, const Emit& emit) = nullptr;
  /// What its figure is of; null: the view's title says it.
  std::string (*figure_title)(const ViewModel& model) = nullptr;
  bool is_model_map = false;  ///< the panel with the model's map is away while the view has the stage alone
};

}  // namespace attnlab
