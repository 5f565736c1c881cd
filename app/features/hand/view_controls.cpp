// The options of attention by hand. Script names: hand.score[0,i] (or hand.scores), hand.scale, hand.beta,
// hand.mask[0,i] (or hand.masks), hand.mask.NAME.less and .more, hand.size.NAME.less and .more.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/features/hand/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/io/hand/hand_numbers.h"
#include "core/ops/attention/mask_kind.h"

namespace attnlab {

namespace {

void choose_score(const HandFrame& frame) {
  std::vector<const char*> titles;
  for (const ScoreKind& kind : score_kinds()) titles.push_back(kind.title.data());
  const int now = static_cast<int>(&score_kind(frame.numbers.score) - score_kinds().data());
  const int chosen =
      choose_by_hand({"hand.scores", "hand.score", titles[static_cast<std::size_t>(now)], "What a score is"},
                     titles, now, frame.room);
  if (chosen != now) frame.say("score", {std::string(score_kinds()[static_cast<std::size_t>(chosen)].name)});
}

void choose_scaling(const HandFrame& frame) {
  bool scaled = frame.numbers.score == "scaled_dot";
  if (!scaled && frame.numbers.score != "dot") return;
  go_on_in_line(text_size(fonts().ui, "÷ √d_k").x + em() * 3);
  if (toggle("hand.scale", "÷ √d_k", scaled,
             "Divide the dot products by the square root of the number of features"))
    frame.say("scale", {scaled ? "on" : "off"});
}

void choose_sharpness(const HandFrame& frame) {
  if (!score_kind(frame.numbers.score).has_sharpness) return;
  go_on_in_line(em() * 18);
  auto beta = static_cast<float>(frame.numbers.sharpness);
  if (!slider("hand.beta", "β", beta, 0.1f, static_cast<float>(kMostSharpness), "%.3g", em() * 9, true))
    return;
  const double size = std::pow(10, std::floor(std::log10(static_cast<double>(beta))) - 2);
  const double rounded = std::round(static_cast<double>(beta) / size) * size;
  if (rounded != frame.numbers.sharpness) frame.say("beta", {hand_number_text(rounded)});
}

/// The mask in words: its kind, and the numbers of that.
struct HandMaskWords {
  std::string kind;  ///< "none", a name in mask_kinds() or "painted"
  MaskKind::Numbers numbers{};
};

HandMaskWords words_of(const std::string& mask) {
  std::istringstream in(mask);
  HandMaskWords words;
  in >> words.kind;
  const MaskKind* const kind = find_mask_kind(words.kind);
  if (!kind && words.kind != "none") words.kind = "painted";
  for (std::size_t i = 0; kind && i < kind->numbers.size(); ++i) in >> words.numbers[i];
  return words;
}

std::string painted_mask(const HandAttention& numbers) {
  std::string text;
  for (const std::string& row : hand_mask(numbers)) text += (text.empty() ? "" : "/") + row;
  return text;
}

std::string usual_mask(const HandFrame& frame, std::string_view name) {
  if (name == "painted") return painted_mask(frame.numbers);
  const MaskKind* const kind = find_mask_kind(name);
  if (!kind) return "none";
  MaskKind::Numbers usual{};
  std::ranges::transform(kind->numbers, usual.begin(), &MaskKind::Number::usual);
  return kind->text(usual);
}

void choose_mask_number(const HandFrame& frame, const HandMaskWords& mask, const MaskKind& kind,
                        std::size_t place) {
  const MaskKind::Number& number = kind.numbers[place];
  const Index now = mask.numbers[place], most = std::max(frame.numbers.key.rows, number.least);
  go_on_in_line(text_size(fonts().ui, number.unit).x + em() * 7);
  const Index chosen = stepper("hand.mask." + std::string(number.name), number.unit, now,
                               {.less = std::max(now - 1, number.least), .more = std::min(now + 1, most)});
  if (chosen == now) return;
  MaskKind::Numbers wanted = mask.numbers;
  wanted[place] = chosen;
  frame.say("mask", {kind.text(wanted)});
}

void choose_mask(const HandFrame& frame) {
  std::vector<std::string_view> names{"none"};
  std::vector<const char*> titles{"no mask"};
  for (const MaskKind& kind : mask_kinds()) names.push_back(kind.name), titles.push_back(kind.title.data());
  names.push_back("painted"), titles.push_back("painted");
  const HandMaskWords mask = words_of(frame.numbers.mask);
  const auto now = static_cast<std::size_t>(std::ranges::find(names, mask.kind) - names.begin());
  go_on_in_line(text_size(fonts().ui, titles[now]).x + em() * 3);
  const int chosen =
      draw_hand_menu({"hand.masks", "hand.mask", titles[now], "What each query may see"}, titles);
  if (chosen >= 0) frame.say("mask", {usual_mask(frame, names[static_cast<std::size_t>(chosen)])});
  if (const MaskKind* const kind = find_mask_kind(mask.kind))
    for (std::size_t i = 0; i < kind->numbers.size(); ++i) choose_mask_number(frame, mask, *kind, i);
}

void choose_sizes(const HandFrame& frame) {
  HandSizes sizes = sizes_of(frame.numbers);
  const bool hidden = score_kind(frame.numbers.score).score == GeneralAttention::Score::Additive;
  bool first = true;
  for (const Field& field : hand_size_fields(sizes)) {
    if (field.name == "hidden" && !hidden) continue;
    const std::string name(field.name), label = name == "values" ? "value features" : name;
    const Index now = *std::get<Index*>(field.value);
    if (!std::exchange(first, false)) go_on_in_line(text_size(fonts().ui, label).x + em() * 7);
    const Index chosen =
        stepper("hand.size." + name, label, now,
                {.less = std::max<Index>(now - 1, 1), .more = std::min(now + 1, kMostByHand)});
    if (chosen != now) frame.say("size", {name + "=" + std::to_string(chosen)});
  }
}

}  // namespace

void draw_hand_controls(const HandFrame& frame) {
  if (frame.model.figure) return;
  choose_score(frame);
  choose_scaling(frame);
  choose_sharpness(frame);
  choose_mask(frame);
  choose_sizes(frame);
}

}  // namespace attnlab
