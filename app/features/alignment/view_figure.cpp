// The figure of an alignment, as the papers draw it, and below it the steps of the selected position.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "app/base/format.h"
#include "app/features/alignment/view_frame.h"
#include "app/features/alignment/view_notation.h"
#include "app/views/common/predictions.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

using Makes = AlignmentStep::Makes;

constexpr float kFormulaScale = 0.72f;
constexpr std::size_t kMostTerms = 3;

/// A number that a click explains.
void draw_step_number(const AlignmentFrame& frame, const std::string& text, const CellName& cell) {
  const ImVec2 size{text_size(fonts().mono, text).x + em() * 0.8f, ImGui::GetFrameHeight()};
  const Box box = box_at(ImGui::GetCursorScreenPos(), size);
  ImGui::PushID(cell.tensor.c_str());
  if (ImGui::InvisibleButton("number", size)) frame.explain(cell);
  ImGui::PopID();
  const bool over = ImGui::IsItemHovered();
  tip(tr("Explain this number"));
  window_canvas().fill(box, over ? theme().palette.raised_hover : theme().palette.raised, em() * 0.25f);
  draw_text_in(window_canvas(), fonts().mono, box, theme().palette.text, text, Align::Centre);
}

/// "0.91 · state 5 + 0.05 · state 4 + …", the largest weights first.
std::string weighted_sum_words(const AlignmentFrame& frame) {
  const Index i = frame.at.target, n = frame.pass.sources();
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater{}, [&](Index j) { return frame.pass.weight(i, j); });
  std::string words;
  for (std::size_t k = 0; k < std::min(order.size(), kMostTerms); ++k)
    words += (k ? " + " : "") + tr("{1} · state {2}", format_fixed(frame.pass.weight(i, order[k]), 3),
                                   std::to_string(order[k] + 1));
  return words + (order.size() > kMostTerms ? " + …" : "");
}

void draw_dim_line(const std::string& words) {
  ImGui::AlignTextToFramePadding();
  dim_text(words);
}

/// The numbers that a step computes, after or below its formula.
void draw_made_numbers(const AlignmentFrame& frame, Makes makes, float width) {
  const Index i = frame.at.target, j = frame.at.source;
  const int digits = static_cast<int>(frame.model.screen.digits) + 1;
  switch (makes) {
    case Makes::Score:
      return draw_step_number(frame, "= " + format_number(frame.pass.score(i, j), digits),
                              {frame.pass.scores->name, {0, i, j}});
    case Makes::Weight:
      return draw_step_number(frame, "= " + format_number(frame.pass.weight(i, j), digits),
                              {frame.pass.weights->name, {0, i, j}});
    case Makes::Context:
      draw_dim_line("= " + weighted_sum_words(frame));
      return draw_state_strip(frame, "alignment.context", {frame.pass.context, i}, width);
    case Makes::Attentional:
      ImGui::NewLine();
      return draw_state_strip(frame, "alignment.attentional", {frame.pass.attentional, i}, width);
    case Makes::State:
      draw_dim_line(tr("reads “{1}”", frame.read_word(i)));
      return draw_state_strip(frame, "alignment.next", frame.pass.after(i), width);
    case Makes::Start:
      ImGui::NewLine();
      return draw_state_strip(frame, "alignment.start_state", frame.pass.start, width);
  }
}

}  // namespace

void draw_state_strip(const AlignmentFrame& frame, const char* target, const StateRow& state, float width) {
  const std::span<const Real> values = state.values();
  const auto cells = static_cast<int>(values.size());
  HeatMapOptions o;
  o.scale = {Scale::Diverging, RangeMode::Symmetric, {0, 1}};
  o.rows.hidden = o.cols.hidden = true;
  o.legend = o.numbers = false;
  o.square = false;
  o.cell_width = std::max(2.0f, std::floor(std::min(width / static_cast<float>(cells), em() * 1.4f)));
  o.cell_height = std::ceil(em() * 1.25f);
  o.zooms_across = o.zooms_down = false;
  o.target = target;
  o.tensor = state.tensor->site->cell;
  const HeatMapResult map =
      heat_map(target,
               matrix_view(values.data(), 1, cells,
                           frame.model.trace_key().number() + static_cast<std::uint64_t>(state.row)),
               o);
  if (map.clicked) frame.explain(state.cell(map.clicked->col));
}

