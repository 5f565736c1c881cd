// The view Generation: what is chosen in it, its keys and its row.
#include "app/state/views/view_list.h"

namespace attnlab {
namespace {

Fields generation_fields(ViewChoices& choices) {
  GenerationChoice& c = choices.generation;
  return {{"part", &c.part, "what is shown", {}, {}, {"token", "cache", "beams"}},
          {"temperature", &c.temperature, "logits are divided by it", 0, 100},
          {"top_k", &c.top_k, "only the k most probable; 0: all", 0},
          {"top_p", &c.top_p, "only the most probable that together reach p", 0.001, 1},
          {"tokens", &c.tokens, "generated at most", 1, 512},
          {"seed", &c.seed, "of the drawing", 0},
          {"step", &c.step, "which of the tokens is looked at", 0},
          {"rank", &c.rank, "which of its candidates", 0},
          {"cache", &c.cache, "keys and values are kept"},
          {"beams", &c.beams, "sequences kept at each step", 1, 16},
          {"length_penalty", &c.length_penalty, "0: none", 0, 5},
          {"hypothesis", &c.hypothesis, "which of the sequences found", 0}};
}

void forget_generation(ViewChoices& choices) {
  choices.generation.step = choices.generation.rank = choices.generation.hypothesis = 0;
}

}  // namespace

const ViewKind kGenerationView = {.name = "generation",
                                  .title = "Generation",
                                  .term = "autoregressive",
                                  .key = "6",
                                  .options = generation_fields,
                                  .forget_model = forget_generation};

}  // namespace attnlab
