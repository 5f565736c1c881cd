// Probe labels: their rows.
#include "core/analysis/probes/probe_label.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/text_features.h"
#include "core/config/rows.h"
#include "core/language/messages.h"
#include "core/tasks/phrases/part_of_speech.h"
#include "core/text/utf8.h"

namespace attnlab {

namespace {

/// Groups of positions, and counts that are called "8 or more" from here on.
constexpr Index kMostGroups = 16;
constexpr double kManyTokens = 8;

bool learns_task(const ProbedStack& stack, std::string_view task) { return stack.task.name == task; }
bool reads_tokens(const ProbedStack& stack) { return !stack.reads_patches(); }

// Depth.
bool knows_depth(const ProbedStack& stack) {
  return learns_task(stack, "brackets") && stack.text == Text::Source;
}

TokenLabels depth_labels(const ProbedStack&, const ProbedText& text) {
  TokenLabels labels;
  for (const double depth : text_feature("depth").values(text.pieces, 0))
    labels.push_back(std::to_string(std::lround(depth)));
  return labels;
}

// Carry.
bool knows_carry(const ProbedStack& stack) { return learns_task(stack, "addition"); }

int digit_of(const Piece& piece) {
  return piece.text.size() == 1 && piece.text[0] >= '0' && piece.text[0] <= '9' ? piece.text[0] - '0' : -1;
}

/// Digits of the number that ends before `end`, the ones first.
std::vector<int> digits_before(std::span<const Piece> text, std::size_t end) {
  std::vector<int> digits;
  while (end > 0 && digit_of(text[end - 1]) >= 0) digits.push_back(digit_of(text[--end]));
  return digits;
}

/// What is carried into each place of the sum, the ones first, and out of the last place behind them.
std::vector<int> carries_into(const std::vector<int>& a, const std::vector<int>& b) {
  std::vector<int> carries{0};
  for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
    const int sum = (i < a.size() ? a[i] : 0) + (i < b.size() ? b[i] : 0) + carries.back();
    carries.push_back(sum >= 10 ? 1 : 0);
  }
  return carries;
}

/// At each position that says a digit of the sum: whether 1 is carried into that digit. Nothing is ever
/// carried into the ones, so that they have no label.
TokenLabels carry_labels(const ProbedStack& stack, const ProbedText& text) {
  TokenLabels labels(text.pieces.size());
  const auto at = [&](std::string_view sign) {
    return static_cast<std::size_t>(std::ranges::find(text.pieces, sign, &Piece::text) - text.pieces.begin());
  };
  const std::size_t plus = at("+"), equals = at("=");
  if (plus >= equals || equals >= text.pieces.size()) return labels;
  const std::vector<int> carries =
      carries_into(digits_before(text.pieces, plus), digits_before(text.pieces, equals));
  const std::size_t places = carries.size();
  for (std::size_t i = 0; i < places && equals + i < labels.size(); ++i) {
    const std::size_t place = stack.task.reversed_answer ? i : places - 1 - i;
    if (place > 0) labels[equals + i] = carries[place] ? "carry" : "no carry";
  }
  return labels;
}

// Places.
/// "3", or of longer texts the group that a number is in: "0–3".
std::string group_of(Index number, Index most) {
  const Index wide = std::max<Index>(1, (most + kMostGroups - 1) / kMostGroups);
  const Index first = number / wide * wide;
  return wide == 1 ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(first + wide - 1);
}

TokenLabels position_labels(const ProbedStack& stack, const ProbedText& text) {
  TokenLabels labels;
  for (Index t = 0; t < std::ssize(text.pieces); ++t) labels.push_back(group_of(t, stack.longest));
  return labels;
}

bool knows_patches(const ProbedStack& stack) { return stack.reads_patches(); }

/// One of the two numbers of a patch, "row,column".
TokenLabels patch_numbers(const ProbedText& text, bool row) {
  TokenLabels labels;
  for (const Piece& piece : text.pieces) {
    const std::size_t comma = piece.text.find(',');
    labels.push_back(comma == std::string::npos ? ""
                     : row                      ? piece.text.substr(0, comma)
                                                : piece.text.substr(comma + 1));
  }
  return labels;
}
TokenLabels row_labels(const ProbedStack&, const ProbedText& text) { return patch_numbers(text, true); }
TokenLabels column_labels(const ProbedStack&, const ProbedText& text) { return patch_numbers(text, false); }

// Tokens.
/// One place further back.
TokenLabels before_labels(const ProbedStack&, const ProbedText& text) {
  TokenLabels labels(text.pieces.size());
  for (std::size_t t = 1; t < labels.size(); ++t) labels[t] = text.pieces[t - 1].text;
  return labels;
}

/// Kinds of tokens, the first that fits.
struct TokenClass {
  std::string_view feature;  ///< of text_features()
  std::string_view name;
};
constexpr TokenClass kTokenClasses[] = {
    {"space", "space"}, {"digit", "digit"}, {"punctuation", "punctuation"}, {"capital", "capital"}};

bool knows_class(const ProbedStack& stack) {
  return reads_tokens(stack) && (learns_task(stack, "language_model") || learns_task(stack, "dates"));
}

/// What is left over is a vowel, another letter, or longer than a letter.
std::string letter_class(const Piece& piece) {
  if (count_code_points(piece.text) != 1) return "word";
  return piece.text.find_first_of("aeiou") == 0 ? "vowel" : "consonant";
}

TokenLabels class_labels(const ProbedStack&, const ProbedText& text) {
  TokenLabels labels;
  for (const Piece& piece : text.pieces) labels.push_back(piece.text.empty() ? "" : letter_class(piece));
  for (auto kind = std::rbegin(kTokenClasses); kind != std::rend(kTokenClasses); ++kind) {
    const std::vector<double> fits = text_feature(kind->feature).values(text.pieces, 0);
    for (std::size_t t = 0; t < labels.size(); ++t)
      if (fits[t] > 0 && !labels[t].empty()) labels[t] = kind->name;
  }
  return labels;
}

bool knows_word(const ProbedStack& stack) {
  return learns_task(stack, "language_model") && stack.level == TokenLevel::Characters;
}

/// Before the first space of a cut text the beginning of its word is not known.
TokenLabels word_labels(const ProbedStack&, const ProbedText& text) {
  TokenLabels labels;
  const std::vector<double> spaces = text_feature("space").values(text.pieces, 0),
                            since = text_feature("word").values(text.pieces, 0);
  bool begun = false;
  for (std::size_t t = 0; t < since.size(); ++t) {
    begun = begun || spaces[t] > 0;
    labels.push_back(!begun                    ? ""
                     : since[t] >= kManyTokens ? "8 or more"
                                               : std::to_string(std::lround(since[t])));
  }
  return labels;
}

// Speech.
bool knows_speech(const ProbedStack& stack) { return learns_task(stack, "translate"); }

TokenLabels speech_labels(const ProbedStack& stack, const ProbedText& text) {
  std::vector<std::string_view> words;
  for (const Piece& piece : text.pieces) words.push_back(piece.text);
  const auto language = stack.text == Text::Source ? phrases::Language::English : phrases::Language::French;
  TokenLabels labels;
  for (const std::string_view part : phrases::parts_of_speech(words, language)) labels.emplace_back(part);
  return labels;
}

// Answer.
bool knows_answer(const ProbedStack& stack) {
  return gives_class(stack.format) && stack.text == Text::Source;
}
TokenLabels answer_labels(const ProbedStack&, const ProbedText& text) {
  return TokenLabels(text.pieces.size(), std::string(text.answer));
}

}  // namespace

