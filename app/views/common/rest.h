// The rest of a view below its text and controls.
#pragma once

#include "app/widgets/base/draw.h"

namespace attnlab {

/// Scrolls by itself if there is room for `least` em; else it is part of the view's window, which then
/// scrolls as a whole: two scrollbars side by side would be one too many. Ends with the object.
class RestOfView {
 public:
  RestOfView(const char* id, float least);
  ~RestOfView();
  RestOfView(const RestOfView&) = delete;
  RestOfView& operator=(const RestOfView&) = delete;

  /// In pixels, without a scrollbar; never lower than the least height.
  ImVec2 room() const;

 private:
  float least_;
  bool scrolls_;
};

}  // namespace attnlab
