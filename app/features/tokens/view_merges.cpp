// Byte pairs: the text with the first merges, one merge more or less at a time; the chosen word's own merges;
// and the table of all. Script names: tokens.walk[0,i], tokens.previous, tokens.play, tokens.next,
// tokens.merges (slider), tokens.merged[0,i] (the text's tokens).
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/base/format.h"
#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/text/token_pipeline.h"

namespace attnlab {
namespace {

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
  const bool playing = frame.model.screen.merges_play;
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
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < em() * 6) ImGui::NewLine();
  draw_merge_buttons(frame, merge_stops(frame.choice, pairs, frame.text));
  ImGui::SameLine(0, em());
  if (ImGui::GetContentRegionAvail().x < em() * 16) ImGui::NewLine();
  draw_merge_slider(frame, pairs);
  wrapped_text(fonts().ui, theme().palette.text, merge_words(pairs, frame.applied()));
  if (!bpe->own)
    dim_text("This model reads no byte pairs: these are learnt from " + frame.cut.levels.texts + ".");
  ImGui::Dummy({0, em() * 0.2f});
  draw_merge_parts(frame, *bpe);
}

}  // namespace attnlab
