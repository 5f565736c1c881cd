// Byte pairs: the text with the first merges, one merge more or less at a time; the chosen word's own
// merges; and the table of all. Also the merges of one word. Script names: tokens.walk[0,i],
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
#include "core/text/token_pipeline.h"

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

/// Draws the merges of the chosen word, one below the other, in a column of this width.
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

/// Draws the table of all merges.
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

/// Width from which the table of merges stands beside the rest, in em().
constexpr float kTableBeside = 46;
/// Least width of the table with its words and numbers, in em().
constexpr float kLeastMergeTable = 24;

/// The merges that the walk goes through.
void choose_merge_range(const TokensFrame& frame) {
  std::vector<const char*> titles;
  int chosen = 0;
  for (const MergeRange& range : merge_ranges()) {
    if (range.name == frame.choice.walk) chosen = static_cast<int>(titles.size());
    titles.push_back(range.title);
  }
  ImGui::AlignTextToFramePadding();
  dim_text("merges");
  ImGui::SameLine(0, em() * 0.5f);
  if (segmented("tokens.walk", titles, chosen))
    frame.choose("walk", std::string(merge_ranges()[static_cast<std::size_t>(chosen)].name));
}

void draw_merge_buttons(const TokensFrame& frame, std::span<const Index> stops) {
  const Index now = frame.applied();
  const bool playing = frame.model.screen.plays == &tokens::kFeature;
  if (icon_button("tokens.previous", Icon::ChevronLeft, "The merge before (←)",
                  {.enabled = previous_stop(stops, now) != now}))
    frame.emit({"tokens.previous", {}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("tokens.play", playing ? Icon::Pause : Icon::Play, "Merge after merge (P)",
                  {.toggled = playing}))
    frame.emit({"tokens.play", {"toggle"}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("tokens.next", Icon::ChevronRight, "The next merge (→)",
                  {.enabled = next_stop(stops, now) != now}))
    frame.emit({"tokens.next", {}});
}

void draw_merge_slider(const TokensFrame& frame, const BytePairs& pairs) {
  const auto most = static_cast<float>(pairs.merges().size());
  if (most < 1) return ImGui::NewLine();
  auto now = static_cast<float>(frame.applied());
  const float label = text_size(fonts().ui, "applied").x + em() * 0.6f, number = em() * 4;
  const float rail = std::min(ImGui::GetContentRegionAvail().x - label - number, em() * 22);
  if (!slider("tokens.merges", "applied", now, 0, most, "%.0f", std::max(rail, em() * 3))) return;
  frame.choose("merges", std::to_string(std::llround(now)));
}

std::string quoted_token(const BytePairs& pairs, TokenId token) {
  return "“" + display_token(pairs.bytes(token)) + "”";
}

/// "Merge 12 of 500: “t” + “he” → “the”. They stood side by side 1,234 times when the merge was learnt."
std::string merge_words(const BytePairs& pairs, Index applied) {
  const std::string all = format_count(static_cast<std::int64_t>(pairs.merges().size()));
  if (applied == 0) return "No merge of " + all + " is applied yet: the text is its bytes.";
  const Merge& merge = pairs.merges()[static_cast<std::size_t>(applied - 1)];
  const TokenId made = pairs.made_by(applied - 1);
  const std::string count = merge.count > 0
                                ? " They stood side by side " + format_count(merge.count) +
                                      (merge.count == 1 ? " time" : " times") + " when the merge was learnt."
                                : " How often they stood side by side is not known of this tokenizer.";
  return "Merge " + format_count(applied) + " of " + all + ": " + quoted_token(pairs, merge.left) + " + " +
         quoted_token(pairs, merge.right) + " → " + quoted_token(pairs, made) + "." + count;
}

/// The text with the merges that are applied, cut anew when they change.
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

/// The bytes of the chosen word.
std::pair<std::size_t, std::size_t> word_bytes(const BytePairs& pairs, const TokenText& text) {
  const std::string_view word = chosen_chunk(pairs, text);
  const auto begin = static_cast<std::size_t>(word.empty() ? 0 : word.data() - text.text.data());
  return {begin, begin + word.size()};
}

void draw_merged_text(const TokensFrame& frame, const TextLevel& bpe) {
  const CutText& cut = merged_text(frame, bpe);
  const auto [from, to] = word_bytes(*bpe.tokenizer->byte_pairs(), frame.text);
  wrapped_text(fonts().small, theme().palette.text_dim,
               "The text with these merges: " + format_count(static_cast<std::int64_t>(cut.tokens.size())) +
                   " tokens of " + format_count(static_cast<std::int64_t>(frame.text.text.size())) +
                   " bytes. Framed: the chosen word; press another.");
  const TokenChipsResult r = draw_token_chips("merged", {*bpe.tokenizer, cut, "tokens.merged", from, to});
  if (r.clicked >= 0) frame.choose_byte(cut.tokens[static_cast<std::size_t>(r.clicked)].begin);
}

/// The text and the chosen word.
void draw_merge_left(const TokensFrame& frame, const TextLevel& bpe) {
  draw_merged_text(frame, bpe);
  ImGui::Dummy({0, em() * 0.4f});
  draw_word_steps(frame, *bpe.tokenizer->byte_pairs(), ImGui::GetContentRegionAvail().x);
}

/// The table beside the text and the word; in a narrow window below them, where all of it scrolls.
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

/// Why the tokenizer of another program has no merges to go through; "" where it is not one.
struct WithoutMerges {
  std::shared_ptr<const Tokenizer> tokenizer;
  std::string why;
};

constexpr std::pair<std::string_view, std::string_view> kWithoutMerges[] = {
    {"WordPiece",
     "This model's tokenizer takes the longest entry with which a word begins, then the longest with which "
     "the rest begins: it has no merges."},
    {"Unigram",
     "Of all ways to cut a word, this model's tokenizer takes that whose pieces are likeliest together: it "
     "has no merges."},
    {"BPE",
     "This model's tokenizer cuts words by the rules of its own file before it merges pairs in them: such "
     "merges are not gone through here."}};

const std::string& why_no_merges(const TokensFrame& frame) {
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
  if (!bpe && !why_no_merges(frame).empty())
    return empty_note(why_no_merges(frame), "What became of the text: “text and ids” and “vocabulary”.");
  if (!bpe) return empty_note(missing_level(frame, TokenLevel::BytePairs));
  const BytePairs& pairs = *bpe->tokenizer->byte_pairs();
  choose_merge_range(frame);
  next_on_line(em() * 6, em());
  draw_merge_buttons(frame, merge_stops(frame.choice, pairs, frame.text));
  next_on_line(em() * 16, em());
  draw_merge_slider(frame, pairs);
  wrapped_text(fonts().ui, theme().palette.text, merge_words(pairs, frame.applied()));
  if (!bpe->own)
    dim_text("This model reads no byte pairs: these are learnt from " + frame.cut.levels.texts + ".");
  ImGui::Dummy({0, em() * 0.2f});
  draw_merge_parts(frame, *bpe);
}

}  // namespace attnlab
