// The view Masks: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/masks/choice.h"

namespace attnlab {
namespace {

Fields masks_fields(Choices& choices) {
  return {{"scope",
           &choices.of<MasksChoice>().scope,
           "what a new mask is for",
           {},
           {},
           {"head", "layer", "layers"}}};
}

void forget_masks(Choices& choices) { choices.of<MasksChoice>() = {}; }

constexpr ViewKey kMasksKeys[] = {
    {"Left", "←", "key token before", "key.previous"},
    {"Right", "→", "key token after", "key.next"},
    {"X", "X", "hide or show the cell", "attention.see toggle"},
    {"Enter", "", "hide or show the cell", "attention.see toggle"},
};

}  // namespace

namespace masks {

const Feature kFeature = {.name = "masks",
                          .title = "Masks",
                          .group = &kPassGroup,
                          .term = "mask",
                          .key = "4",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kMasksKeys,
                          .options = masks_fields,
                          .forget_model = forget_masks,
                          .offered = has_attention_heads,
                          .why_not = no_attention_heads};

}  // namespace masks

}  // namespace attnlab
