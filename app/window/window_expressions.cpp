// Expressions of what the last frame drew.
#include "app/window/window_expressions.h"

#include "app/widgets/base/focus.h"
#include "app/widgets/base/open_popups.h"
#include "app/widgets/base/targets.h"

namespace attnlab {
namespace {

std::string labels_cut(const Asked&) {
  std::string all;
  for (const std::string& label : cut_labels()) all += (all.empty() ? "" : " | ") + label;
  return all.empty() ? "none" : all;
}

}  // namespace

std::span<const ScriptExpression> window_expressions() {
  static constexpr ScriptExpression kRows[] = {
      {"focus", "", "the widget that the keyboard acts on", [](const Asked&) { return focus_name(); }},
      {"cut", "", "labels of the last frame that did not fit, or `none`", labels_cut},
      {"popup", "", "how menus and dialogs lie: `within` the window, `none` is open, or what is cut off",
       [](const Asked&) { return popups_text(open_popups()); }},
  };
  return kRows;
}

}  // namespace attnlab
