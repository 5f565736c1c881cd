// The vocabulary as a table: searched, sorted, with the counts in the model's texts. Script names:
// tokens.level[0,i], tokens.search (field), tokens.entry[i,0] (rows), tokens.entry.sort[0,i] (titles).
#include <algorithm>

#include "app/base/format.h"
#include "app/features/tokens/choice.h"
#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/vectors/one_hot.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

/// The search's own copy while the field has the keyboard.
struct EntrySearchField {
  std::string text;
  bool active = false;
};

/// The ids that the search finds, sorted; found anew when levels, search or order change.
struct FoundEntries {
  std::shared_ptr<const Tokenizer> tokenizer;
  bool counted = false;
  std::string search, sort;
  bool descending = false;
  std::vector<TokenId> ids;
};

const VocabularyOrder& chosen_order(const TokensFrame& frame) {
  return row_named(kVocabularyOrders, "order of the vocabulary", frame.choice.sort);
}

const std::vector<TokenId>& found_entries(const TokensFrame& frame, const TextLevel& level) {
  FoundEntries& kept = frame.model.remembered<FoundEntries>();
  const TokensChoice& c = frame.choice;
  const bool counted = level.counts.known();
  if (kept.tokenizer == level.tokenizer && kept.counted == counted && kept.search == c.search &&
      kept.sort == c.sort && kept.descending == c.descending)
    return kept.ids;
  kept = {level.tokenizer, counted, c.search, c.sort, c.descending, {}};
  kept.ids = find_entries(*level.tokenizer, level.counts,
                          {.search = c.search, .by = chosen_order(frame).by, .descending = c.descending});
  return kept.ids;
}

/// The level whose vocabulary is shown.
TokenLevel shown_level(const TokensFrame& frame) {
  return frame.choice.level == "model" ? frame.cut.levels.own().level : token_level(frame.choice.level).level;
}

void choose_vocabulary(const TokensFrame& frame, TokenLevel shown) {
  std::vector<const char*> titles;
  int chosen = -1;
  for (const TokenLevel level : kLevelsOfTexts) {
    if (level == shown) chosen = static_cast<int>(titles.size());
    titles.push_back(token_level(level).pieces.data());
  }
  if (segmented("tokens.level", titles, chosen))
    frame.choose("level", std::string(token_level(kLevelsOfTexts[static_cast<std::size_t>(chosen)]).name));
}

void draw_entry_search(const TokensFrame& frame) {
  EntrySearchField& field = frame.model.remembered<EntrySearchField>();
  if (!field.active) field.text = frame.choice.search;
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < em() * 12) ImGui::NewLine();
  bool changed = false;
  text_field("tokens.search", field.text, "search: letters, an id, U+00E9",
             std::min(ImGui::GetContentRegionAvail().x, em() * 20), &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose("search", field.text);
}

/// "760 entries, 12 found. Counted in the text village: 45,678 tokens, 3 of them unknown. Marked: …"
std::string vocabulary_words(const TokensFrame& frame, const TextLevel& level, std::size_t found) {
  std::string words = format_count(level.tokenizer->size()) + " entries";
  if (!frame.choice.search.empty()) words += ", " + format_count(static_cast<std::int64_t>(found)) + " found";
  if (level.counts.known())
    return words + ". Counted in " + frame.cut.levels.texts + ": " + format_count(level.counts.tokens) +
           " tokens, " + format_count(level.counts.unknown) + " of them unknown. Marked: in the text above.";
  return words +
         (frame.learning() ? ". Being counted …" : ". Not counted: " + frame.cut.levels.why_not + ".");
}

/// The embedding's row in the inspector, and its first token in the text, if any, in all views.
void choose_entry(const TokensFrame& frame, const TextLevel& level, TokenId id) {
  const CutText& cut = frame.cut_by(level);
  const auto in_text = std::ranges::find(cut.tokens, id, &CutToken::id);
  if (in_text != cut.tokens.end()) frame.choose_byte(in_text->begin);
  const TraceTensor* const table = embedding_tensors(frame.trace, text_of_side(frame.text.side)).table;
  if (level.own && table) frame.emit({"inspect", {table->name, std::to_string(id) + ",0"}});
}

