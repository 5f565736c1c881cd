// The figure of an alignment, as the papers draw it, and below it the steps of the selected position.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/alignment/view_frame.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

constexpr float kHighestPicture = 30;  // in em

std::string quoted_word(const std::string& word) { return "“" + display_token(word) + "”"; }

/// What the decoder does at the selected position, in one sentence.
std::string position_words(const AlignmentFrame& frame) {
  const Index i = frame.at.target;
  std::string words =
      "Position " + std::to_string(i + 1) + ": after " + quoted_word(frame.read_word(i)) + " ";
  const std::vector<Prediction> said = predictions(frame.trace);
  const auto at = static_cast<std::size_t>(i);
  if (at < said.size())
    words +=
        "the model says " +
        quoted_word(prediction_words(frame.model.format, frame.model.vocabularies->target, said[at].token)) +
        " (" + format_percent(static_cast<double>(said[at].probability)) + ")";
  if (!frame.looks_back()) return words + ". It looks at nothing but its own state.";
  const Index j = frame.pass.strongest(i);
  return words + " and looks most at " + quoted_word(frame.source_word(j)) + " (" +
         format_percent(frame.pass.weight(i, j)) + ").";
}

void draw_position_controls(const AlignmentFrame& frame) {
  const Index last = frame.pass.positions() - 1, i = frame.at.target;
  const float gap = em() * 0.3f;
  if (!frame.model.figure) {
    if (icon_button("alignment.previous", Icon::ChevronLeft, "The position before  (←)", {.enabled = i > 0}))
      frame.emit({"alignment.previous", {}});
    ImGui::SameLine(0, gap);
    const bool playing = frame.model.screen.alignment_plays;
    if (icon_button("alignment.play", playing ? Icon::Pause : Icon::Play, "Position after position  (P)",
                    {.toggled = playing}))
      frame.emit({"alignment.play", {"toggle"}});
    ImGui::SameLine(0, gap);
    if (icon_button("alignment.forward", Icon::ChevronRight, "The next position  (→)", {.enabled = i < last}))
      frame.emit({"alignment.next", {}});
    ImGui::SameLine(0, em() * 0.8f);
  }
  ImGui::AlignTextToFramePadding();
  wrapped_text(fonts().ui, theme().palette.text, position_words(frame));
}

/// Which numbers the formulas of a score and a weight show.
void draw_pair_words(const AlignmentFrame& frame) {
  if (frame.looks_back())
    dim_text("Numbers of position " + std::to_string(frame.at.target + 1) + " and encoder state " +
             std::to_string(frame.at.source + 1) + ", " + quoted_word(frame.source_word(frame.at.source)) +
             "; a click explains a number.");
  else
    dim_text("Numbers of position " + std::to_string(frame.at.target + 1) + "; a click explains a number.");
}

}  // namespace

void draw_alignment_figure(const AlignmentFrame& frame) {
  draw_position_controls(frame);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float least = least_picture_height(frame);
  const bool scrolls = room.y < least + em() * 11;
  ImGui::BeginChild("figure", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const float height = scrolls ? least : std::clamp(room.y * 0.55f, least, em() * kHighestPicture);
  ImGui::Dummy({0, em() * 0.1f});
  draw_state_picture(frame, height);
  ImGui::Dummy({0, em() * 0.2f});
  draw_pair_words(frame);
  draw_alignment_steps(frame);
  ImGui::EndChild();
}

}  // namespace attnlab
