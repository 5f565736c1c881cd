// LowPage: the page of a view in a pane that is too low for it.
#pragma once

#include "app/views/common/views.h"
#include "app/views/frame/view_tabs.h"

namespace attnlab {

/// While the object lives, a view is drawn into the pane's window, below the tabs. A low pane scrolls over a
/// page that is as high as a view needs, and begins where the view's first matrix is, or else its first plot:
/// tabs and controls are above it. Elsewhere the view has the pane's own room.
class LowPage {
 public:
  LowPage(const Feature& view, Pane pane, const ViewModel& model);
  ~LowPage();
  LowPage(const LowPage&) = delete;
  LowPage& operator=(const LowPage&) = delete;

 private:
  void begin_at_content() const;

  const Feature& view_;
  Pane pane_;
  const ViewModel& model_;
  bool low_ = false;
  std::size_t parts_before_ = 0;  ///< of the figure that the stage is
};

}  // namespace attnlab
