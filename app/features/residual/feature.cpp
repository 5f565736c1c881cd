// The view Residual stream: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/residual/choice.h"
#include "core/analysis/residual/lens.h"

namespace attnlab {
namespace {

Fields residual_fields(Choices& choices) {
  ResidualChoice& c = choices.of<ResidualChoice>();
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

void forget_residual(Choices& choices) {
  choices.of<ResidualChoice>().state = -1;
  choices.of<ResidualChoice>().position = 0;
}

constexpr ViewKey kResidualKeys[] = {
    {"Left", "← → ↑ ↓", "token before, after, state before, after", "residual.at previous"},
    {"Right", "", "token after", "residual.at next"},
    {"Up", "", "state before", "residual.after previous"},
    {"Down", "", "state after", "residual.after next"},
};

}  // namespace

std::unique_ptr<Analysis> make_residual_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> residual();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> residual();
}

namespace residual {

const Feature kFeature = {.name = "residual",
                          .title = "Residual stream",
                          .group = &kInsideGroup,
                          .term = "residual stream",
                          .key = "S",
                          .shared = {.matrices = true},
                          .keys = kResidualKeys,
                          .options = residual_fields,
                          .forget_model = forget_residual,
                          .offered = has_lens,
                          .why_not = no_lens,
                          .analysis = make_residual_analyses,
                          .commands = commands::residual,
                          .expressions = expressions::residual};

}  // namespace residual

}  // namespace attnlab
