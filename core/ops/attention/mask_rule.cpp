// A model's rule in words, and its options.
#include "core/ops/attention/mask_rule.h"

namespace attnlab {

std::string MaskRule::text() const {
  if (window == 0) return "";
  return std::to_string(window) + (sinks > 0 ? " + " + std::to_string(sinks) : "");
}

std::string MaskRule::sentence() const {
  if (window == 0) return "";
  const std::string but = sinks == 1  ? ", but for the first key"
                          : sinks > 1 ? ", but for the first " + std::to_string(sinks) + " keys"
                                      : "";
  return "Keys " + std::to_string(window) + " or more positions away are hidden" + but + ".";
}

std::string_view MaskRule::reason() const {
  return sinks > 0 ? "the key lies outside of the window and is no sink"
                   : "the key lies outside of the window";
}

Fields mask_fields(MaskRule& rule) {
  return {{"window", &rule.window, "positions that a query sees back from its own; 0: all", 0, 65536},
          {"sinks", &rule.sinks, "first keys that a query sees besides its window", 0, 65536, {}, "window"},
          {"window_every",
           &rule.every,
           "layers of which the last has the window: 1 each, 2 every second",
           1,
           96,
           {},
           "window"}};
}

}  // namespace attnlab
