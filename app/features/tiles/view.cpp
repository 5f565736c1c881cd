// Tiles: attention one block of keys at a time, with the online softmax: the steps of a kernel that never
// stores all scores. Script names: tiles.block[0,i], tiles.previous, tiles.play, tiles.next,
// tiles.device, tiles.plane, tiles.maximum, tiles.sum, tiles.output.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <string>

#include "app/base/format.h"
#include "app/features/tiles/choice.h"
#include "app/features/tiles/view_frame.h"
#include "app/features/tiles/work_walk.h"
#include "app/views/common/cached_matrix.h"
#include "app/views/common/playing.h"
#include "app/views/common/view_page.h"
#include "app/views/stage/stages.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/ops/attention/online_softmax.h"

namespace attnlab {
namespace {

/// The plane of the selected head's scores, and the walk's place in it.
struct TilePlace {
  std::span<const Real> scores;  ///< [Tq,Tk]
  Index queries, keys, block;
  Index query, key;  ///< the first ones of the current block

  TilePlace(const TraceTensor& masked, const AppState& state)
      : queries(masked.shape.last(1)),
        keys(masked.shape.last()),
        block(state.choices.of<TilesChoice>().block) {
    const Selection& s = state.selection;
    scores = masked.value.subspan(static_cast<std::size_t>(s.head * queries * keys),
                                  static_cast<std::size_t>(queries * keys));
    query = std::min(s.query, queries - 1) / block * block;
    key = std::min(s.key, keys - 1) / block * block;
  }
  bool last() const { return query + block >= queries && key + block >= keys; }
  bool hidden() const {
    const Index rows = std::min(block, queries - query);
    const auto tile =
        scores.subspan(static_cast<std::size_t>(query * keys), static_cast<std::size_t>(rows * keys));
    return hidden_blocks(tile, rows, block, block)[static_cast<std::size_t>(key / block)] != 0;
  }
};

}  // namespace

void play_tiles(const ViewModel& model, const Emit& emit) {
  const bool on =
      model.screen.plays == &tiles::kFeature && model.trace && on_stage(model.state, tiles::kFeature);
  const TraceTensor* const masked =
      on ? model.trace->find(stage_tensor(model.state.selection, Stage::Masked)) : nullptr;
  if (on && (!masked || masked->shape.rank() != 4)) return emit({"tiles.play", {"off"}});
  if (!on) return static_cast<void>(clock_of(model, tiles::kFeature, false));
  const TilePlace place(*masked, model.state);
  const Playing::Now now = clock_of(model, tiles::kFeature, true, place.hidden() ? 0.25 : 1);
  if (now == Playing::Now::Begins && place.last()) {
    emit({"select.query", {"0"}});
    emit({"select.key", {"0"}});
  } else if (now == Playing::Now::Due) {
    place.last() ? emit({"tiles.play", {"off"}}) : emit({"tiles.next", {}});
  }
}

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
  dim_text(tr("block"));
  ImGui::SameLine(0, em() * 0.5f);
  if (segmented("tiles.block", shown, chosen))
    stage.emit({"choose", {"tiles.block", names[static_cast<std::size_t>(chosen)]}});
}

/// Draws what computed the m, l and o on screen, if the switch does not show it.
void draw_who_walked(const TilesFrame& frame) {
  const char* const words = frame.by_kernel          ? tr("this tile: recorded by the kernel")
                            : !frame.why_not.empty() ? tr("this tile: computed by the processor")
                                                     : nullptr;
  if (!words) return;
  next_on_line(text_size(fonts().ui, words).x, em());
  ImGui::AlignTextToFramePadding();
  dim_text(words);
}

