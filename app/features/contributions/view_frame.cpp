// What the parts of the view Contributions share: numbers, colours, tooltips and clicks.
#include "app/features/contributions/view_frame.h"

#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/tokens/token_text.h"
#include "core/models/architecture_kind.h"

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
  value_line("contribution", frame.signed_number(part.value));
  value_line("falls without it by", frame.signed_number(part.left_out));
  value_line("error of frozen norms", frame.signed_number(part.error()));
  if (part.divisor > 0)
    value_line("last norm divides by",
               frame.number(frame.all.divisor) + ", without it by " + frame.number(part.divisor));
  dim_text(part.tensor);
  end_tooltip();
}

}  // namespace attnlab
