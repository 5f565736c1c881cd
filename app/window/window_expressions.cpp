// Expressions of what the last frame drew.
#include "app/window/window_expressions.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "app/widgets/base/drawn_share.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/open_popups.h"
#include "app/widgets/base/targets.h"

namespace attnlab {
namespace {

std::string joined_or_none(const std::set<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " | ") + text;
  return all.empty() ? "none" : all;
}

/// A panel of which less is drawn on is empty.
constexpr double kLeastDrawn = 0.15;

std::string emptiness(const Asked& asked) {
  const std::optional<double> share = drawn_share(asked.argument(0));
  if (!share) throw std::invalid_argument("there is no panel " + asked.argument(0));
  return *share >= kLeastDrawn ? "no"
                               : "yes, " + std::to_string(std::lround(*share * 100)) + " % is drawn on";
}

}  // namespace

std::span<const ScriptExpression> window_expressions() {
  static constexpr ScriptExpression kRows[] = {
      {"focus", "", "the widget that the keyboard acts on", [](const Asked&) { return focus_name(); }},
      {"cut", "", "labels of the last frame that did not fit, or `none`",
       [](const Asked&) { return joined_or_none(cut_labels()); }},
      {"not_finite", "", "texts of the last frame that say NaN or ∞, or `none`",
       [](const Asked&) { return joined_or_none(not_finite_texts()); }},
      {"empty", "PANEL", "whether next to nothing is drawn in a panel: `no`, or how much", emptiness},
      {"popup", "", "how menus and dialogs lie: `within` the window, `none` is open, or what is cut off",
       [](const Asked&) { return popups_text(open_popups()); }},
  };
  return kRows;
}

}  // namespace attnlab