/// Draws the buttons from block to block, the block size, and the device.
void draw_tiles_controls(const TilesFrame& frame) {
  const float gap = em() * 0.3f;
  if (icon_button("tiles.previous", Icon::ChevronLeft, tr("Previous block (←)"),
                  {.enabled = frame.tile() + frame.block() > 0}))
    frame.stage.emit({"tiles.previous", {}});
  ImGui::SameLine(0, gap);
  const bool playing = frame.stage.model.screen.plays == &tiles::kFeature;
  if (icon_button("tiles.play", playing ? Icon::Pause : Icon::Play, tr("Play the blocks (P)"),
                  {.toggled = playing}))
    frame.stage.emit({"tiles.play", {"toggle"}});
  ImGui::SameLine(0, gap);
  if (icon_button("tiles.next", Icon::ChevronRight, tr("Next block (→)"),
                  {.enabled = frame.tile() + 1 < frame.tiles() || frame.block() + 1 < frame.blocks()}))
    frame.stage.emit({"tiles.next", {}});
  ImGui::SameLine(0, em());
  choose_block(frame.stage, frame.size);
  const std::string& gpu = frame.stage.model.gpu;
  const char* const devices[] = {tr("processor"), tr("GPU")};
  ImGui::SameLine(0, em());
  const float needed = text_size(fonts().ui, tr("computed by")).x + em() * 0.5f + segmented_width(devices);
  if (ImGui::GetContentRegionAvail().x < needed) ImGui::NewLine();
  ImGui::AlignTextToFramePadding();
  dim_text(tr("computed by"));
  ImGui::SameLine(0, em() * 0.5f);
  int chosen = gpu.empty() ? 0 : 1;
  if (segmented("tiles.device", devices, chosen)) frame.stage.emit({"device", {chosen == 1 ? "gpu" : "cpu"}});
  tip(gpu.empty() ? tr("The device that computes forward passes. On the GPU, training runs this algorithm.")
                  : tr("Forward passes are computed on {1}. Training on the GPU runs this algorithm.", gpu));
  draw_who_walked(frame);
}

std::span<const float> cells_of(const MatrixView& view) { return {view.data, view.cells()}; }

/// The numbers, cached for the current tile, `tile`.
const TilesNumbers& numbers_of(const ViewModel& model, const MatrixView& masked, const MatrixView& value,
                               Index size, Index tile) {
  TilesNumbers& known = model.remembered<TilesNumbers>();
  const std::span<const float> scores = cells_of(masked), values = cells_of(value);
  const std::uint64_t head = joined(joined(masked.version, value.version), static_cast<std::uint64_t>(size));
  if (known.head != head) {
    known = {head,
             0,
             {},
             plain_softmax(scores, values, masked.rows),
             online_softmax_end(scores, values, masked.rows, size),
             hidden_blocks(scores, masked.rows, size, size)};
  }
  const std::uint64_t version = joined(head, static_cast<std::uint64_t>(tile));
  if (known.version != version) {
    const Index first = tile * size, rows = std::min<Index>(size, masked.rows - first);
    const auto keys = static_cast<std::size_t>(masked.cols);
    known.version = version;
    known.walk = online_softmax(
        scores.subspan(static_cast<std::size_t>(first) * keys, static_cast<std::size_t>(rows) * keys), values,
        rows, size, size);
  }
  return known;
}

std::string range_text(Index first, Index end) {
  return std::to_string(first) + (end - first > 1 ? "–" + std::to_string(end - 1) : "");
}

/// What happens in this step, in a sentence.
std::string step_words(const TilesFrame& f) {
  const std::string queries = tr_plural("query {1}", "queries {1}", f.end_of_queries() - f.first_query(),
                                        range_text(f.first_query(), f.end_of_queries()));
  const std::string keys = tr_plural("key {1}", "keys {1}", f.end_of_keys() - f.first_key(),
                                     range_text(f.first_key(), f.end_of_keys()));
  const std::string where =
      tr("Block {1} of {2}: {3}, {4}.", std::to_string(f.tile() * f.blocks() + f.block() + 1),
         std::to_string(f.tiles() * f.blocks()), queries, keys) +
      " ";
  if (f.in_vain())
    return where + tr("Computed without effect: all of these keys are masked for these queries.");
  if (f.skipped()) return where + tr("Skipped: all of these keys are masked for these queries.");
  if (f.done())
    return where +
           tr("This is the last visible block: o ÷ l is now the context, as with the standard softmax.");
  return where + (f.begins()
                      ? tr("Only these scores are in memory. m, l and o start from them.")
                      : tr("Only these scores are in memory. m, l and o summarize all earlier blocks."));
}

}  // namespace

