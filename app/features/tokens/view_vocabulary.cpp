// The vocabulary as a table: searched, sorted, with the counts in the model's texts. Also the table that
// draws only the visible rows. Script names: tokens.level[0,i], tokens.search (field), tokens.entry[i,0]
// (rows), tokens.entry.sort[0,i] (titles).
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/tokens/choice.h"
#include "app/features/tokens/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/analysis/vectors/one_hot.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The least width of the column that takes the rest, and of a text if all texts share the room; in em.
constexpr float kLeastRest = 3, kLeastText = 2;

/// Left ends and widths of the columns, in pixels from the left end of the table. Numbers keep their widths.
struct ListLayout {
  std::vector<float> left, wide;
  float width, line;

  ListLayout(const ListTable& table, float room) : width(room), line(std::ceil(em() * 1.45f)) {
    float numbers = em(), texts = 0, count = 0;
    for (const ListColumn& column : table.columns) {
      (column.number ? numbers : texts) += column.width * em();
      count += column.number ? 0.0f : 1.0f;
    }
    const float rest = room - numbers - texts;
    const float each = std::max((room - numbers) / std::max(count, 1.0f), em() * kLeastText);
    float x = em() * 0.7f;
    for (const ListColumn& column : table.columns) {
      const float text = rest < em() * kLeastRest ? each : column.width > 0 ? column.width * em() : rest;
      const float wanted = column.number ? column.width * em() : text;
      left.push_back(x);
      wide.push_back(wanted);
      x += wanted;
    }
  }

  Box cell(const Box& row, std::size_t column) const {
    const float x = row.min.x + left[column];
    return {{x, row.min.y}, {std::min(x + wide[column] - em() * 0.5f, row.max.x), row.max.y}};
  }
};

std::string heading_of(const ListColumn& column) {
  return column.sorted == 0 ? column.title : column.title + (column.sorted > 0 ? " ↑" : " ↓");
}

/// Returns the clicked title, or −1.
int draw_list_heading(const ListTable& table, const ListLayout& layout) {
  const Box line = reserve({layout.width, layout.line});
  const ImVec2 after = ImGui::GetCursorScreenPos();
  const Palette& p = theme().palette;
  int pressed = -1;
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ListColumn& column = table.columns[i];
    const Box box = layout.cell(line, i);
    bool hot = false;
    if (column.sorts) {
      const std::string name = table.target + ".sort[0," + std::to_string(i) + "]";
      move_cursor(box.min);
      if (ImGui::InvisibleButton(name.c_str(), {std::max(box.width(), 1.0f), box.height()}))
        pressed = static_cast<int>(i);
      hot = ImGui::IsItemHovered();
      mark(name, box);
      tip(tr("Click to sort; click again to reverse"));
    }
    draw_text_in(window_canvas(), fonts().small, box, hot || column.sorted != 0 ? p.text : p.text_dim,
                 heading_of(column), column.number ? Align::Right : Align::Left);
  }
  window_canvas().fill({{line.min.x, line.max.y - 1}, line.max}, p.border);
  move_cursor(after);
  return pressed;
}

/// Returns whether the row was clicked.
bool draw_list_row(const ListTable& table, const ListLayout& layout, std::size_t row, const Box& box) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  const std::string name = table.target + "[" + std::to_string(row) + ",0]";
  move_cursor(box.min);
  const bool pressed = ImGui::InvisibleButton(name.c_str(), box.size());
  mark(name, box);
  const bool chosen = static_cast<int>(row) == table.selected;
  if (chosen || ImGui::IsItemHovered()) canvas.fill(box, chosen ? p.accent_soft : p.raised, em() * 0.2f);
  if (table.marked && table.marked(row))
    canvas.fill({{box.min.x, box.min.y + em() * 0.2f}, {box.min.x + em() * 0.25f, box.max.y - em() * 0.2f}},
                p.accent, em() * 0.1f);
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const ListColumn& column = table.columns[i];
    draw_text_in(canvas, column.number ? fonts().mono_small : fonts().ui, layout.cell(box, i), p.text,
                 table.cell(row, i), column.number ? Align::Right : Align::Left, Cut::Meant);
  }
  return pressed;
}

/// The selected row of each table in the last frame, by the table's id.
struct ListsInSight {
  std::vector<std::pair<ImGuiID, int>> selected;

  /// Whether the selection of the table has changed since the last frame.
  bool moved(ImGuiID table, int now) {
    const auto found = std::ranges::find(selected, table, &std::pair<ImGuiID, int>::first);
    if (found == selected.end()) return selected.emplace_back(table, now), now >= 0;
    return std::exchange(found->second, now) != now && now >= 0;
  }
};

void bring_in_sight(const ListTable& table, const ListLayout& layout) {
  if (!remembered<ListsInSight>().moved(ImGui::GetID("rows"), table.selected)) return;
  const float top = layout.line * float(table.selected), room = ImGui::GetWindowHeight();
  const float now = ImGui::GetScrollY();
  if (top < now || top + layout.line > now + room) ImGui::SetScrollY(std::max(top - room / 3, 0.0f));
}

/// A figure does not scroll: it has as many rows as fit, around the selected row.
std::size_t first_row_of_figure(const ListTable& table, std::size_t shown) {
  if (table.selected < 0 || table.rows <= shown) return 0;
  const auto before = static_cast<std::size_t>(std::max(table.selected - static_cast<int>(shown / 3), 0));
  return std::min(before, table.rows - shown);
}

}  // namespace

