// Byte pairs: the text after the first merges, one merge more or less at a time; the merges of the selected
// word; and the table of all merges. Script names: tokens.walk[0,i],
// tokens.previous, tokens.play, tokens.next, tokens.merges (slider), tokens.merged[0,i] (the text's tokens);
// tokens.step[i,0] are the word's merges, tokens.merge[i,0] the rows of the table.
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/format.h"
#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/text/token_pipeline.h"

namespace attnlab {
namespace {

/// Columns of a step: rank and pair, then the parts.
constexpr float kRankWidth = 4, kPairWidth = 9;

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
    const std::string rank = format_count(step.merge + 1);
    tip(merge.count > 0 ? tr("Merge {1}, learned with count {2}", rank, format_count(merge.count))
                        : tr("Merge {1}, whose count is unknown", rank));
  } else {
    draw_text_in(canvas, fonts().ui, {{pair, box.min.y}, {parts - em() * 0.4f, box.max.y}}, ink, tr("bytes"));
  }
  draw_step_parts(pairs, step, {{parts, box.min.y}, {box.max.x - em() * 0.3f, box.max.y}}, number <= now);
}

void draw_steps_heading(float width) {
  const Box line = reserve({width, std::ceil(em() * 1.3f)});
  const Canvas canvas = window_canvas();
  const Colour ink = theme().palette.text_dim;
  const float pair = line.min.x + em() * kRankWidth, parts = pair + em() * kPairWidth;
  draw_text_in(canvas, fonts().small, {line.min, {pair - em() * 0.8f, line.max.y}}, ink, tr("rank"),
               Align::Right);
  draw_text_in(canvas, fonts().small, {{pair, line.min.y}, {parts, line.max.y}}, ink, tr("merge"));
  draw_text_in(canvas, fonts().small, {{parts, line.min.y}, line.max}, ink, tr("word"));
}

