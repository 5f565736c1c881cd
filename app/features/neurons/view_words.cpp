// What a unit says: the words of the output that it promotes and suppresses, as bars.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/neurons/view_frame.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

/// One of the two lists.
struct SaidList {
  const char* name;
  std::string title;
  const std::vector<SaidWord>& words;
  double most;
  Colour colour;
};

void draw_said_word(const NeuronsFrame& frame, const SaidList& list, std::size_t number, const Box& box) {
  const Palette& p = theme().palette;
  const SaidWord& word = list.words[number];
  mark(std::string("neurons.") + list.name + "[" + std::to_string(number) + ",0]", box);
  const float label = std::min(em() * 9, box.width() * 0.4f);
  const float digits = std::ceil(text_size(fonts().mono_small, "−00.000").x + em() * 0.5f);
  draw_text_in(window_canvas(), fonts().ui, {box.min, {box.min.x + label - em() * 0.5f, box.max.y}}, p.text,
               display_token(output_word(frame, word.word)), Align::Left, Cut::Meant);
  const Box rail{{box.min.x + label, box.min.y + em() * 0.3f}, {box.max.x - digits, box.max.y - em() * 0.3f}};
  window_canvas().fill(rail, p.raised, em() * 0.1f);
  const float length = rail.width() * static_cast<float>(std::abs(word.value) / list.most);
  window_canvas().fill({rail.min, {rail.min.x + std::max(length, 1.0f), rail.max.y}}, list.colour);
  draw_text_in(window_canvas(), fonts().mono_small, {{box.max.x - digits, box.min.y}, box.max}, p.text,
               format_fixed(word.value, 3), Align::Right);
}

void draw_said_list(const NeuronsFrame& frame, const SaidList& list, float width) {
  ImGui::BeginGroup();
  const Box title = reserve({width, std::ceil(em() * 1.5f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text, list.title);
  for (std::size_t i = 0; i < list.words.size(); ++i)
    draw_said_word(frame, list, i, reserve({width, std::ceil(em() * 1.5f)}));
  if (list.words.empty()) dim_text("none");
  ImGui::EndGroup();
}

double largest_said(const SaidWords& said) {
  double most = 0;
  for (const auto* words : {&said.promoted, &said.suppressed})
    for (const SaidWord& word : *words) most = std::max(most, std::abs(word.value));
  return most > 0 ? most : 1;
}

}  // namespace

std::string unit_in_short(const NeuronsFrame& frame) {
  constexpr std::size_t kShort = 5;
  const UnitWords* const known = frame.words();
  if (!known) return "";
  const UnitWords& words = *known;
  const std::string unit = "Unit " + std::to_string(frame.unit);
  if (!words.no_way.empty())
    return unit + in_said_words(frame, " says no {word} of its own: ") + words.no_way + ".";
  const auto listed = [&](const std::vector<SaidWord>& said) {
    std::string list;
    for (std::size_t i = 0; i < std::min(kShort, said.size()); ++i)
      list += (i ? ", “" : "“") + display_token(output_word(frame, said[i].word)) + "”";
    return list.empty() ? std::string("nothing") : list;
  };
  return unit + " promotes " + listed(words.said.promoted) + " and suppresses " +
         listed(words.said.suppressed) + ".";
}

void draw_neurons_words(const NeuronsFrame& frame) {
  const UnitWords* const known = frame.words();
  if (!known) return draw_unit_note(in_said_words(frame, "The {words} of this unit are being worked out …"));
  const UnitWords& words = *known;
  if (!words.no_way.empty())
    return draw_unit_note(in_said_words(frame, "This unit says no {word} of its own: ") + words.no_way + ".");
  draw_unit_note(
      "What one unit of activation adds to each logit: the unit’s weights out, through the gains γ of the "
      "norms "
      "behind it (their scales taken as 1), times the output matrix. Its contribution in a text is this "
      "number "
      "× its activation × those scales. A negative activation turns both lists around.");
  ImGui::Dummy({0, em() * 0.2f});
  const RestOfView rest("neurons words", 16);
  const float room = rest.room().x, gap = em() * 2;
  const bool beside = room > em() * 36;
  const float width = std::min(beside ? std::floor((room - gap) / 2) : room, em() * 40);
  const double most = largest_said(words.said);
  draw_said_list(frame,
                 {"promoted", in_said_words(frame, "{Words} that it promotes"), words.said.promoted, most,
                  series_colour(0)},
                 width);
  if (beside) {
    ImGui::SameLine(0, gap);
  } else {
    ImGui::Dummy({0, em() * 0.5f});
  }
  draw_said_list(frame,
                 {"suppressed", in_said_words(frame, "{Words} that it suppresses"), words.said.suppressed,
                  most, series_colour(1)},
                 width);
}

}  // namespace attnlab
