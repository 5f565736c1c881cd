// Shown levels: the levels of tokens that were learnt for one text of a model.
#pragma once

#include <memory>

#include "app/feature/results.h"
#include "app/state/token_selection.h"
#include "core/analysis/text_levels.h"

namespace attnlab {

struct ShownLevels {
  std::shared_ptr<const Vocabularies> vocabularies;  ///< of the model
  TextSide side;                                     ///< whose text it is
  TextLevels levels;
};

/// Those of this text of the model; null where they are not learnt yet.
inline const TextLevels* levels_for(const Results& made, const Vocabularies* model, TextSide side) {
  const ShownLevels* const shown = made.of<ShownLevels>().get();
  return shown && shown->vocabularies.get() == model && shown->side == side ? &shown->levels : nullptr;
}

}  // namespace attnlab
