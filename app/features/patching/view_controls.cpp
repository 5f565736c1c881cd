// The choices of patching: part, metric, path, position, and how far the work is.
#include <algorithm>
#include <vector>

#include "app/base/format.h"
#include "app/features/patching/view_frame.h"
#include "app/views/common/position_strip.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

/// A choice between rows with names and titles; none is chosen where `now` is not among them.
template <typename Rows>
void draw_patching_choice(const PatchingFrame& frame, const char* name, const char* option, const Rows& rows,
                          const std::string& now) {
  std::vector<std::string> titles;
  int at = -1;
  for (const auto& row : rows) {
    if (row.name == now) at = static_cast<int>(titles.size());
    titles.emplace_back(row.title);
  }
  std::vector<const char*> shown;
  for (const std::string& title : titles) shown.push_back(title.c_str());
  if (segmented(name, shown, at)) frame.choose(option, std::string(rows[static_cast<std::size_t>(at)].name));
}

template <typename Rows>
float patching_choice_width(const Rows& rows) {
  float width = 0;
  for (const auto& row : rows) width += text_size(fonts().ui, std::string(row.title)).x + em() * 1.2f;
  return width;
}

void draw_patching_words(const std::string& words, Colour colour) {
  const Box box = reserve({text_size(fonts().ui, words).x + em() * 0.2f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, colour, words);
}

/// "at all positions | at one position".
void draw_patching_positions(const PatchingFrame& frame) {
  constexpr std::array<const char*, 2> kPositions{"at all positions", "at one position"};
  int at = frame.choice.position < 0 ? 0 : 1;
  patching_item_beside(segmented_width(kPositions));
  if (!segmented("patching.at", kPositions, at)) return;
  const PatchingResult* const result = frame.results.result.get();
  if (result && result->pair.tokens[0].input.empty()) frame.choose("side", "source");
  frame.choose("position", at == 0 ? "-1" : "0");
}

void draw_position_strip(const PatchingFrame& frame, const std::vector<Piece>& pieces, const char* side) {
  if (pieces.empty()) return;
  std::vector<std::string> words;
  for (const Piece& piece : pieces) words.push_back(piece.text);
  TokenStripOptions o;
  o.label = side;
  o.selected = frame.choice.side == side ? static_cast<int>(frame.choice.position) : -1;
  o.target = "patching.position." + std::string(side);
  const TokenStripResult strip = position_strip(frame.model, o.target.c_str(), words, o);
  if (strip.clicked < 0) return;
  if (frame.choice.side != side) frame.choose("side", side);
  frame.choose("position", std::to_string(strip.clicked));
}

/// The tokens, one of which is chosen.
void draw_position_strips(const PatchingFrame& frame) {
  const PatchingResult* const result = frame.results.result.get();
  if (!result || frame.choice.position < 0) return;
  const PairTokens& tokens = result->pair.tokens[0];
  draw_position_strip(frame, tokens.source, "source");
  draw_position_strip(frame, tokens.input, "target");
}

void draw_patching_progress(const PatchingFrame& frame) {
  const PatchingResults& r = frame.results;
  const bool stopped = frame.choice.stopped, slow = r.busy && r.all > 0 && r.done > 0;
  if (!stopped && !slow) return;
  const std::string words =
      stopped ? "stopped" : format_count(r.done) + " of " + format_count(r.all) + " passes";
  patching_item_beside(em() * 12);
  if (text_button("patching.stop", stopped ? "go on" : "stop",
                  stopped ? "Works the grid out" : "Ends the work on this grid", {.toggled = stopped}))
    frame.choose("stopped", stopped ? "off" : "on");
  ImGui::SameLine(0, em() * 0.5f);
  draw_patching_words(words, theme().palette.text_dim);
}

void draw_propose(const PatchingFrame& frame) {
  patching_item_beside(text_size(fonts().ui_bold, "propose another pair").x + em() * 1.6f);
  if (text_button("patching.propose", "propose another pair",
                  "Two texts whose answers differ by a token or two  (X)"))
    frame.emit({"patch.propose", {}});
}

}  // namespace

void draw_patching_controls(const PatchingFrame& frame) {
  if (frame.model.figure) return;
  draw_patching_choice(frame, "patching.what", "what", patched_parts_of(frame.model.trace->config()),
                       frame.choice.what);
  draw_propose(frame);
  draw_patching_choice(frame, "patching.metric", "metric", patch_metrics(), frame.choice.metric);
  const PatchedPart::Kind kind = patched_part(frame.choice.what).kind;
  if (kind == PatchedPart::Kind::Path) {
    patching_item_beside(patching_choice_width(path_inputs()) + em() * 3);
    draw_patching_words("into", theme().palette.text_dim);
    ImGui::SameLine(0, em() * 0.3f);
    draw_patching_choice(frame, "patching.into", "into", path_inputs(), frame.choice.into);
  }
  if (kind == PatchedPart::Kind::Heads) draw_patching_positions(frame);
  draw_patching_progress(frame);
  if (kind == PatchedPart::Kind::Heads) draw_position_strips(frame);
}

}  // namespace attnlab
