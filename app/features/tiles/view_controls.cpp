// The controls of the Tiles view: from block to block, the block size, and the device.
#include <array>
#include <string>

#include "app/features/tiles/view_frame.h"
#include "app/widgets/base/controls.h"

namespace attnlab {
namespace {

constexpr std::array<Index, 5> kBlocks{2, 4, 8, 16, 32};

void choose_block(const StageFrame& stage, Index now) {
  std::array<std::string, kBlocks.size()> names;
  std::array<const char*, kBlocks.size()> shown{};
  int chosen = -1;
  for (std::size_t i = 0; i < kBlocks.size(); ++i) {
    names[i] = std::to_string(kBlocks[i]);
    shown[i] = names[i].c_str();
    if (kBlocks[i] == now) chosen = static_cast<int>(i);
  }
  ImGui::AlignTextToFramePadding();
  dim_text("block");
  ImGui::SameLine(0, em() * 0.5f);
  if (segmented("tiles.block", shown, chosen))
    stage.emit({"choose", {"tiles.block", names[static_cast<std::size_t>(chosen)]}});
}

/// Draws whose m, l and o are on screen, where the switch does not show it.
void draw_who_walked(const TilesFrame& frame) {
  const char* const words = frame.by_kernel          ? "this tile as its kernel recorded it"
                            : !frame.why_not.empty() ? "this tile by the processor"
                                                     : nullptr;
  if (!words) return;
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < text_size(fonts().ui, words).x) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  dim_text(words);
}

}  // namespace

void draw_tiles_controls(const TilesFrame& frame) {
  const float gap = em() * 0.3f;
  if (icon_button("tiles.previous", Icon::ChevronLeft, "The block before (←)",
                  {.enabled = frame.tile() + frame.block() > 0}))
    frame.stage.emit({"tiles.previous", {}});
  ImGui::SameLine(0, gap);
  const bool playing = frame.stage.model.screen.tiles_play;
  if (icon_button("tiles.play", playing ? Icon::Pause : Icon::Play, "Block after block (P)",
                  {.toggled = playing}))
    frame.stage.emit({"tiles.play", {"toggle"}});
  ImGui::SameLine(0, gap);
  if (icon_button("tiles.next", Icon::ChevronRight, "The next block (→)",
                  {.enabled = frame.tile() + 1 < frame.tiles() || frame.block() + 1 < frame.blocks()}))
    frame.stage.emit({"tiles.next", {}});
  ImGui::SameLine(0, em());
  choose_block(frame.stage, frame.size);
  const std::string& gpu = frame.stage.model.gpu;
  constexpr const char* kDevices[] = {"processor", "GPU"};
  ImGui::SameLine(0, em());
  const float needed = text_size(fonts().ui, "computed by").x + em() * 0.5f + segmented_width(kDevices);
  if (ImGui::GetContentRegionAvail().x < needed) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  dim_text("computed by");
  ImGui::SameLine(0, em() * 0.5f);
  int chosen = gpu.empty() ? 0 : 1;
  if (segmented("tiles.device", kDevices, chosen))
    frame.stage.emit({"device", {chosen == 1 ? "gpu" : "cpu"}});
  tip(gpu.empty() ? "What computes traces. On the GPU, training runs this very algorithm."
                  : "Traces are computed on " + gpu + "; training runs this very algorithm there.");
  draw_who_walked(frame);
}

}  // namespace attnlab
