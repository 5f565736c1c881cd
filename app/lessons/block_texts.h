// Block texts: all that a block of a lesson says, with its looks, whichever field says it.
#pragma once

#include <vector>

#include "app/lessons/lesson.h"

namespace attnlab {

/// One text of a block.
struct BlockText {
  int line = 0;  ///< in the file: of the paragraph, or of the exercise
  Spans spans;
};

/// The texts of a block: its paragraphs and cells; of an exercise what it asks, its options, hints and what
/// is said after an answer. A formula on a line of its own is one span.
std::vector<BlockText> texts_of(const LessonBlock& block);

}  // namespace attnlab
