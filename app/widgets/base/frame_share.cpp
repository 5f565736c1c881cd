// Counts the cells of a frame.
#include "app/widgets/base/frame_share.h"

#include <imgui.h>

#include "app/widgets/base/context.h"

namespace attnlab {

namespace {

/// About a millisecond of work.
constexpr std::size_t kCellsAFrame = 250'000;

struct FrameShare {
  int frame = -1;
  std::size_t left = 0;
  int unfinished = -2;  ///< the last frame that left something unfinished
};

}  // namespace

bool has_later_frames() { return widgets().textures && !widgets().figure; }

std::size_t& cells_left() {
  FrameShare& share = remembered<FrameShare>();
  if (share.frame != ImGui::GetFrameCount()) share.frame = ImGui::GetFrameCount(), share.left = kCellsAFrame;
  return share.left;
}

void go_on_next_frame() {
  remembered<FrameShare>().unfinished = ImGui::GetFrameCount();
  widgets().animating = true;
}

bool frame_is_unfinished() { return remembered<FrameShare>().unfinished + 1 >= ImGui::GetFrameCount(); }

}  // namespace attnlab