namespace {

/// Draws how the selected position is computed, line by line, with its numbers.
void draw_alignment_steps(const AlignmentFrame& frame) {
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const std::vector<AlignmentStep> steps =
      alignment_steps(*frame.pass.kind, frame.trace.config().bidirectional);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const std::string id = "alignment.step[" + std::to_string(k) + ",0]";
    const FormulaResult formula = draw_formula(id.c_str(), steps[k].formula, {.size = kFormulaScale});
    ImGui::SameLine(0, em() * 0.8f);
    const float rise = (formula.bounds.height() - ImGui::GetFrameHeight()) / 2;
    if (rise > 0) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + rise);
    ImGui::PushID(static_cast<int>(k));
    draw_made_numbers(frame, steps[k].makes, width);
    ImGui::PopID();
    mark(id, {start, {start.x + width, ImGui::GetCursorScreenPos().y}});
    ImGui::Dummy({0, em() * 0.15f});
  }
}

constexpr float kHighestPicture = 30;  // in em

/// What the model predicts at the selected position.
std::string predicted_words(const AlignmentFrame& frame, Index i) {
  const std::string number = std::to_string(i + 1), read = display_token(frame.read_word(i));
  const std::vector<Prediction> all = predictions(frame.trace);
  const auto at = static_cast<std::size_t>(i);
  if (at >= all.size()) return tr("Position {1}: the decoder has read “{2}”.", number, read);
  return tr(
      "Position {1}: after “{2}”, the model predicts “{3}” ({4}).", number, read,
      display_token(prediction_words(frame.model.format, frame.model.vocabularies->target, all[at].token)),
      format_percent(static_cast<double>(all[at].probability)));
}

/// Where the decoder attends at the selected position.
std::string attention_words(const AlignmentFrame& frame, Index i) {
  if (!frame.looks_back()) return tr("It does not attend to the source.");
  const Index j = frame.pass.strongest(i);
  return tr("It attends most to “{1}” ({2}).", display_token(frame.source_word(j)),
            format_percent(frame.pass.weight(i, j)));
}

void draw_position_controls(const AlignmentFrame& frame) {
  const Index last = frame.pass.positions() - 1, i = frame.at.target;
  const float gap = em() * 0.3f;
  if (!frame.model.figure) {
    if (icon_button("alignment.previous", Icon::ChevronLeft, tr("Previous position  (←)"),
                    {.enabled = i > 0}))
      frame.emit({"alignment.previous", {}});
    ImGui::SameLine(0, gap);
    const bool playing = frame.model.screen.plays == &alignment::kFeature;
    if (icon_button("alignment.play", playing ? Icon::Pause : Icon::Play, tr("Play the positions  (P)"),
                    {.toggled = playing}))
      frame.emit({"alignment.play", {"toggle"}});
    ImGui::SameLine(0, gap);
    if (icon_button("alignment.forward", Icon::ChevronRight, tr("Next position  (→)"), {.enabled = i < last}))
      frame.emit({"alignment.next", {}});
    ImGui::SameLine(0, em() * 0.8f);
  }
  ImGui::AlignTextToFramePadding();
  wrapped_text(fonts().ui, theme().palette.text, predicted_words(frame, i) + " " + attention_words(frame, i));
}

/// Which numbers the formulas of a score and a weight show.
void draw_pair_words(const AlignmentFrame& frame) {
  const std::string position = std::to_string(frame.at.target + 1);
  dim_text(frame.looks_back()
               ? tr("Numbers for position {1} and encoder state {2}, “{3}”. Click a number to explain it.",
                    position, std::to_string(frame.at.source + 1),
                    display_token(frame.source_word(frame.at.source)))
               : tr("Numbers for position {1}. Click a number to explain it.", position));
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
