// What the parts of the Tokens view share: the content of one frame, the tokenized texts, chips and tables.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/features/tokens/choice.h"
#include "app/features/tokens/work_walk.h"
#include "app/state/command.h"
#include "app/state/view_model.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The text on screen tokenized at each level, again only when the text or the levels change.
struct CutLevels {
  std::shared_ptr<const Vocabularies> vocabularies;
  std::shared_ptr<const ShownLevels> learnt;  ///< null: only levels that need not be learned are there
  TextSide side = TextSide::Target;
  std::string text;
  std::vector<TokenId> ids;  ///< of the model's own pieces: the same text may be written in several
  TextLevels levels;
  std::vector<CutText> cuts;  ///< one for each of `levels`
};

/// One frame of the view.
struct TokensFrame {
  const ViewModel& model;
  const Emit& emit;
  const Trace& trace;
  const TokensChoice& choice;
  const TokenText& text;
  const CutLevels& cut;

  bool learning() const { return !cut.learnt; }
  const TextLevel* level(TokenLevel level) const { return cut.levels.find(level); }
  /// The merges, or null until they are learned.
  const BytePairs* pairs() const;
  /// How many of them are applied.
  Index applied() const;
  /// The text by this level; the level must be there.
  const CutText& cut_by(const TextLevel& level) const;
  /// The position in the pass of the selected token, or of the first token of the text.
  Index position() const { return text.position(std::max(text.token, 0)); }
  void choose(const char* option, const std::string& value) const {
    emit({"choose", {std::string("tokens.") + option, value}});
  }
  /// Selects the model's token at this byte of the text, in all views.
  void choose_byte(std::size_t byte) const;
};

/// Why levels are not there: they are being learned, or cannot be learned.
std::string missing_levels(const TokensFrame& frame, std::span<const TokenLevel> levels);
inline std::string missing_level(const TokensFrame& frame, TokenLevel level) {
  return missing_levels(frame, {&level, 1});
}

/// Tokens as colored chips that wrap like words, with their token IDs below.
struct TokenChips {
  const Tokenizer& tokenizer;
  const CutText& cut;
  std::string target;                    ///< for scripts: chips are NAME[0,i]
  std::size_t lit_from = 0, lit_to = 0;  ///< tokens that share a byte of these are framed
};
struct TokenChipsResult {
  int clicked = -1, hovered = -1;
  std::vector<std::pair<int, Box>> boxes;  ///< of the chips in sight
};
/// Draws them at the cursor and advances it.
TokenChipsResult draw_token_chips(const char* id, const TokenChips& chips);

/// A column of a table.
struct ListColumn {
  std::string_view name;  ///< the column, in any language
  std::string title;
  float width = 0;      ///< in em(); 0: what the others leave
  bool number = false;  ///< in the font of numbers, aligned right
  bool sorts = false;   ///< its title can be clicked
  int sorted = 0;       ///< 1: rows are sorted by it, −1: the largest first
};
struct ListTable {
  std::string target;  ///< for scripts: rows are NAME[i,0], titles NAME.sort[0,i]
  std::vector<ListColumn> columns;
  std::size_t rows = 0;
  int selected = -1;                          ///< scrolled into view when it changes
  std::function<bool(std::size_t)> marked{};  ///< rows with a mark on their left; null: none
  std::function<std::string(std::size_t row, std::size_t column)> cell;
};
struct ListTableResult {
  int clicked = -1, sorted = -1;  ///< row, title
};
/// Fills the rest of the window with a table that scrolls; a figure has its first rows.
ListTableResult draw_list_table(const char* id, const ListTable& table, bool figure);

/// The parts of the view; each fills the rest of the window.
void draw_token_levels(const TokensFrame& frame);
void draw_merges(const TokensFrame& frame);
void draw_vocabulary(const TokensFrame& frame);
void draw_one_hot(const TokensFrame& frame);

/// Once a frame: goes from merge to merge while they play.
void play_merges(const ViewModel& model, const Emit& emit);

}  // namespace attnlab
