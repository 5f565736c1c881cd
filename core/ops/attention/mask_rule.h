// MaskRule: what a model hides from attention by distance.
#pragma once

#include <string>
#include <string_view>

#include "core/config/fields.h"

namespace attnlab {

/// What a model hides in its own texts beside later tokens and padding.
struct MaskRule {
  Index window = 0;  ///< keys this many positions from the query, or more, are hidden; 0: none
  Index sinks = 0;   ///< the first keys, which a window does not hide (Xiao et al. 2023)
  Index every = 1;   ///< of how many layers the last has the window: 2 is every second (Child et al. 2019)

  friend bool operator==(const MaskRule&, const MaskRule&) = default;

  bool hides() const { return window > 0; }
  /// What it is in one layer of a stack, counted from 0.
  MaskRule of_layer(Index layer) const {
    return (layer + 1) % every == 0 ? MaskRule{window, sinks} : MaskRule();
  }
  /// What it is in the layer that sees most.
  MaskRule widest() const { return every == 1 ? *this : MaskRule(); }
  /// "128", as a badge says it; "" where nothing is hidden.
  std::string text() const;
  /// What the rule hides, for a student; "" where nothing is hidden.
  std::string sentence() const;
  /// "the key is outside the window": why the rule masks a key.
  std::string_view reason() const;
};
/// The options of a model that make its rule.
Fields mask_fields(MaskRule& rule);

}  // namespace attnlab
