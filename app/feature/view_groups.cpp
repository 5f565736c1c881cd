// The groups of tabs.
#include "app/feature/feature.h"

namespace attnlab {

const ViewGroup kPassGroup = {"pass", "The pass", "one pass through the model, part by part"};
const ViewGroup kWordsGroup = {"words", "In and out", "what the model reads and what it writes"};
const ViewGroup kInsideGroup = {"inside", "Inside", "what the model has learned, and which part does what"};
const ViewGroup kLearningGroup = {"learning", "Learning", "how the model learns"};
const ViewGroup kArithmeticGroup = {"arithmetic", "Arithmetic", "by hand, in tiles, and what it costs"};

}  // namespace attnlab
