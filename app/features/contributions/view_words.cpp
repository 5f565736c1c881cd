// Words of the view Contributions: whose logit, minus whose, and at which position.
#include <algorithm>

#include "app/base/format.h"
#include "app/base/noun.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/position_strip.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/text/vocabulary.h"

namespace attnlab {

namespace {

constexpr std::size_t kMostFound = 8;

/// What the two fields hold while they have the keyboard, and which of them was used last.
struct WordFields {
  struct Field {
    std::string text;
    bool active = false;
  };
  Field word, against;
  bool chooses_against = false;
  /// What was found, of which vocabulary and for what.
  std::vector<TokenId> found;
  std::string searched;
  const Tokenizer* searched_in = nullptr;
};

void asked_word_label(const char* words) {
  const Box box = reserve({text_size(fonts().ui, words).x + em() * 0.1f, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words, Align::Left, Cut::Meant);
  ImGui::SameLine(0, em() * 0.4f);
}

bool asked_word_field(const ContributionsFrame& frame, const char* option, const std::string& now,
                      const char* hint, WordFields::Field& field) {
  if (!field.active) field.text = now;
  bool changed = false;
  text_field((std::string("contributions.") + option).c_str(), field.text, hint, em() * 7, &changed);
  field.active = ImGui::IsItemActive();
  if (changed) frame.choose(option, field.text);
  return field.active;
}

/// What the used field finds or, where nothing is typed, the likeliest words.
std::vector<TokenId> offered_words(const ContributionsFrame& frame, const std::string& typed) {
  if (typed.empty() || word_named(frame.words(), typed) != kUnknownId)
    return likeliest_words(frame.trace, frame.asked.position, kMostFound);
  WordFields& fields = frame.model.remembered<WordFields>();
  if (fields.searched == typed && fields.searched_in == &frame.words()) return fields.found;
  fields.searched = typed;
  fields.searched_in = &frame.words();
  fields.found = find_entries(frame.words(), {}, {.search = typed});
  if (fields.found.size() > kMostFound) fields.found.resize(kMostFound);
  return fields.found;
}

void draw_offered_word(const ContributionsFrame& frame, TokenId word, std::size_t number, bool against) {
  const std::string text = display_token(frame.words().entry(word));
  const std::string name = "contributions.found[0," + std::to_string(number) + "]";
  const bool on = against ? frame.asked.against == word : frame.asked.word == word;
  const std::string help =
      with_noun(against ? "Subtract the logit of this {word}" : "The logit of this {word}",
                said_noun(frame.model.format));
  if (!text_button(name.c_str(), text, help.c_str(), {.toggled = on})) return;
  frame.choose(against ? "against" : "word", on && against ? "" : frame.words().entry(word));
}

/// Words to choose by a click, as many as fit on a line.
void draw_offered_words(const ContributionsFrame& frame, const std::string& typed, bool against) {
  const std::vector<TokenId> words = offered_words(frame, typed);
  ImGui::SameLine(0, em() * 0.8f);
  const char* const label = against ? "minus:" : "likely:";
  if (ImGui::GetContentRegionAvail().x < em() * 12) ImGui::NewLine();
  const std::string none = with_noun("no such {word} in the vocabulary", said_noun(frame.model.format));
  asked_word_label(words.empty() ? none.c_str() : label);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const float width =
        text_size(fonts().ui_bold, display_token(frame.words().entry(words[i]))).x + em() * 1.6f;
    if (ImGui::GetContentRegionAvail().x < width) break;
    draw_offered_word(frame, words[i], i, against);
    ImGui::SameLine(0, em() * 0.3f);
  }
  ImGui::NewLine();
}

/// The text that the prediction is read from; a click asks about another position.
void draw_asked_positions(const ContributionsFrame& frame) {
  if (logit_rows(frame.trace) == 1) return;
  const std::vector<Piece>& pieces = asked_pieces(frame.trace);
  std::vector<std::string> texts;
  for (const Piece& piece : pieces) texts.push_back(piece.text);
  TokenStripOptions options;
  options.label = "at";
  options.positions = false;
  options.selected = static_cast<int>(frame.asked.position);
  options.role = Role::Query;
  options.target = "contributions.position";
  const TokenStripResult strip = position_strip(frame.model, "positions", texts, options);
  if (strip.clicked >= 0) frame.emit({"contributions.position", {std::to_string(strip.clicked)}});
}

}  // namespace

void draw_contribution_words(const ContributionsFrame& frame) {
  WordFields& fields = frame.model.remembered<WordFields>();
  draw_asked_positions(frame);
  if (!frame.model.figure) {
    asked_word_label("logit of");
    const std::string now = display_token(frame.words().entry(frame.asked.word));
    if (asked_word_field(frame, "word", frame.choice.word, now.c_str(), fields.word))
      fields.chooses_against = false;
    ImGui::SameLine(0, em() * 0.5f);
    asked_word_label("minus");
    if (asked_word_field(frame, "against", frame.choice.against, "nothing", fields.against))
      fields.chooses_against = true;
    const bool against = fields.chooses_against;
    draw_offered_words(frame, against ? frame.choice.against : frame.choice.word, against);
  }
}

}  // namespace attnlab
