// The rows of what colours the words of the lens.
#include "app/features/residual/view_colours.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/choose_row.h"

namespace attnlab {

namespace {

float chosen_share(const LensCell& cell) { return static_cast<float>(cell.top.front().probability); }
float right_share(const LensCell& cell) { return static_cast<float>(cell.right_probability); }
float right_rank(const LensCell& cell) {
  return static_cast<float>(std::log10(static_cast<double>(cell.right_rank)));
}

std::string chosen_text(const LensCell& cell) { return format_percent(cell.top.front().probability, 0); }
std::string right_text(const LensCell& cell) {
  return cell.has_right() ? format_percent(cell.right_probability, 0) : "";
}
std::string rank_text(const LensCell& cell) {
  return cell.has_right() ? "#" + format_count(cell.right_rank) : "";
}

float whole_share(Index) { return 1; }
float last_rank(Index words) { return std::log10(static_cast<float>(std::max<Index>(words, 2))); }

constexpr LensColour kLensColours[] = {
    {"probability", "probability", "probability of the {word}", false, chosen_share, chosen_text,
     whole_share},
    {"right", "right {word}", "probability of the right {word}", true, right_share, right_text, whole_share},
    {"rank", "its rank", "rank of the right {word} (log₁₀)", true, right_rank, rank_text, last_rank},
};

}  // namespace

const LensColour& choose_lens_colour(const ResidualFrame& frame) {
  struct Shown {
    std::string_view name;
    const char* title;
    const LensColour* colour;
  };
  std::string titles[std::size(kLensColours)];
  Shown shown[std::size(kLensColours)];
  for (std::size_t i = 0; i < std::size(kLensColours); ++i) {
    titles[i] = frame.in_words(kLensColours[i].title);
    shown[i] = {kLensColours[i].name, titles[i].c_str(), &kLensColours[i]};
  }
  return *choose_row("residual.colour", shown, frame.choice.colour, [&](const std::string& name) {
            frame.choose("colour", name);
          }).colour;
}

ColourScale lens_scale(const ResidualFrame& frame, const LensColour& colour) {
  return {Scale::Sequential, RangeMode::Fixed, {0, colour.most(frame.trace().config().target_vocabulary)}};
}

}  // namespace attnlab
