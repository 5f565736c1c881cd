// The groups of tabs.
#include "app/feature/feature.h"
#include "core/language/messages.h"

namespace attnlab {

const ViewGroup kPassGroup = {"pass", tr_mark("Forward pass"), tr_mark("the forward pass, part by part")};
const ViewGroup kWordsGroup = {"words", tr_mark("In and out"),
                               tr_mark("what the model reads and what it writes")};
const ViewGroup kInsideGroup = {"inside", tr_mark("Inside"),
                                tr_mark("what the model has learned, and which part does what")};
const ViewGroup kLearningGroup = {"learning", tr_mark("Learning"), tr_mark("how the model learns")};
const ViewGroup kArithmeticGroup = {"arithmetic", tr_mark("Arithmetic"),
                                    tr_mark("attention by hand and in tiles, and its cost")};

}  // namespace attnlab
