// Contributions: a logit, or the difference of two, as the sum of what each part of the model adds. Also the
// choice of the token and the position. Script names: contributions.view[0,i] are the sum, the graph and the
// history, contributions.order[0,i] the orders of parts.
#include <algorithm>
#include <cmath>

#include "app/base/by_prediction.h"
#include "app/base/format.h"
#include "app/features/contributions/choice.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/position_strip.h"
#include "app/views/common/rest.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"
#include "core/text/vocabulary.h"

namespace attnlab {

int ContributionsFrame::decimals() const {
  return std::max(
      2, decimals_for(std::max(largest, std::abs(all.logit)), static_cast<int>(model.screen.digits)));
}

std::string ContributionsFrame::number(double value) const {
  const double least = 0.5 * std::pow(10.0, -decimals());
  return format_fixed(std::abs(value) < least ? 0 : value, decimals());
}

std::string ContributionsFrame::signed_number(double value) const {
  const std::string text = number(value);
  const double least = 0.5 * std::pow(10.0, -decimals());
  return value >= least ? "+" + text : text;
}

std::string ContributionsFrame::asked_words() const {
  const std::string word = "“" + display_token(words().entry(all.of.word)) + "”";
  return all.of.against ? word + " − “" + display_token(words().entry(*all.of.against)) + "”" : word;
}

bool ContributionsFrame::keys_of_source(const ContributionPart& head) const {
  const Text keys = head.place.key_text() == Text::Outer ? head.place.text() : head.place.key_text();
  return keys == Text::Source;
}

bool ContributionsFrame::reads_two_texts() const { return architecture_of(trace.config()).has_two_stacks(); }

std::string ContributionsFrame::key_piece(const ContributionPart& head, Index key) const {
  const std::vector<Piece>& pieces = keys_of_source(head) ? trace.source_pieces : trace.input_pieces;
  const auto at = static_cast<std::size_t>(key);
  return at < pieces.size() ? display_token(pieces[at].text) : "";
}

void ContributionsFrame::select(const ContributionPart& chosen) const {
  Command command{"contributions.select", {chosen.tensor}};
  if (chosen.head >= 0) command.arguments.push_back(std::to_string(chosen.head));
  emit(command);
}

void ContributionsFrame::select_or_open(const ContributionPart& chosen) const {
  if (&chosen != part) return select(chosen);
  emit({"contributions.open", {}});
}

Colour contribution_colour(double value) {
  return colour_map(Scale::Diverging).at(value < 0 ? 0.12f : 0.88f);
}

void contribution_tip(const ContributionsFrame& frame, const ContributionPart& part) {
  if (!ImGui::IsItemHovered()) return;
  begin_tooltip();
  ImGui::TextUnformatted(part_title(part).c_str());
  value_line(tr("contribution"), frame.signed_number(part.value));
  value_line(tr("logit drop without it"), frame.signed_number(part.left_out));
  value_line(tr("error of frozen norms"), frame.signed_number(part.error()));
  if (part.divisor > 0)
    value_line(tr("last norm divides by"),
               tr("{1}, without it by {2}", frame.number(frame.all.divisor), frame.number(part.divisor)));
  dim_text(part.tensor);
  end_tooltip();
}

namespace {

constexpr std::size_t kMostFound = 8;

/// The texts of the two fields while they have the keyboard, and which of them was used last.
struct WordFields {
  struct Field {
    std::string text;
    bool active = false;
  };
  Field word, against;
  bool chooses_against = false;
  /// The result of the last search, its vocabulary and its text.
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

/// The tokens that the field in use finds or, if nothing is typed, the most probable ones.
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
  const Format format = frame.model.format;
  const char* const help =
      against ? by_prediction(format, tr("Subtract the logit of this token"),
                              tr("Subtract the logit of this label"), tr("Subtract the logit of this class"))
              : by_prediction(format, tr("Show the logit of this token"), tr("Show the logit of this label"),
                              tr("Show the logit of this class"));
  if (!text_button(name.c_str(), text, help, {.toggled = on})) return;
  frame.choose(against ? "against" : "word", on && against ? "" : frame.words().entry(word));
}

/// Tokens to choose by a click, as many as fit on a line.
void draw_offered_words(const ContributionsFrame& frame, const std::string& typed, bool against) {
  const std::vector<TokenId> words = offered_words(frame, typed);
  ImGui::SameLine(0, em() * 0.8f);
  const char* const label = against ? tr("minus:") : tr("likely:");
  if (ImGui::GetContentRegionAvail().x < em() * 12) ImGui::NewLine();
  const char* const none =
      by_prediction(frame.model.format, tr("no such token in the vocabulary"),
                    tr("no such label in the vocabulary"), tr("no such class in the vocabulary"));
  asked_word_label(words.empty() ? none : label);
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
  options.label = tr("position");
  options.positions = false;
  options.selected = static_cast<int>(frame.asked.position);
  options.role = Role::Query;
  options.target = "contributions.position";
  const TokenStripResult strip = position_strip(frame.model, "positions", texts, options);
  if (strip.clicked >= 0) frame.emit({"contributions.position", {std::to_string(strip.clicked)}});
}

/// The tokens whose logit is shown: fields, and the tokens that are found or probable. Script names:
/// contributions.word, contributions.against, contributions.found[0,i], contributions.position[0,i].
void draw_contribution_words(const ContributionsFrame& frame) {
  WordFields& fields = frame.model.remembered<WordFields>();
  draw_asked_positions(frame);
  if (!frame.model.figure) {
    asked_word_label(tr("logit of"));
    const std::string now = display_token(frame.words().entry(frame.asked.word));
    if (asked_word_field(frame, "word", frame.choice.word, now.c_str(), fields.word))
      fields.chooses_against = false;
    ImGui::SameLine(0, em() * 0.5f);
    asked_word_label(tr("minus"));
    if (asked_word_field(frame, "against", frame.choice.against, tr("nothing"), fields.against))
      fields.chooses_against = true;
    const bool against = fields.chooses_against;
    draw_offered_words(frame, against ? frame.choice.against : frame.choice.word, against);
  }
}

struct ContributionsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
};
constexpr ContributionsPart kContributionsParts[] = {
    {"sum", tr_mark("sum")}, {"graph", tr_mark("graph")}, {"training", tr_mark("over training")}};

struct PartsOrder {
  std::string_view name;  ///< in the option "order"
  const char* title;
};
constexpr PartsOrder kPartsOrders[] = {{"computation", tr_mark("model order")},
                                       {"size", tr_mark("largest first")}};

/// The most addends that are written out.
constexpr std::size_t kMostAddends = 24;

/// "+0.52 − 0.31 + … = 3.215", in order of computation.
std::string written_sum(const ContributionsFrame& frame) {
  std::vector<double> sizes;
  for (const ContributionPart& part : frame.all.parts) sizes.push_back(std::abs(part.value));
  std::ranges::sort(sizes, std::greater<>());
  const double least = sizes.size() > kMostAddends ? sizes[kMostAddends - 1] : 0;
  std::string words;
  double rest = 0;
  const auto add = [&](double value) {
    if (words.empty()) return void(words = frame.number(value));
    words += (value < 0 ? " − " : " + ") + frame.number(std::abs(value));
  };
  for (const ContributionPart& part : frame.all.parts) {
    if (std::abs(part.value) < least)
      rest += part.value;
    else
      add(part.value);
  }
  if (frame.all.parts.size() > kMostAddends) {
    add(rest);
    return tr("{1} (the rest) = {2}", words, frame.number(frame.all.sum()));
  }
  return words + " = " + frame.number(frame.all.sum());
}

/// "Logit of “e” at position 3, “h”: 3.215".
std::string asked_sentence(const ContributionsFrame& frame) {
  const std::string words = frame.asked_words(), logit = frame.number(frame.all.logit);
  const bool difference = frame.all.of.against.has_value();
  const std::vector<Piece>& pieces = asked_pieces(frame.trace);
  const auto at = static_cast<std::size_t>(frame.all.of.position);
  if (logit_rows(frame.trace) == 1 || at >= pieces.size())
    return difference ? tr("Logit difference {1}: {2}", words, logit) : tr("Logit of {1}: {2}", words, logit);
  const std::string position = std::to_string(frame.all.of.position), token = display_token(pieces[at].text);
  return difference ? tr("Logit difference {1} at position {2}, “{3}”: {4}", words, position, token, logit)
                    : tr("Logit of {1} at position {2}, “{3}”: {4}", words, position, token, logit);
}

/// The selected part stays visible while the list beside or above it scrolls.
void draw_part_in_room(const ContributionsFrame& frame, ImVec2 size) {
  ImGui::BeginChild("contributions part", size, false, ImGuiWindowFlags_NoBackground);
  draw_contribution_part(frame, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  ImGui::EndChild();
}

/// A figure and a low window, which scrolls, show the whole list with the part below it.
void draw_figure_of_sum(const ContributionsFrame& frame) {
  const float room = ImGui::GetContentRegionAvail().x;
  draw_contribution_bars(frame, room);
  ImGui::Dummy({0, em() * 0.4f});
  draw_contribution_part(frame, room);
}

void draw_sum_of_parts(const ContributionsFrame& frame) {
  wrapped_text(fonts().mono_small, theme().palette.text_dim, written_sum(frame));
  ImGui::Dummy({0, em() * 0.2f});
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool too_low = room.y < em() * (room.x > em() * 52 ? 12 : 26);  // for two lists that scroll
  if (frame.model.figure || too_low) return draw_figure_of_sum(frame);
  const float gap = em() * 1.6f, part = std::floor(std::min(room.x * 0.4f, em() * 34));
  const bool beside = room.x > em() * 52;
  const ImVec2 bars =
      beside ? ImVec2{room.x - part - gap, 0} : ImVec2{0, std::floor(std::max(room.y * 0.58f, em() * 8))};
  ImGui::BeginChild("contributions bars", bars, false, ImGuiWindowFlags_NoBackground);
  draw_contribution_bars(frame, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  ImGui::EndChild();
  if (beside) ImGui::SameLine(0, gap);
  draw_part_in_room(frame, {0, 0});
}

/// In a narrow window the part is below the graph, and everything scrolls together.
void draw_graph_of_parts(const ContributionsFrame& frame) {
  const RestOfView rest("contributions graph", 22);
  const ImVec2 room = rest.room(), at = ImGui::GetCursorScreenPos(), least = least_graph_size(frame);
  const float gap = em() * 1.4f, left = room.x - gap - least.x;
  const bool beside = room.x > em() * 66 && left > em() * 17;
  const float part = std::floor(std::min({room.x * 0.36f, em() * 30, left}));
  draw_contribution_graph(frame, beside ? ImVec2{room.x - part - gap, room.y}
                                        : ImVec2{room.x, std::max(room.y * 0.72f, least.y)});
  if (beside) move_cursor({at.x + room.x - part, at.y});
  draw_part_in_room(frame, {0, beside ? room.y : em() * 16});
}

ContributionsFrame contributions_frame(const ViewModel& model, const Emit& emit, const Contributions& all) {
  ContributionsFrame frame{model, emit, *model.trace, model.state.choices.of<ContributionsChoice>(), all};
  frame.asked = asked_logit(model.state, *model.trace, model.vocabularies->target);
  frame.part = looked_at_part(model.state, *model.trace, all);
  for (const ContributionPart& part : all.parts)
    frame.largest = std::max(frame.largest, std::abs(part.value));
  return frame;
}

void draw_contributions(const ViewModel& model, const Emit& emit) {
  const Contributions* const all = model.found<Contributions>();
  if (!model.vocabularies) return;
  if (model.analyses && !model.analyses->error<Contributions>().empty())
    return empty_note(tr("The contributions could not be computed."), model.analyses->error<Contributions>());
  if (!all) return empty_note(tr("Computing the contributions…"));
  const ContributionsFrame frame = contributions_frame(model, emit, *all);
  const auto choose = [&](const char* option) {
    return [&frame, option](const std::string& name) { frame.choose(option, name); };
  };
  const ContributionsPart& part =
      choose_row("contributions.view", kContributionsParts, frame.choice.part, choose("part"));
  if (part.name == "sum") {
    next_on_line(em() * 16, em());
    choose_row("contributions.order", kPartsOrders, frame.choice.order, choose("order"));
  }
  draw_contribution_words(frame);
  wrapped_text(fonts().ui_bold, theme().palette.text, asked_sentence(frame));
  tip_term("direct logit attribution");
  if (part.name == "sum")
    draw_sum_of_parts(frame);
  else if (part.name == "graph")
    draw_graph_of_parts(frame);
  else
    draw_contribution_course(frame);
}

std::string contributions_title(const ViewModel& model) {
  const Contributions* const all = model.found<Contributions>();
  if (!all || !model.vocabularies) return tr("Contributions");
  return tr("Contributions to the logit of “{1}”",
            display_token(model.vocabularies->target.entry(all->of.word)));
}

}  // namespace

namespace contributions {
extern const ViewPage kPage = {.draw = draw_contributions, .figure_title = contributions_title};
}

}  // namespace attnlab
