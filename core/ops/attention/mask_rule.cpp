// A model's rule in words, and its options.
#include "core/ops/attention/mask_rule.h"

#include "core/language/messages.h"

namespace attnlab {

std::string MaskRule::text() const {
  if (window == 0) return "";
  return std::to_string(window) + (sinks > 0 ? " + " + std::to_string(sinks) : "");
}

std::string MaskRule::sentence() const {
  if (window == 0) return "";
  const std::string far = std::to_string(window);
  if (sinks == 0) return tr("Keys {1} or more positions away are masked.", far);
  return tr_plural("Keys {1} or more positions away are masked, except the first key.",
                   "Keys {1} or more positions away are masked, except the first {2} keys.", sinks, far,
                   std::to_string(sinks));
}

std::string_view MaskRule::reason() const {
  return sinks > 0 ? "the key is outside the window and is not a sink" : "the key is outside the window";
}

Fields mask_fields(MaskRule& rule) {
  return {{"window", &rule.window, tr_mark("positions that a query sees, counting back from its own; 0: all"),
           0, 65536},
          {"sinks",
           &rule.sinks,
           tr_mark("first keys that every query sees in addition to its window"),
           0,
           65536,
           {},
           "window"},
          {"window_every",
           &rule.every,
           tr_mark("which layers have the window: 1 for every layer, 2 for every second layer"),
           1,
           96,
           {},
           "window"}};
}

}  // namespace attnlab
