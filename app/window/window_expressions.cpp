// Expressions of what the last frame drew.
#include "app/window/window_expressions.h"

#include <cmath>
#include <set>
#include <stdexcept>
#include <string>

#include "app/base/format.h"
#include "app/gl/frame_loop.h"
#include "app/state/expressions/expression_table.h"
#include "app/widgets/base/drawn_share.h"
#include "app/widgets/base/focus.h"
#include "app/widgets/base/input_method.h"
#include "app/widgets/base/open_popups.h"
#include "app/widgets/base/targets.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string joined_or_none(const std::set<std::string>& texts) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : " | ") + text;
  return all.empty() ? "none" : all;
}

/// A panel is empty if a smaller part of it is drawn on.
constexpr double kLeastDrawn = 0.15;

std::string emptiness(const Asked& asked) {
  const std::optional<double> share = drawn_share(asked.argument(0));
  if (!share) throw std::invalid_argument(tr("there is no panel {1}", asked.argument(0)));
  return *share >= kLeastDrawn ? "no"
                               : "yes, " + std::to_string(std::lround(*share * 100)) + " % is drawn on";
}

std::string frame_work(const Asked& asked) {
  const Index percent = expressions::number_in(asked.argument(0));
  if (percent < 0 || percent > 100)
    throw std::invalid_argument(tr("a percentile is 0 to 100, not {1}", asked.argument(0)));
  return format_fixed(work_percentile(frame_times(), double(percent) / 100) * 1e3, 2);
}

}  // namespace

std::span<const ScriptExpression> window_expressions() {
  static constexpr ScriptExpression kRows[] = {
      {"focus", "", tr_mark("the widget that the keyboard acts on"),
       [](const Asked&) { return focus_name(); }},
      {"typed", "", tr_mark("the text field that is typed into, or `none`"),
       [](const Asked&) { return typed_name(); }},
      {"composed", "", tr_mark("the text that is being composed in a field, or `none`"),
       [](const Asked&) {
         const std::string& text = composed_text().text;
         return text.empty() ? "none" : text;
       }},
      {"cut", "", tr_mark("labels of the last frame that did not fit, or `none`"),
       [](const Asked&) { return joined_or_none(cut_labels()); }},
      {"not_finite", "", tr_mark("texts of the last frame that contain NaN or ∞, or `none`"),
       [](const Asked&) { return joined_or_none(not_finite_texts()); }},
      {"untranslated", "",
       tr_mark("in the language `long`: texts of the last frame with English words, or `none`"),
       [](const Asked&) { return joined_or_none(untranslated_texts()); }},
      {"empty", "PANEL", tr_mark("whether a panel is nearly empty: `no`, or how much of it is drawn on"),
       emptiness},
      {"popup", "",
       tr_mark(
           "where menus and dialogs are: `within` the window, `none` if none is open, or what is cut off"),
       [](const Asked&) { return popups_text(open_popups()); }},
      {"point", "", tr_mark("pixels per point: the scale of the window's screen"),
       [](const Asked&) { return format_number(double(point()), 3); }},
      {"frame_work", "PERCENT",
       tr_mark("milliseconds per frame without rendering; PERCENT of the last frames took at most this long"),
       frame_work},
  };
  return kRows;
}

}  // namespace attnlab
