// Contributions: a logit, or the difference of two, as the sum of what each part of the model adds. Script
// names: contributions.view[0,i] are the sum, the graph and the course, contributions.order[0,i] the orders
// of parts.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/contributions/choice.h"
#include "app/features/contributions/view_frame.h"
#include "app/views/common/choose_row.h"
#include "app/views/common/rest.h"
#include "app/views/common/view_page.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"

namespace attnlab {

namespace {

struct ContributionsPart {
  std::string_view name;  ///< in the option "part"
  const char* title;
};
constexpr ContributionsPart kContributionsParts[] = {
    {"sum", "sum"}, {"graph", "graph"}, {"training", "over training"}};

struct PartsOrder {
  std::string_view name;  ///< in the option "order"
  const char* title;
};
constexpr PartsOrder kPartsOrders[] = {{"computation", "as computed"}, {"size", "largest first"}};

/// So many addends are written out.
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
    words += " (the rest)";
  }
  return words + " = " + frame.number(frame.all.sum());
}

/// "Logit of “e” at position 3, after “h”: 3.215".
std::string asked_sentence(const ContributionsFrame& frame) {
  std::string words = "Logit of " + frame.asked_words();
  const std::vector<Piece>& pieces = asked_pieces(frame.trace);
  const auto at = static_cast<std::size_t>(frame.all.of.position);
  if (logit_rows(frame.trace) > 1 && at < pieces.size())
    words += " at position " + std::to_string(frame.all.of.position) + ", “" +
             display_token(pieces[at].text) + "”";
  return words + ": " + frame.number(frame.all.logit);
}

/// The part that is looked at stays in sight while the list beside or above it scrolls.
void draw_part_in_room(const ContributionsFrame& frame, ImVec2 size) {
  ImGui::BeginChild("contributions part", size, false, ImGuiWindowFlags_NoBackground);
  draw_contribution_part(frame, ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize);
  ImGui::EndChild();
}

/// A figure, and a low window, which scrolls, have the whole list, and the part below it.
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

/// In a narrow window the part stands below the graph, and all scrolls together.
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
    return empty_note("This could not be worked out.", model.analyses->error<Contributions>());
  if (!all) return empty_note("The parts of the logit are being worked out …");
  const ContributionsFrame frame = contributions_frame(model, emit, *all);
  const auto choose = [&](const char* option) {
    return [&frame, option](const std::string& name) { frame.choose(option, name); };
  };
  const ContributionsPart& part =
      choose_row("contributions.view", kContributionsParts, frame.choice.part, choose("part"));
  if (part.name == "sum") {
    ImGui::SameLine(0, em());
    if (ImGui::GetContentRegionAvail().x < em() * 16) ImGui::NewLine();
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
  if (!all || !model.vocabularies) return "Contributions";
  return "Contributions to the logit of “" + display_token(model.vocabularies->target.entry(all->of.word)) +
         "”";
}

}  // namespace

namespace contributions {
extern const ViewPage kPage = {.draw = draw_contributions, .figure_title = contributions_title};
}

}  // namespace attnlab