bool TilesFrame::begins() const {
  for (Index b = 0; b < block(); ++b)
    if (!hidden(b, tile())) return false;
  return true;
}
bool TilesFrame::done() const {
  for (Index b = block() + 1; b < blocks(); ++b)
    if (!hidden(b, tile())) return false;
  return true;
}
double TilesFrame::maximum(Index q, Index b) const {
  constexpr double kNothing = -std::numeric_limits<double>::infinity();
  if (q < first_query()) return static_cast<double>(numbers.end.maximum[static_cast<std::size_t>(q)]);
  return q >= end_of_queries() || b < 0 ? kNothing
                                        : static_cast<double>(walk.maximum_at(b, q - first_query()));
}
double TilesFrame::sum(Index q, Index b) const {
  if (q < first_query()) return static_cast<double>(numbers.end.sum[static_cast<std::size_t>(q)]);
  return q >= end_of_queries() || b < 0 ? 0 : static_cast<double>(walk.sum_at(b, q - first_query()));
}
double TilesFrame::output(Index q, Index d, Index b) const {
  if (q < first_query())
    return static_cast<double>(numbers.end.output[static_cast<std::size_t>(q * features() + d)]);
  return q >= end_of_queries() || b < 0 ? 0 : static_cast<double>(walk.output_at(b, q - first_query(), d));
}

namespace {

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
    return empty_note(tr("Tiles need attention heads with scores QKᵀ."),
                      tr("Open a Transformer from the menu."));
  const Index size = model.state.choices.of<TilesChoice>().block;
  const Index tile = std::min<Index>(s.query, masked.rows - 1) / size;
  const TilesNumbers& numbers = numbers_of(model, masked, value, size, tile);
  const ShownWalk recorded =
      model.analyses ? shown_walk(*model.analyses, model.gpu, model.trace, model.state) : ShownWalk{};
  const bool by_kernel = recorded.by_kernel != nullptr;
  const TilesFrame frame{stage,
                         masked,
                         value,
                         context,
                         size,
                         numbers,
                         by_kernel ? *recorded.by_kernel : numbers.walk,
                         by_kernel,
                         recorded.why_not,
                         joined(numbers.version, by_kernel ? 1 : 0)};
  const auto begin_scrolled = [] {
    ImGui::BeginChild("tiles", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  };
  const bool low = ImGui::GetContentRegionAvail().y < em() * 22;  // then the controls scroll too
  if (low) begin_scrolled();
  draw_head_selectors(stage);
  draw_tiles_controls(frame);
  wrapped_text(fonts().ui, theme().palette.text, step_words(frame));
  ImGui::Dummy({0, em() * 0.2f});
  if (!low) begin_scrolled();
  draw_tiles_plane(frame);
  ImGui::Dummy({0, em() * 0.4f});
  const float room = ImGui::GetContentRegionAvail().x, gap = em() * 1.5f;
  const bool beside = room > em() * 46;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float memory = em() * 21, left = beside ? room - memory - gap : room;
  draw_tiles_step(frame, left);
  const float below = ImGui::GetCursorScreenPos().y;
  if (beside) move_cursor({at.x + left + gap, at.y});
  draw_tiles_memory(frame, beside ? memory : room);
  if (beside) move_cursor({at.x, std::max(below, ImGui::GetCursorScreenPos().y)});
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::EndChild();
}

}  // namespace

namespace tiles {
extern const ViewPage kPage = {.draw = draw_tiles, .play = play_tiles};
}

}  // namespace attnlab