/// Draws the merges of the selected word, one below the other, in a column of this width.
void draw_word_steps(const TokensFrame& frame, const BytePairs& pairs, float width) {
  const std::string_view word = chosen_chunk(pairs, frame.text);
  if (word.empty()) return;
  const std::vector<MergeStep> steps = merge_steps(pairs, word);
  panel_header("“" + display_token(word) + "”",
               steps.size() > 1 ? tr("merge by merge") : tr("no merge joins its bytes"));
  if (steps.size() > 1)
    wrapped_text(fonts().small, theme().palette.text_dim,
                 tr("Among adjacent pairs, the pair that was learned first is merged next."), width);
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

/// Draws the table of all merges.
void draw_merge_table(const TokensFrame& frame, const BytePairs& pairs) {
  const std::vector<Index> of_word = merges_in(pairs, chosen_chunk(pairs, frame.text));
  const Tokenizer& tokenizer = *frame.level(TokenLevel::BytePairs)->tokenizer;
  const ListTable table{
      .target = "tokens.merge",
      .columns = {{"rank", tr("rank"), 3.0f, true},
                  {"left", tr("left"), 4.2f},
                  {"right", tr("right"), 4.2f},
                  {"token", tr("token"), 0},
                  {"id", tr("ID"), 3.2f, true},
                  {"count", tr("count"), 3.8f, true}},
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
  panel_header(tr("All merges"), tr("marked: merges of the word"));
  tip_term("byte-pair encoding");
  const ListTableResult r = draw_list_table("merges", table, frame.model.figure);
  if (r.clicked >= 0) frame.choose("merges", std::to_string(r.clicked + 1));
}

/// Width from which the table of merges is beside the rest, in em().
constexpr float kTableBeside = 46;
/// Least width of the table with its words and numbers, in em().
constexpr float kLeastMergeTable = 24;

/// The merges that the walk steps through.
void choose_merge_range(const TokensFrame& frame) {
  std::vector<const char*> titles;
  int chosen = 0;
  for (const MergeRange& range : merge_ranges()) {
    if (range.name == frame.choice.walk) chosen = static_cast<int>(titles.size());
    titles.push_back(tr(range.title));
  }
  ImGui::AlignTextToFramePadding();
  dim_text(tr("merges"));
  ImGui::SameLine(0, em() * 0.5f);
  if (segmented("tokens.walk", titles, chosen))
    frame.choose("walk", std::string(merge_ranges()[static_cast<std::size_t>(chosen)].name));
}

void draw_merge_buttons(const TokensFrame& frame, std::span<const Index> stops) {
  const Index now = frame.applied();
  const bool playing = frame.model.screen.plays == &tokens::kFeature;
  if (icon_button("tokens.previous", Icon::ChevronLeft, tr("Previous merge (←)"),
                  {.enabled = previous_stop(stops, now) != now}))
    frame.emit({"tokens.previous", {}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("tokens.play", playing ? Icon::Pause : Icon::Play, tr("Play the merges (P)"),
                  {.toggled = playing}))
    frame.emit({"tokens.play", {"toggle"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("tokens.next", Icon::ChevronRight, tr("Next merge (→)"),
                  {.enabled = next_stop(stops, now) != now}))
    frame.emit({"tokens.next", {}});
}

void draw_merge_slider(const TokensFrame& frame, const BytePairs& pairs) {
  const auto most = static_cast<float>(pairs.merges().size());
  if (most < 1) return ImGui::NewLine();
  auto now = static_cast<float>(frame.applied());
  const char* const applied = tr("applied");
  const float label = text_size(fonts().ui, applied).x + em() * 0.6f, number = em() * 4;
  const float rail = std::min(ImGui::GetContentRegionAvail().x - label - number, em() * 22);
  if (!slider("tokens.merges", applied, now, 0, most, "%.0f", std::max(rail, em() * 3))) return;
  frame.choose("merges", std::to_string(std::llround(now)));
}

/// "Merge 12 of 500: “t” + “he” → “the”. They were adjacent 1,234 times when the merge was learned."
std::string merge_words(const BytePairs& pairs, Index applied) {
  const std::string all = format_count(static_cast<std::int64_t>(pairs.merges().size()));
  if (applied == 0) return tr("None of the {1} merges is applied yet: the tokens are bytes.", all);
  const Merge& merge = pairs.merges()[static_cast<std::size_t>(applied - 1)];
  const TokenId made = pairs.made_by(applied - 1);
  const std::string count =
      merge.count > 0 ? tr_plural("They were adjacent {1} time when the merge was learned.",
                                  "They were adjacent {1} times when the merge was learned.", merge.count,
                                  format_count(merge.count))
                      : std::string(tr("This tokenizer does not record how often they were adjacent."));
  return tr("Merge {1} of {2}: “{3}” + “{4}” → “{5}”.", format_count(applied), all,
            display_token(pairs.bytes(merge.left)), display_token(pairs.bytes(merge.right)),
            display_token(pairs.bytes(made))) +
         " " + count;
}

/// The text after the applied merges, tokenized again when they change.
struct MergedText {
  std::shared_ptr<const Tokenizer> tokenizer;
  std::string text;
  Index applied = -1;
  CutText cut;
};

const CutText& merged_text(const TokensFrame& frame, const TextLevel& bpe) {
  MergedText& kept = frame.model.remembered<MergedText>();
  const Index applied = frame.applied();
  if (kept.tokenizer != bpe.tokenizer || kept.text != frame.text.text || kept.applied != applied)
    kept = {bpe.tokenizer, frame.text.text, applied, cut_text(*bpe.tokenizer, frame.text.text, applied)};
  return kept.cut;
}

/// The bytes of the selected word.
std::pair<std::size_t, std::size_t> word_bytes(const BytePairs& pairs, const TokenText& text) {
  const std::string_view word = chosen_chunk(pairs, text);
  const auto begin = static_cast<std::size_t>(word.empty() ? 0 : word.data() - text.text.data());
  return {begin, begin + word.size()};
}

void draw_merged_text(const TokensFrame& frame, const TextLevel& bpe) {
  const CutText& cut = merged_text(frame, bpe);
  const auto [from, to] = word_bytes(*bpe.tokenizer->byte_pairs(), frame.text);
  wrapped_text(
      fonts().small, theme().palette.text_dim,
      tr("The text after these merges: {1} tokens, from {2} bytes. The selected word is framed; click "
         "another to select it.",
         format_count(static_cast<std::int64_t>(cut.tokens.size())),
         format_count(static_cast<std::int64_t>(frame.text.text.size()))));
  const TokenChipsResult r = draw_token_chips("merged", {*bpe.tokenizer, cut, "tokens.merged", from, to});
  if (r.clicked >= 0) frame.choose_byte(cut.tokens[static_cast<std::size_t>(r.clicked)].begin);
}

/// The text and the selected word.
void draw_merge_left(const TokensFrame& frame, const TextLevel& bpe) {
  draw_merged_text(frame, bpe);
  ImGui::Dummy({0, em() * 0.4f});
  draw_word_steps(frame, *bpe.tokenizer->byte_pairs(), ImGui::GetContentRegionAvail().x);
}

/// The table beside the text and the word; in a narrow window below them, and everything scrolls.
void draw_merge_parts(const TokensFrame& frame, const TextLevel& bpe) {
  const BytePairs& pairs = *bpe.tokenizer->byte_pairs();
  const ImVec2 room = ImGui::GetContentRegionAvail(), start = ImGui::GetCursorScreenPos();
  const bool beside = room.x > em() * kTableBeside;
  const float gap = em() * 1.2f,
              table = std::floor(std::clamp(room.x * 0.42f, em() * kLeastMergeTable, em() * 32));
  const float left = beside ? room.x - table - gap : room.x;
  ImGui::BeginChild("merging", {left, room.y}, false, ImGuiWindowFlags_NoBackground);
  draw_merge_left(frame, bpe);
  if (beside) {
    ImGui::EndChild();
    move_cursor({start.x + left + gap, start.y});
  } else {
    ImGui::Dummy({0, em() * 0.4f});
  }
  ImGui::BeginChild("table", {0, beside ? 0 : std::max(room.y * 0.5f, em() * 14)}, false,
                    ImGuiWindowFlags_NoBackground);
  draw_merge_table(frame, pairs);
  ImGui::EndChild();
  if (!beside) ImGui::EndChild();
}

/// Why the tokenizer of another program does not have merges to step through; "" for our own tokenizers.
struct WithoutMerges {
  std::shared_ptr<const Tokenizer> tokenizer;
  const char* why = "";
};

constexpr std::pair<std::string_view, const char*> kWithoutMerges[] = {
    {"WordPiece",
     tr_mark("This model's tokenizer does not have merges: it splits off the longest entry at the "
             "start of a word, then the longest entry at the start of the rest, and so on.")},
    {"Unigram",
     tr_mark("This model's tokenizer does not have merges: of all ways to split a word, it takes the "
             "one whose pieces have the highest joint probability.")},
    {"BPE",
     tr_mark("This model's tokenizer splits words by the rules in its own file before it merges pairs. This "
             "view cannot step through such merges.")}};

const char* why_no_merges(const TokensFrame& frame) {
  WithoutMerges& kept = frame.model.remembered<WithoutMerges>();
  const std::shared_ptr<const Tokenizer>& own = frame.cut.levels.own().tokenizer;
  if (kept.tokenizer == own) return kept.why;
  kept = {own, ""};
  if (!own->pipeline()) return kept.why;
  const std::string type = own->pipeline()->json().at("model").value("type", "");
  for (const auto& [name, why] : kWithoutMerges)
    if (type == name) kept.why = why;
  return kept.why;
}

}  // namespace

void draw_merges(const TokensFrame& frame) {
  const TextLevel* const bpe = frame.level(TokenLevel::BytePairs);
  const std::string_view why = bpe ? "" : why_no_merges(frame);
  if (!why.empty())
    return empty_note(tr(why), tr("The tokens of the text are in “text and IDs” and “vocabulary”."));
  if (!bpe) return empty_note(missing_level(frame, TokenLevel::BytePairs));
  const BytePairs& pairs = *bpe->tokenizer->byte_pairs();
  choose_merge_range(frame);
  next_on_line(em() * 6, em());
  draw_merge_buttons(frame, merge_stops(frame.choice, pairs, frame.text));
  next_on_line(em() * 16, em());
  draw_merge_slider(frame, pairs);
  wrapped_text(fonts().ui, theme().palette.text, merge_words(pairs, frame.applied()));
  if (!bpe->own)
    dim_text(
        tr("This model does not use byte pairs; these merges are learned from {1}.", frame.cut.levels.texts));
  ImGui::Dummy({0, em() * 0.2f});
  draw_merge_parts(frame, *bpe);
}

}  // namespace attnlab