ListTableResult draw_list_table(const char* id, const ListTable& table, bool figure) {
  ListTableResult result;
  ImGui::PushID(id);
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const ListLayout layout(table, std::max(ImGui::GetContentRegionAvail().x - bar, em() * 6));
  result.sorted = draw_list_heading(table, layout);
  ImGui::BeginChild("rows", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  std::size_t first = 0, end = table.rows;
  if (figure) {
    const auto fit = static_cast<std::size_t>(std::max(ImGui::GetContentRegionAvail().y / layout.line, 1.0f));
    first = first_row_of_figure(table, fit);
    end = std::min(first + fit, table.rows);
  } else {
    bring_in_sight(table, layout);
  }
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const Box sight = clip_box();
  for (std::size_t row = first; row < end; ++row) {
    const Box box =
        box_at({start.x, start.y + layout.line * float(row - first)}, {layout.width, layout.line});
    if (intersection(box, sight).empty()) continue;
    if (draw_list_row(table, layout, row, box)) result.clicked = static_cast<int>(row);
  }
  move_cursor(start);
  ImGui::Dummy({layout.width, layout.line * float(end - first)});
  ImGui::EndChild();
  ImGui::PopStyleVar();
  ImGui::PopID();
  return result;
}

namespace {

/// The search's own copy while the field has the keyboard.
struct EntrySearchField {
  std::string text;
  bool active = false;
};

/// The token IDs that the search finds, sorted; found again when levels, search or order change.
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
    titles.push_back(tr(token_level(level).pieces.data()));
  }
  if (segmented("tokens.level", titles, chosen))
    frame.choose("level", std::string(token_level(kLevelsOfTexts[chosen]).name));
}

void draw_entry_search(const TokensFrame& frame) {
  EntrySearchField& field = frame.model.remembered<EntrySearchField>();
  if (!field.active) field.text = frame.choice.search;
  const float room = ImGui::GetContentRegionAvail().x;
  if (room < em() * 12) ImGui::NewLine();
  bool changed = false;
  text_field("tokens.search", field.text, tr("search: letters, a token ID, U+00E9"),
             std::min(ImGui::GetContentRegionAvail().x, em() * 20), &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose("search", field.text);
}

/// "Counted in the text village: 45,678 tokens, 3 of them unknown. Marked entries are in the text above."
std::string counted_words(const TokensFrame& frame, const TextLevel& level) {
  const TextLevels& levels = frame.cut.levels;
  if (level.counts.known())
    return tr("Counted in {1}: {2} tokens, {3} of them unknown. Marked entries are in the text above.",
              levels.texts, format_count(level.counts.tokens), format_count(level.counts.unknown));
  return frame.learning() ? std::string(tr("Counting…")) : tr("Not counted: {1}.", levels.why_not);
}

/// "760 entries, 12 found. Counted in …"
std::string vocabulary_words(const TokensFrame& frame, const TextLevel& level, std::size_t found) {
  const std::string all = format_count(level.tokenizer->size());
  const std::string entries =
      frame.choice.search.empty()
          ? tr("{1} entries.", all)
          : tr("{1} entries, {2} found.", all, format_count(static_cast<std::int64_t>(found)));
  return entries + " " + counted_words(frame, level);
}

/// Shows the row of the embedding in the inspector, and selects its first token in the text, if there is one.
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
  return token < 0 ? kUnknownId : cut.tokens[token].id;
}

/// Columns that sort have the names of kVocabularyOrders.
std::vector<ListColumn> vocabulary_columns(const TokensFrame& frame, bool wide) {
  std::vector<ListColumn> columns{{"id", tr("ID"), 4.2f, true, true},
                                  {"token", tr("token"), wide ? 12.0f : 0.0f, false, true}};
  if (wide) columns.push_back({"code_points", tr("code points"), 0, false, false});
  columns.push_back({"bytes", tr("bytes"), 5, true, true});
  columns.push_back({"count", tr("count"), 6, true, true});
  for (ListColumn& column : columns)
    if (column.sorts && column.name == frame.choice.sort) column.sorted = frame.choice.descending ? -1 : 1;
  return columns;
}

/// Sorts by another column, with the largest numbers of bytes and counts first; or reverses the order.
void sort_entries(const TokensFrame& frame, const ListColumn& column) {
  if (column.sorted != 0) return frame.choose("descending", "toggle");
  frame.choose("sort", std::string(column.name));
  frame.choose("descending", column.name == "count" || column.name == "bytes" ? "on" : "off");
}

std::string entry_cell(const TextLevel& level, TokenId id, std::string_view column) {
  const Tokenizer& tokenizer = *level.tokenizer;
  const std::string bytes = bytes_of_entry(tokenizer, id);
  if (column == "id") return std::to_string(id);
  if (column == "token") return bytes.empty() ? tokenizer.entry(id) : display_token(bytes);
  if (column == "code_points") return code_points_text(bytes);
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
  if (ids.empty()) return empty_note(tr("No entry matches the search."), tr("Try fewer letters."));
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
                  std::size_t column) { return entry_cell(*level, ids[row], columns[column].name); }};
  const ListTableResult r = draw_list_table("vocabulary", table, frame.model.figure);
  if (r.clicked >= 0) choose_entry(frame, *level, ids[r.clicked]);
  if (r.sorted >= 0) sort_entries(frame, columns[r.sorted]);
}

}  // namespace attnlab