bool ProbedStack::reads_patches() const { return text == Text::Source && has_picture(format); }

std::span<const ProbeLabel> probe_labels() {
  static constexpr ProbeLabel kLabels[] = {
      {"depth", tr_mark("bracket depth"), tr_mark("how many brackets are open; a bracket counts itself"),
       knows_depth, depth_labels},
      {"carry", tr_mark("carry of the sum"),
       tr_mark("whether 1 is carried into the digit of the sum that this position predicts; the ones do not "
               "have a label"),
       knows_carry, carry_labels},
      {"speech", tr_mark("part of speech"), tr_mark("word class of the token in the lexicon of the task"),
       knows_speech, speech_labels},
      {"answer", tr_mark("correct answer"),
       tr_mark("the class of the whole example, at each of its positions"), knows_answer, answer_labels},
      {"position", tr_mark("position"), tr_mark("how many tokens come before this token"), reads_tokens,
       position_labels},
      {"before", tr_mark("previous token"), tr_mark("the token that comes before this one"), reads_tokens,
       before_labels},
      {"class", tr_mark("class of the token"),
       tr_mark("whether the token is a vowel, a consonant, a capital, a digit, a space or punctuation"),
       knows_class, class_labels},
      {"word", tr_mark("letters since a space"),
       tr_mark("how many letters of its word were read, including the token itself"), knows_word,
       word_labels},
      {"row", tr_mark("row of the patch"), tr_mark("how far down the patch is in the picture"), knows_patches,
       row_labels},
      {"column", tr_mark("column of the patch"), tr_mark("how far to the right the patch is in the picture"),
       knows_patches, column_labels},
  };
  return kLabels;
}

const ProbeLabel& probe_label(std::string_view name) {
  return row_named(probe_labels(), "label of tokens", name);
}

std::vector<const ProbeLabel*> known_labels(const ProbedStack& stack) {
  std::vector<const ProbeLabel*> known;
  for (const ProbeLabel& label : probe_labels())
    if (label.known(stack)) known.push_back(&label);
  return known;
}

}  // namespace attnlab