TokenId chosen_id(const TokensFrame& frame, const TextLevel& level) {
  const CutText& cut = frame.cut_by(level);
  const int token = frame.text.token < 0 ? -1 : cut.at(frame.text.chosen_byte());
  return token < 0 ? kUnknownId : cut.tokens[static_cast<std::size_t>(token)].id;
}

/// Columns that sort have the names of kVocabularyOrders.
std::vector<ListColumn> vocabulary_columns(const TokensFrame& frame, bool wide) {
  std::vector<ListColumn> columns{{"id", 4.2f, true, true}, {"token", wide ? 12.0f : 0.0f, false, true}};
  if (wide) columns.push_back({"code points", 0, false, false});
  columns.push_back({"bytes", 5, true, true});
  columns.push_back({"count", 6, true, true});
  for (ListColumn& column : columns)
    if (column.sorts && column.title == frame.choice.sort) column.sorted = frame.choice.descending ? -1 : 1;
  return columns;
}

/// By another column, numbers of bytes and counts the largest first; or the other way round.
void sort_entries(const TokensFrame& frame, const ListColumn& column) {
  if (column.sorted != 0) return frame.choose("descending", "toggle");
  frame.choose("sort", column.title);
  frame.choose("descending", column.title == "count" || column.title == "bytes" ? "on" : "off");
}

std::string entry_cell(const TextLevel& level, TokenId id, std::string_view column) {
  const Tokenizer& tokenizer = *level.tokenizer;
  const std::string bytes = bytes_of_entry(tokenizer, id);
  if (column == "id") return std::to_string(id);
  if (column == "token") return bytes.empty() ? tokenizer.entry(id) : display_token(bytes);
  if (column == "code points") return code_points_text(bytes);
  if (column == "bytes") return bytes.empty() ? "–" : std::to_string(bytes.size());
  return level.counts.known() ? format_count(level.counts.of(id)) : "–";
}

}  // namespace

void draw_vocabulary(const TokensFrame& frame) {
  const TokenLevel shown = shown_level(frame);
  choose_vocabulary(frame, shown);
  const TextLevel* const level = frame.level(shown);
  if (!level) return empty_note(missing_level(frame, shown));
  ImGui::SameLine(0, em());
  draw_entry_search(frame);
  const std::vector<TokenId>& ids = found_entries(frame, *level);
  dim_text(vocabulary_words(frame, *level, ids.size()));
  if (ids.empty()) return empty_note("No entry is written like that.", "Try fewer letters.");
  const TokenId chosen = chosen_id(frame, *level);
  const auto at = std::ranges::find(ids, chosen);
  const std::vector<ListColumn> columns =
      vocabulary_columns(frame, ImGui::GetContentRegionAvail().x > em() * 38);
  std::vector<TokenId> in_text;
  for (const CutToken& token : frame.cut_by(*level).tokens) in_text.push_back(token.id);
  std::ranges::sort(in_text);
  const ListTable table{
      .target = "tokens.entry",
      .columns = columns,
      .rows = ids.size(),
      .selected = chosen == kUnknownId || at == ids.end() ? -1 : static_cast<int>(at - ids.begin()),
      .marked = [&](std::size_t row) { return std::ranges::binary_search(in_text, ids[row]); },
      .cell = [&](std::size_t row,
                  std::size_t column) { return entry_cell(*level, ids[row], columns[column].title); }};
  const ListTableResult r = draw_list_table("vocabulary", table, frame.model.figure);
  if (r.clicked >= 0) choose_entry(frame, *level, ids[static_cast<std::size_t>(r.clicked)]);
  if (r.sorted >= 0) sort_entries(frame, columns[static_cast<std::size_t>(r.sorted)]);
}

}  // namespace attnlab
