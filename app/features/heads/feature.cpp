// The view Heads: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/feature/opened_features.h"
#include "app/state/heads_choice.h"

namespace attnlab {
namespace {

Fields heads_fields(Choices& choices) {
  HeadsChoice& c = choices.of<HeadsChoice>();
  return {{"open", &c.open, "the selected head alone"},
          {"average", &c.average, "the mean over the layer's heads"},
          {"lines", &c.lines, "lines from token to token"},
          {"compare", &c.compare, "the head to compare with: LAYER.HEAD, or none"},
          {"badge",
           &c.badge,
           "what each head is measured by",
           {},
           {},
           {"strongest", "entropy", "distance", "first", "previous", "same", "induction", "effect"}},
          {"sorted", &c.sorted, "ordered by what is measured"}};
}

void forget_heads(Choices& choices) {
  choices.of<HeadsChoice>().open = false;
  choices.of<HeadsChoice>().compare = "none";
}

bool among_heads(const Choices& choices) { return !choices.of<HeadsChoice>().open; }
bool in_head(const Choices& choices) { return choices.of<HeadsChoice>().open; }

constexpr ViewKey kHeadsKeys[] = {
    {"Left", "←", "head before", "head.previous"},
    {"Right", "→", "head after", "head.next"},
    {"Up", "↑", "one layer up", "layer.next", among_heads},
    {"Down", "↓", "one layer down", "layer.previous", among_heads},
    {"Enter", "Enter", "open the head", "choose heads.open on", among_heads},
    {"Escape", "Escape", "back to all heads", "choose heads.open off", in_head},
};

}  // namespace

std::unique_ptr<Analysis> make_head_analyses(const AnalysisTools& tools);

namespace heads {

const Feature kFeature = {.name = "heads",
                          .title = "Heads",
                          .group = &kPassGroup,
                          .term = "multi-head attention",
                          .key = "2",
                          .shared = {.cells = true, .layers = true, .matrices = true},
                          .keys = kHeadsKeys,
                          .options = heads_fields,
                          .forget_model = forget_heads,
                          .offered = has_attention_heads,
                          .why_not = no_attention_heads,
                          .analysis = make_head_analyses};

}  // namespace heads

}  // namespace attnlab
