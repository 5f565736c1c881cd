// By hand: attention on typed numbers. Script names: hand.part[0,i] are the parts, hand.examples and
// hand.example[0,i] the examples, hand.copy and hand.copied[0,i] the forms to copy, hand.random new numbers;
// the other parts have more in their files; hand.score[0,i] (or hand.scores),
// hand.scale, hand.beta, hand.mask[0,i] (or hand.masks), hand.mask.NAME.less and .more, hand.size.NAME.less
// and .more.
#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/features/hand/view_frame.h"
#include "app/state/hand_choice.h"
#include "app/views/common/open_prediction.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/stepper.h"
#include "core/analysis/experiments/hand_examples.h"
#include "core/config/rows.h"
#include "core/io/hand/hand_numbers.h"
#include "core/language/messages.h"
#include "core/ops/attention/mask_kind.h"

namespace attnlab {
namespace {

void choose_score(const HandFrame& frame) {
  std::vector<const char*> titles;
  for (const ScoreKind& kind : score_kinds()) titles.push_back(tr(kind.title.data()));
  const int now = static_cast<int>(&score_kind(frame.numbers.score) - score_kinds().data());
  const int chosen =
      choose_by_hand({"hand.scores", "hand.score", titles[static_cast<std::size_t>(now)], tr("Score")},
                     titles, now, frame.room);
  if (chosen != now) frame.say("score", {std::string(score_kinds()[static_cast<std::size_t>(chosen)].name)});
}

void choose_scaling(const HandFrame& frame) {
  bool scaled = frame.numbers.score == "scaled_dot";
  if (!scaled && frame.numbers.score != "dot") return;
  go_on_in_line(text_size(fonts().ui, "÷ √d_k").x + em() * 3);
  if (toggle("hand.scale", "÷ √d_k", scaled,
             tr("Divides the dot products by the square root of the number of features")))
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
  const std::string unit(tr(number.unit));
  go_on_in_line(text_size(fonts().ui, unit).x + em() * 7);
  const Index chosen = stepper("hand.mask." + std::string(number.name), unit, now,
                               {.less = std::max(now - 1, number.least), .more = std::min(now + 1, most)});
  if (chosen == now) return;
  MaskKind::Numbers wanted = mask.numbers;
  wanted[place] = chosen;
  frame.say("mask", {kind.text(wanted)});
}

void choose_mask(const HandFrame& frame) {
  std::vector<std::string_view> names{"none"};
  std::vector<const char*> titles{tr("no mask")};
  for (const MaskKind& kind : mask_kinds())
    names.push_back(kind.name), titles.push_back(tr(kind.title.data()));
  names.push_back("painted"), titles.push_back(tr("painted"));
  const HandMaskWords mask = words_of(frame.numbers.mask);
  const auto now = static_cast<std::size_t>(std::ranges::find(names, mask.kind) - names.begin());
  go_on_in_line(text_size(fonts().ui, titles[now]).x + em() * 3);
  const int chosen = draw_hand_menu(
      {"hand.masks", "hand.mask", titles[now], tr("Mask: which keys each query sees")}, titles);
  if (chosen >= 0) frame.say("mask", {usual_mask(frame, names[static_cast<std::size_t>(chosen)])});
  if (const MaskKind* const kind = find_mask_kind(mask.kind))
    for (std::size_t i = 0; i < kind->numbers.size(); ++i) choose_mask_number(frame, mask, *kind, i);
}

/// The label of a field of hand_size_fields().
struct SizeLabel {
  std::string_view name;
  const char* label;
};
constexpr SizeLabel kSizeLabels[] = {{"queries", tr_mark("queries")},
                                     {"keys", tr_mark("keys")},
                                     {"features", tr_mark("features")},
                                     {"values", tr_mark("value features")},
                                     {"hidden", tr_mark("hidden units")}};

void choose_sizes(const HandFrame& frame) {
  HandSizes sizes = sizes_of(frame.numbers);
  const bool hidden = score_kind(frame.numbers.score).score == GeneralAttention::Score::Additive;
  bool first = true;
  for (const Field& field : hand_size_fields(sizes)) {
    if (field.name == "hidden" && !hidden) continue;
    const std::string name(field.name), label = tr(row_named(kSizeLabels, "size", name).label);
    const Index now = *std::get<Index*>(field.value);
    if (!std::exchange(first, false)) go_on_in_line(text_size(fonts().ui, label).x + em() * 7);
    const Index chosen =
        stepper("hand.size." + name, label, now,
                {.less = std::max<Index>(now - 1, 1), .more = std::min(now + 1, kMostByHand)});
    if (chosen != now) frame.say("size", {name + "=" + std::to_string(chosen)});
  }
}

/// Draws the score, its options, the mask and the sizes, in as many lines as they need.
void draw_hand_controls(const HandFrame& frame) {
  if (frame.model.figure) return;
  choose_score(frame);
  choose_scaling(frame);
  choose_sharpness(frame);
  choose_mask(frame);
  choose_sizes(frame);
}

/// Least width for steps beside the typed numbers, in em.
constexpr float kNarrowHand = 40;
/// Least height of typed numbers and steps, in em; a lower view scrolls.
constexpr float kLeastHand = 22;
/// Height below which choices are menus, in em.
constexpr float kLowControls = 25;
/// Height below which an example's note is not shown, in em.
constexpr float kLowHand = 30;

/// Draws the typed numbers, and the steps at their right or below.
void draw_hand_numbers(const HandFrame& frame) {
  ImGui::BeginChild("numbers", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  draw_hand_controls(frame);
  ImGui::Dummy({0, em() * 0.2f});
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool beside = room.x >= em() * kNarrowHand;
  const float edge = ImGui::GetStyle().ScrollbarSize + em() * 0.5f;
  const float most = beside ? room.x * 0.45f : room.x;
  const HandSheetPlan plan = plan_hand_sheets(frame, most - edge);
  const float high = std::max(room.y, em() * kLeastHand);
  const ImVec2 sheets{beside ? std::min(plan.width + edge, most) : 0, beside ? high : high * 0.6f};
  ImGui::BeginChild("sheets", sheets, false,
                    ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_HorizontalScrollbar);
  draw_hand_sheets(frame, plan);
  ImGui::EndChild();
  if (beside) ImGui::SameLine(0, em() * 1.2f);
  ImGui::BeginChild("steps", {0, high}, false, ImGuiWindowFlags_NoBackground);
  draw_hand_steps(frame);
  ImGui::EndChild();
  ImGui::EndChild();
}

/// What draws a part of hand_parts().
struct HandPartPage {
  std::string_view name;
  void (*draw)(const HandFrame& frame);
};
constexpr HandPartPage kHandPages[] = {{"numbers", draw_hand_numbers},
                                       {"order", draw_hand_order},
                                       {"sharpness", draw_hand_sharpness},
                                       {"widths", draw_hand_widths}};

constexpr const char* kCopiedForms[] = {"text", "csv", "latex", "json"};

void draw_menus(const HandFrame& frame) {
  std::vector<const char*> titles;
  for (const HandExample& example : hand_examples()) titles.push_back(tr(example.title.data()));
  const auto width = [](const char* words) { return text_size(fonts().ui, words).x + em() * 3; };
  const char *const examples = tr("Examples"), *const copy = tr("Copy"), *const new_numbers = tr("Random");
  go_on_in_line(width(examples));
  const int example =
      draw_hand_menu({"hand.examples", "hand.example", examples, tr("Opens example numbers")}, titles);
  if (example >= 0) frame.say("open", {std::string(hand_examples()[static_cast<std::size_t>(example)].name)});
  go_on_in_line(width(copy));
  const char* const copied[] = {tr("Text"), "CSV", "LaTeX", "JSON"};
  const int form = draw_hand_menu(
      {"hand.copy", "hand.copied", copy,
       tr("Copies every step as text, CSV, or LaTeX, or the numbers as JSON for attention-lab hand")},
      copied);
  if (form >= 0) frame.say("copy", {kCopiedForms[form]});
  go_on_in_line(width(new_numbers));
  if (text_button("hand.random", Icon::Reset, new_numbers,
                  tr("Draws other numbers from a normal distribution")))
    frame.say("random", {});
}

void draw_parts(const HandFrame& frame) {
  std::vector<const char*> titles;
  for (const HandPart& part : hand_parts()) titles.push_back(tr(part.title));
  const int now = static_cast<int>(std::ranges::find(hand_parts(), frame.choice.part, &HandPart::name) -
                                   hand_parts().begin());
  const int chosen = choose_by_hand(
      {"hand.parts", "hand.part", titles[static_cast<std::size_t>(now)], tr("Part of the view")}, titles, now,
      frame.room);
  if (chosen != now) frame.choose("part", std::string(hand_parts()[static_cast<std::size_t>(chosen)].name));
}

/// Whether the open example is this part's, or the part is for all numbers.
bool has_sentence(const HandFrame& frame) {
  const HandExample* const example = example_of(frame.numbers);
  const auto part = std::ranges::find(hand_parts(), frame.choice.part, &HandPart::name);
  return part == hand_parts().begin() ||
         (part != hand_parts().end() && example && example->name == part->example);
}

/// Draws what the open example shows, or the score; during a prediction of a lesson, it says to wait.
void draw_sentence(const HandFrame& frame) {
  const HandExample* const example = example_of(frame.numbers);
  if (!example) return dim_text(tr(score_kind(frame.numbers.score).sentence));
  if (is_prediction_open(frame.model))
    return dim_text(tr("The explanation appears here after your prediction."));
  dim_text(tr(example->sentence));
  const bool high = ImGui::GetContentRegionAvail().y >= em() * kLowHand;
  if (high && !example->note.empty()) dim_text(tr(example->note));
}

void draw_hand(const ViewModel& model, const Emit& emit) {
  const bool low = ImGui::GetContentRegionAvail().y < em() * kLowControls;
  const HandFrame frame{model, emit, model.state.choices.of<HandChoice>(),
                        model.state.choices.of<HandChoice>().numbers, low ? HandRoom::Low : HandRoom::Ample};
  if (!model.figure) {
    draw_parts(frame);
    draw_menus(frame);
  }
  if (has_sentence(frame)) draw_sentence(frame);
  row_named(kHandPages, "part", frame.choice.part).draw(frame);
}

}  // namespace

int draw_hand_menu(const HandMenu& menu, std::span<const char* const> titles) {
  int pressed = -1;
  if (text_button(menu.name, Icon::ChevronDown, menu.label, menu.tip)) ImGui::OpenPopup(menu.name);
  if (!ImGui::BeginPopup(menu.name)) return pressed;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    const Box box = box_at(ImGui::GetCursorScreenPos(), {widest(titles, em() * 8), ImGui::GetFontSize()});
    const std::string entry = std::string(titles[i]) + "###" + std::to_string(i);
    if (ImGui::Selectable(entry.c_str(), false, 0, box.size())) pressed = static_cast<int>(i);
    mark(std::string(menu.entry) + "[0," + std::to_string(i) + "]", box);
  }
  ImGui::EndPopup();
  return pressed;
}

int choose_by_hand(const HandMenu& menu, std::span<const char* const> titles, int chosen, HandRoom room) {
  if (room == HandRoom::Ample && segmented_width(titles) <= ImGui::GetContentRegionAvail().x) {
    segmented(menu.entry, titles, chosen);
    return chosen;
  }
  const int pressed = draw_hand_menu(menu, titles);
  return pressed >= 0 ? pressed : chosen;
}

void go_on_in_line(float width) { next_on_line(width, em()); }

namespace hand {
extern const ViewPage kPage = {.draw = draw_hand, .of_pass = false, .needs_pass = false};
}

}  // namespace attnlab
