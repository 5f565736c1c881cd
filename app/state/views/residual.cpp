// The view Residual stream: its options, its keys and its row.
#include "app/state/views/view_list.h"
#include "core/analysis/residual/lens.h"

namespace attnlab {
namespace {

Fields residual_fields(ViewChoices& choices) {
  ResidualChoice& c = choices.residual;
  return {{"part", &c.part, "what is shown", {}, {}, {"words", "sizes", "directions"}},
          {"colour",
           &c.colour,
           "what colours the words: their probability, or the probability or rank of the right word",
           {},
           {},
           {"probability", "right", "rank"}},
          {"state", &c.state, "which state of the stream, from 0; −1: the last", -1},
          {"position", &c.position, "which token, where none of the stream is selected", 0}};
}

void forget_residual(ViewChoices& choices) {
  choices.residual.state = -1;
  choices.residual.position = 0;
}

constexpr ViewKey kResidualKeys[] = {
    {"Left", "← → ↑ ↓", "token before, after, state before, after", "residual.at previous"},
    {"Right", "", "token after", "residual.at next"},
    {"Up", "", "state before", "residual.after previous"},
    {"Down", "", "state after", "residual.after next"},
};

}  // namespace

const ViewKind kResidualView = {.name = "residual",
                                .title = "Residual stream",
                                .group = &kInsideGroup,
                                .term = "residual stream",
                                .key = "S",
                                .shared = {.matrices = true},
                                .keys = kResidualKeys,
                                .options = residual_fields,
                                .forget_model = forget_residual,
                                .offered = has_lens,
                                .why_not = no_lens};

}  // namespace attnlab
