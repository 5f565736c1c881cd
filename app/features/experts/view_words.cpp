// Words of experts: the held-out tokens that each expert of the layer takes, with their counts.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/experts/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

/// In which order tokens are listed.
struct WordOrder {
  std::string_view name;  ///< in the option "order"
  const char* title;
  const char* sentence;
  TokenOrder order;
};
constexpr WordOrder kWordOrders[] = {
    {"often", "most often", "Those that the expert took most often come first.", TokenOrder::Often},
    {"mostly", "for the largest part",
     "Those of which the expert took the largest part come first; tokens that were read less than four times "
     "are "
     "left out.",
     TokenOrder::Mostly}};
static_assert(kOftenEnough == 4, "a sentence says four");

constexpr std::size_t kMostWords = 24;

/// "41 of 52": how often the expert took it, of how often it was read.
std::string taken_words(const RoutedToken& token, Index expert) {
  return format_count(token.taken[static_cast<std::size_t>(expert)]) + " of " + format_count(token.seen);
}

void draw_taken_word(const Box& box, const RoutedToken& token, Index expert) {
  const Palette& p = theme().palette;
  const std::string numbers = taken_words(token, expert);
  const float width = text_size(fonts().mono_small, numbers).x + em() * 0.4f;
  const auto share = static_cast<float>(token.taken[static_cast<std::size_t>(expert)]) /
                     static_cast<float>(std::max<Index>(token.seen, 1));
  const Box bar{{box.min.x, box.max.y - 3}, {box.min.x + box.width() * share, box.max.y - 1}};
  window_canvas().fill(bar, expert_colour(static_cast<int>(expert)));
  draw_text_in(window_canvas(), fonts().ui, {box.min, {box.max.x - width, box.max.y}}, p.text,
               display_token(token.text), Align::Left, Cut::Meant);
  draw_text_in(window_canvas(), fonts().mono_small, {{box.max.x - width, box.min.y}, box.max}, p.text_dim,
               numbers, Align::Right);
}

/// The list of one expert; returns its height.
float draw_word_list(const ExpertsFrame& frame, const HeldOutLayer& layer, Index expert, TokenOrder order,
                     const Box& head) {
  const Palette& p = theme().palette;
  const std::vector<const RoutedToken*> tokens = tokens_taken(layer, expert, order, kMostWords);
  const float line = std::ceil(em() * 1.55f), size = expert_badge_size();
  move_cursor(head.min);
  ImGui::PushID(static_cast<int>(expert));
  if (ImGui::InvisibleButton("words", head.size())) frame.select_expert(expert);
  ImGui::PopID();
  const float height = head.height() + line * static_cast<float>(std::max<std::size_t>(tokens.size(), 1));
  const Box whole = box_at(head.min, {head.width(), height});
  mark("experts.words[" + std::to_string(expert) + ",0]", whole);
  mark_part("experts.words[" + std::to_string(expert) + ",0]", "expert " + std::to_string(expert), whole);
  if (expert == frame.expert) window_canvas().fill(head, p.accent_soft, em() * 0.2f);
  draw_expert_badge(box_at({head.min.x, head.centre().y - size / 2}, {size, size}), expert);
  draw_text_in(window_canvas(), fonts().small, {{head.min.x + size + em() * 0.4f, head.min.y}, head.max},
               p.text_dim, format_count(layer.counts.chosen(expert)) + " tokens", Align::Left, Cut::Meant);
  float y = head.max.y;
  for (const RoutedToken* token : tokens) {
    draw_taken_word({{head.min.x, y}, {head.max.x, y + line}}, *token, expert);
    y += line;
  }
  if (tokens.empty())
    draw_text_in(window_canvas(), fonts().small, {{head.min.x, y}, {head.max.x, y + line}}, p.text_dim,
                 "none", Align::Left);
  return height;
}

/// The lists side by side, as many as fit.
void draw_word_lists(const ExpertsFrame& frame, const HeldOutLayer& layer, TokenOrder order) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize, gap = em() * 1.2f;
  const Index experts = layer.counts.experts();
  const auto fit = static_cast<Index>((room + gap) / (em() * 9 + gap));
  const Index columns = std::clamp<Index>(fit, 1, experts);
  const float width = std::min(
      std::floor((room - gap * static_cast<float>(columns - 1)) / static_cast<float>(columns)), em() * 18);
  const ImVec2 start = ImGui::GetCursorScreenPos();
  float y = start.y, below = start.y;
  for (Index e = 0; e < experts; ++e) {
    const Index column = e % columns;
    if (column == 0 && e > 0) y = below + em() * 0.8f;
    const Box head =
        box_at({start.x + static_cast<float>(column) * (width + gap), y}, {width, std::ceil(em() * 1.7f)});
    below = std::max(below, y + draw_word_list(frame, layer, e, order, head));
  }
  move_cursor({start.x, below});
  ImGui::Dummy({room, em() * 0.3f});
}

}  // namespace

void draw_experts_words(const ExpertsFrame& frame) {
  const WordOrder& order = choose_row("experts.order", kWordOrders, frame.choice.order,
                                      [&](const std::string& name) { frame.choose("order", name); });
  const HeldOutLayer* const layer = frame.held_out();
  if (!layer) return draw_no_held_out(frame);
  wrapped_text(fonts().ui, theme().palette.text_dim,
               held_out_words(frame) +
                   " A token with “41 of 52” was read 52 times and went through the expert 41 "
                   "times. " +
                   order.sentence);
  ImGui::Dummy({0, em() * 0.2f});
  ImGui::BeginChild("experts words", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_word_lists(frame, *layer, order.order);
  ImGui::EndChild();
}

}  // namespace attnlab
