// Rollout: of which patches a position is made, after each layer.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/pictures/view_frame.h"
#include "app/state/limits.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

constexpr const char* kRolloutSentence =
    "Attention rollout: each layer mixes the mean over its heads, in equal parts with what went past it on "
    "the "
    "residual path, and the layers are multiplied. What the feed-forward networks do is left out.";

/// "Most from patch 1,2: 21.0 %. From [CLS], which is no patch: 40.0 %."
std::string share_words(const PicturesFrame& frame, const std::vector<double>& shares) {
  const auto patches = std::span(shares).subspan(static_cast<std::size_t>(frame.grid.first));
  const auto best = std::ranges::max_element(patches) - patches.begin();
  std::string words = "Most from patch " + position_name(frame.grid, frame.grid.first + best) + ": " +
                      format_percent(patches[static_cast<std::size_t>(best)]) + ".";
  if (frame.grid.first > 0) words += " From [CLS], which is no patch: " + format_percent(shares[0]) + ".";
  return words;
}

/// Layer by layer, the first at the left. Returns the layer that was pressed; −1: none.
Index draw_layers(const PicturesFrame& frame, const PictureResults& results, Index chosen, float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float side = std::ceil(em() * 8), gap = em() * 0.6f, line = std::ceil(em() * 1.3f);
  double most = 0;
  for (const std::vector<double>& shares : results.rollout)
    most = std::max(most, largest_of_patches(frame.grid, shares));
  Index pressed = -1;
  ImVec2 at = start;
  for (Index layer = 0; layer < std::ssize(results.rollout); ++layer) {
    if (layer > 0 && at.x + side > start.x + width) at = {start.x, at.y + side + line + gap};
    const std::string number = std::to_string(layer);
    if (draw_small_picture(
            frame.face, {frame.grid, results.rollout[static_cast<std::size_t>(layer)], most},
            box_at({at.x, at.y + line}, {side, side}),
            {"pictures.layer[0," + number + "]", "Show it after layer " + number, layer == chosen}))
      pressed = layer;
    draw_text_in(window_canvas(), fonts().small, box_at(at, {side, line}), theme().palette.text_dim,
                 "after layer " + number, Align::Centre);
    at.x += side + gap;
  }
  const Box legend =
      draw_cover_legend({start.x, at.y + line + side + em() * 0.3f}, most, "one scale for all layers", width);
  move_cursor(start);
  ImGui::Dummy({width, legend.max.y - start.y + em() * 0.4f});
  return pressed;
}

const PictureAttention* attention_of_patches(const PicturesFrame& frame) {
  const auto found = std::ranges::find(frame.attentions, true, &PictureAttention::asked_by_patches);
  return found == frame.attentions.end() ? nullptr : &*found;
}

}  // namespace

void draw_picture_rollout(const PicturesFrame& frame) {
  const PictureAttention* const patches = attention_of_patches(frame);
  if (!patches)
    return empty_note("Patches do not attend to each other in this model.",
                      "Rollout follows self-attention through the layers.");
  if (!frame.results || frame.results->rollout.empty() || frame.results->grid != frame.grid)
    return empty_note("The layers are being multiplied …");
  const PictureResults& results = *frame.results;
  draw_asking(frame, results.followed, true);
  ImGui::SameLine(0, em());
  const std::string made = "what " + asking_words(frame, *patches, results.followed) +
                           (results.followed.all ? " are made of" : " is made of");
  const Box title =
      reserve({std::min(text_size(fonts().ui_bold, made).x + 2, ImGui::GetContentRegionAvail().x),
               ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, made);
  tip_term("attention rollout", title);
  ImGui::BeginChild("pictures rollout", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail(), at = ImGui::GetCursorScreenPos();
  const bool beside = room.x > em() * 40;
  const float gap = em() * 1.5f;
  const float side = std::floor(std::clamp(
      beside ? std::min(room.y - em() * 2.2f, room.x * 0.5f - gap) : std::min(room.x - gap, room.y * 0.6f),
      em() * 10, em() * 34));
  const Index layer =
      clamp_index(frame.model.state.selection.layer, static_cast<Index>(results.rollout.size()));
  const std::vector<double>& shares = results.rollout[static_cast<std::size_t>(layer)];
  const PatchCover cover{frame.grid, shares, largest_of_patches(frame.grid, shares)};
  const Box box = box_at({at.x + 1, at.y + em() * 0.3f}, {side, side});
  const PickedPatch picked = draw_large_picture(
      frame, {"pictures.followed", cover, results.followed.all ? -1 : results.followed.query, "share"}, box);
  if (picked.clicked) frame.follow(frame.grid.position(*picked.clicked));
  draw_cover_legend({box.min.x, box.max.y + em() * 0.3f}, cover.most,
                    "share, after layer " + std::to_string(layer), side);
  move_cursor(beside ? ImVec2{box.max.x + gap, at.y} : ImVec2{at.x, box.max.y + em() * 2});
  ImGui::BeginGroup();
  const float width = (beside ? room.x - side - gap : room.x) - ImGui::GetStyle().ScrollbarSize;
  draw_picture_note(share_words(frame, shares), width);
  ImGui::Dummy({0, em() * 0.2f});
  const Index pressed = draw_layers(frame, results, layer, width);
  if (pressed >= 0) frame.emit({"select.layer", {std::to_string(pressed)}});
  ImGui::Dummy({0, em() * 0.3f});
  draw_picture_note(kRolloutSentence, width);
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
