// The merges of one word, one below the other, and the table of all merges. Script names: tokens.step[i,0]
// are the word's merges, tokens.merge[i,0] the rows of the table.
#include <algorithm>
#include <cmath>
#include <optional>

#include "app/base/format.h"
#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {
namespace {

/// Columns of a step: rank and pair, then the parts.
constexpr float kRankWidth = 4, kPairWidth = 9;

std::string count_words(Index count) { return count > 0 ? format_count(count) : "not known"; }

/// "t + he".
std::string pair_words(const BytePairs& pairs, const Merge& merge) {
  return display_token(pairs.bytes(merge.left)) + " + " + display_token(pairs.bytes(merge.right));
}

void draw_step_parts(const BytePairs& pairs, const MergeStep& step, const Box& box, bool reached) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  std::optional<TokenId> made;  // the first step has bytes, which no merge made
  if (step.merge >= 0) made = pairs.made_by(step.merge);
  const float inset = em() * 0.12f;
  float x = box.min.x;
  for (const TokenId token : step.tokens) {
    const std::string words = display_token(pairs.bytes(token));
    const float wide = std::ceil(text_size(fonts().ui, words).x + em() * 0.5f);
    if (x + wide > box.max.x) return draw_text(canvas, fonts().ui, {x, box.min.y + inset}, p.text_dim, "…");
    const Box part{{x, box.min.y + inset}, {x + wide, box.max.y - inset}};
    const bool is_new = token == made;
    canvas.fill(part, p.raised, em() * 0.2f);
    if (is_new && reached) canvas.frame(part, p.accent, em() * 0.2f, std::max(1.5f, em() / 10));
    draw_text_in(canvas, fonts().ui, part, reached ? p.text : p.text_dim, words, Align::Centre);
    x += wide + std::floor(em() * 0.15f);
  }
}

void draw_word_step(const TokensFrame& frame, const BytePairs& pairs, std::span<const MergeStep> steps,
                    std::size_t number, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const MergeStep& step = steps[number];
  const std::size_t now = step_with(steps, frame.applied());
  const std::string name = "tokens.step[" + std::to_string(number) + ",0]";
  move_cursor(box.min);
  if (ImGui::InvisibleButton(name.c_str(), box.size()))
    frame.choose("merges", std::to_string(step.merge + 1));
  mark(name, box);
  if (number == now || ImGui::IsItemHovered())
    canvas.fill(box, number == now ? p.accent_soft : p.raised_hover, em() * 0.2f);
  const Colour ink = number <= now ? p.text : p.text_dim;
  const float pair = box.min.x + em() * kRankWidth, parts = pair + em() * kPairWidth;
  if (step.merge >= 0) {
    const Merge& merge = pairs.merges()[static_cast<std::size_t>(step.merge)];
    draw_text_in(canvas, fonts().mono_small, {box.min, {pair - em() * 0.8f, box.max.y}}, ink,
                 format_count(step.merge + 1), Align::Right);
    draw_text_in(canvas, fonts().ui, {{pair, box.min.y}, {parts - em() * 0.4f, box.max.y}}, ink,
                 pair_words(pairs, merge) + (step.joined > 1 ? "  ×" + std::to_string(step.joined) : ""),
                 Align::Left, Cut::Meant);
    tip("Merge " + format_count(step.merge + 1) + ", learnt with count " + count_words(merge.count));
  } else {
    draw_text_in(canvas, fonts().ui, {{pair, box.min.y}, {parts - em() * 0.4f, box.max.y}}, ink, "bytes");
  }
  draw_step_parts(pairs, step, {{parts, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}}, number <= now);
}

void draw_steps_heading(float width) {
  const Box line = reserve({width, std::ceil(em() * 1.3f)});
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_dim;
  const float pair = line.min.x + em() * kRankWidth, parts = pair + em() * kPairWidth;
  draw_text_in(canvas, fonts().small, {line.min, {pair - em() * 0.8f, line.max.y}}, ink, "rank",
               Align::Right);
  draw_text_in(canvas, fonts().small, {{pair, line.min.y}, {parts, line.max.y}}, ink, "merge");
  draw_text_in(canvas, fonts().small, {{parts, line.min.y}, line.max}, ink, "word");
}

}  // namespace

void draw_word_steps(const TokensFrame& frame, const BytePairs& pairs, float width) {
  const std::string_view word = chosen_chunk(pairs, frame.text);
  if (word.empty()) return;
  const std::vector<MergeStep> steps = merge_steps(pairs, word);
  panel_header("“" + display_token(word) + "”",
               steps.size() > 1 ? "merge by merge" : "no merge joins its bytes");
  if (steps.size() > 1)
    wrapped_text(fonts().small, theme().palette.text_dim,
                 "Of the pairs that stand side by side, the one that was learnt first is merged next.",
                 width);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  draw_steps_heading(width);
  const float line = std::ceil(em() * 1.6f);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  for (std::size_t i = 0; i < steps.size(); ++i)
    draw_word_step(frame, pairs, steps, i,
                   box_at({start.x, start.y + line * static_cast<float>(i)}, {width, line}));
  move_cursor(start);
  ImGui::Dummy({width, line * static_cast<float>(steps.size())});
  ImGui::PopStyleVar();
}

void draw_merge_table(const TokensFrame& frame, const BytePairs& pairs) {
  const std::vector<Index> of_word = merges_in(pairs, chosen_chunk(pairs, frame.text));
  const Tokenizer& tokenizer = *frame.level(TokenLevel::BytePairs)->tokenizer;
  const ListTable table{
      .target = "tokens.merge",
      .columns = {{"rank", 3.0f, true},
                  {"left", 4.2f},
                  {"right", 4.2f},
                  {"token", 0},
                  {"id", 3.2f, true},
                  {"count", 3.8f, true}},
      .rows = pairs.merges().size(),
      .selected = static_cast<int>(frame.applied()) - 1,
      .marked = [&](std::size_t row) { return std::ranges::binary_search(of_word, static_cast<Index>(row)); },
      .cell = [&](std::size_t row, std::size_t column) -> std::string {
        const Merge& merge = pairs.merges()[row];
        const TokenId made = pairs.made_by(static_cast<Index>(row));
        switch (column) {
          case 0: return format_count(static_cast<std::int64_t>(row) + 1);
          case 1: return display_token(pairs.bytes(merge.left));
          case 2: return display_token(pairs.bytes(merge.right));
          case 3: return display_token(pairs.bytes(made));
          case 4: return format_count(tokenizer.id_of_pair(made));
          default: return merge.count > 0 ? format_count(merge.count) : "?";
        }
      }};
  panel_header("All merges", "marked: of the word");
  tip_term("byte-pair encoding");
  const ListTableResult r = draw_list_table("merges", table, frame.model.figure);
  if (r.clicked >= 0) frame.choose("merges", std::to_string(r.clicked + 1));
}

}  // namespace attnlab
