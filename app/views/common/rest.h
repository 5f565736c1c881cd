// The rest of a view below its words and controls.
#pragma once

#include "app/widgets/base/draw.h"

namespace attnlab {

/// Scrolls by itself where there is room for `least` em; else stands in the view's window, which then scrolls
/// as a whole: two scrollbars side by side would be one too many. Ends with the object.
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
