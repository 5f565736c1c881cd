// Tiles: attention a block of keys at a time, with the online softmax: what a kernel that never stores the
// plane of scores does, step by step. Script names: tiles.block[0,i], tiles.previous, tiles.next,
// tiles.device, tiles.plane, tiles.maximum, tiles.sum, tiles.output.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/theme/format.h"
#include "app/views/tiles_parts.h"
#include "app/views/workbench.h"
#include "app/widgets/controls.h"

namespace attnlab {
namespace {

constexpr std::array<Index, 5> kBlocks{2, 4, 8, 16, 32};

/// The walk of one head of one trace.
struct KnownWalk {
  std::uint64_t trace = 0;
  std::string head;
  Index block = 0;
  OnlineSoftmaxWalk walk;
};

std::span<const float> cells_of(const MatrixView& view) { return {view.data, view.cells()}; }

const OnlineSoftmaxWalk& walk_of(const StageFrame& stage, const MatrixView& masked, const MatrixView& value,
                                 Index block) {
  static KnownWalk known;
  const Selection& s = stage.selection;
  const std::string head = attention_prefix(s) + "#" + std::to_string(s.head);
  if (known.trace != stage.model.trace_version || known.head != head || known.block != block)
    known = {stage.model.trace_version, head, block,
             online_softmax(cells_of(masked), cells_of(value), masked.rows, block, block)};
  return known.walk;
}

void choose(const StageFrame& stage, const char* option, Index value) {
  stage.emit({"choose", {std::string("tiles.") + option, std::to_string(value)}});
}

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
    choose(stage, "block", kBlocks[static_cast<std::size_t>(chosen)]);
}

void draw_controls(const TilesFrame& frame) {
  const float gap = em() * 0.3f;
  if (icon_button("tiles.previous", Icon::ChevronLeft, "The block before (←)", {.enabled = frame.step > 0}))
    frame.stage.emit({"tiles.previous", {}});
  ImGui::SameLine(0, gap);
  if (icon_button("tiles.next", Icon::ChevronRight, "The next block (→)",
                  {.enabled = frame.step + 1 < frame.steps()}))
    frame.stage.emit({"tiles.next", {}});
  ImGui::SameLine(0, em());
  choose_block(frame.stage, frame.walk.block_keys);
  const std::string& gpu = frame.stage.model.gpu;
  ImGui::SameLine(0, em());
  ImGui::AlignTextToFramePadding();
  dim_text("computed by");
  ImGui::SameLine(0, em() * 0.5f);
  constexpr const char* kDevices[] = {"processor", "GPU"};
  int chosen = gpu.empty() ? 0 : 1;
  if (segmented("tiles.device", kDevices, chosen))
    frame.stage.emit({"device", {chosen == 1 ? "gpu" : "cpu"}});
  tip(gpu.empty() ? "What computes this trace. On the GPU, training runs this very algorithm."
                  : "This trace was computed on " + gpu + ".");
}

std::string range_text(const char* what, Index first, Index end) {
  return std::string(what) + " " + std::to_string(first) +
         (end - first > 1 ? "–" + std::to_string(end - 1) : "");
}

/// What happens in this step, in a sentence.
std::string step_words(const TilesFrame& f) {
  const std::string where = "Block " + std::to_string(f.step + 1) + " of " + std::to_string(f.steps()) +
                            ": " + range_text("queries", f.first_query(), f.end_of_queries()) + ", " +
                            range_text("keys", f.first_key(), f.end_of_keys()) + ". ";
  if (f.skipped()) return where + "Skipped: none of these queries sees any of these keys.";
  if (f.block() + 1 == f.walk.blocks())
    return where + "The last keys: o ÷ l is now the context, the same as with the plain softmax.";
  return where + "Only these scores are in memory; m, l and o carry all that came before.";
}

}  // namespace

Index TilesFrame::last_block(Index q) const {
  const Index of = q / walk.block_queries;
  return of < tile() ? walk.blocks() - 1 : of == tile() ? block() : -1;
}
double TilesFrame::maximum(Index i, Index q) const {
  return i < 0 ? -std::numeric_limits<double>::infinity() : static_cast<double>(walk.maximum_at(i, q));
}
double TilesFrame::sum(Index i, Index q) const { return i < 0 ? 0 : static_cast<double>(walk.sum_at(i, q)); }
double TilesFrame::output(Index i, Index q, Index d) const {
  return i < 0 ? 0 : static_cast<double>(walk.output_at(i, q, d));
}

void draw_tiles(const ViewModel& model, const Emit& emit) {
  const Selection& s = model.state.selection;
  StageFrame stage{model,
                   emit,
                   *model.trace,
                   s,
                   query_tokens(*model.trace, s.attention),
                   key_tokens(*model.trace, s.attention),
                   {},
                   {}};
  const MatrixView masked = stage.matrix(Stage::Masked).view, value = stage.matrix(Stage::Value).view,
                   context = stage.matrix(Stage::Context).view;
  if (masked.empty() || value.empty() || context.empty())
    return empty_note("This model has no attention heads, so there are no scores to cut into tiles.",
                      "The menu has models with attention.");
  const TilesChoice& choice = model.state.choices.tiles;
  const OnlineSoftmaxWalk& walk = walk_of(stage, masked, value, choice.block);
  TilesFrame frame{stage, walk, masked, value, context};
  frame.step = std::clamp<Index>(choice.step, 0, frame.steps() - 1);
  const bool inside = s.query >= frame.first_query() && s.query < frame.end_of_queries();
  frame.query = inside ? s.query : frame.first_query();
  draw_head_selectors(stage);
  draw_controls(frame);
  wrapped_text(fonts().ui, theme().palette.text, step_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("tiles", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_tiles_plane(frame);
  ImGui::Dummy({0, em() * 0.4f});
  const float room = ImGui::GetContentRegionAvail().x, gap = em() * 1.5f;
  const bool beside = room > em() * 46;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float memory = em() * 21, left = beside ? room - memory - gap : room;
  draw_tiles_step(frame, left);
  const float below = ImGui::GetCursorScreenPos().y;
  if (beside) ImGui::SetCursorScreenPos({at.x + left + gap, at.y});
  draw_tiles_memory(frame, beside ? memory : room);
  if (beside) ImGui::SetCursorScreenPos({at.x, std::max(below, ImGui::GetCursorScreenPos().y)});
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::EndChild();
}

}  // namespace attnlab
