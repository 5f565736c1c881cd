// The view Masks: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/masks/choice.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

Fields masks_fields(Choices& choices) {
  return {{"scope",
           &choices.of<MasksChoice>().scope,
           tr_mark("what a new mask applies to"),
           {},
           {},
           {"head", "layer", "layers"}}};
}

void forget_masks(Choices& choices) { choices.of<MasksChoice>() = {}; }

constexpr ViewKey kMasksKeys[] = {
    {"Left", "←", tr_mark("previous key token"), "key.previous"},
    {"Right", "→", tr_mark("next key token"), "key.next"},
    {"X", "X", tr_mark("mask or unmask the cell"), "attention.see toggle"},
    {"Enter", "", tr_mark("mask or unmask the cell"), "attention.see toggle"},
};

}  // namespace

namespace masks {

const Feature kFeature = {.name = "masks",
                          .title = tr_mark("Masks"),
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
