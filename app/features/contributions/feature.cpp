// The view Contributions: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/contributions/choice.h"
#include "core/analysis/contributions/stream_path.h"

namespace attnlab {
namespace {

Fields contributions_fields(Choices& choices) {
  constexpr double kMostThreshold = 0.9;
  ContributionsChoice& c = choices.of<ContributionsChoice>();
  return {{"part", &c.part, "what is shown", {}, {}, {"sum", "graph", "training"}},
          {"order", &c.order, "the order of the parts", {}, {}, {"computation", "size"}},
          {"word", &c.word, "whose logit; nothing: the right word or the likeliest"},
          {"against", &c.against, "the word whose logit is subtracted; nothing: none"},
          {"selected", &c.selected, "the tensor of the part that is looked at; nothing: the selected head"},
          {"threshold", &c.threshold, "the thinnest line, as a share of the largest", 0, kMostThreshold}};
}

void forget_contributions(Choices& choices) {
  ContributionsChoice& c = choices.of<ContributionsChoice>();
  c.word = c.against = c.selected = "";
}

constexpr ViewKey kContributionsKeys[] = {
    {"Left", "← →", "position before, after", "contributions.previous"},
    {"Right", "", "position after", "contributions.next"},
    {"Enter", "Enter", "open the part that is looked at", "contributions.open"},
};

}  // namespace

std::unique_ptr<Analysis> make_contribution_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> contributions();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> contributions();
}

namespace contributions {

const Feature kFeature = {.name = "contributions",
                          .title = "Contributions",
                          .group = &kInsideGroup,
                          .term = "direct logit attribution",
                          .key = "D",
                          .shared = {.cells = true, .layers = true},
                          .keys = kContributionsKeys,
                          .options = contributions_fields,
                          .forget_model = forget_contributions,
                          .offered = has_stream_path,
                          .why_not = why_no_stream_path,
                          .analysis = make_contribution_analysis,
                          .commands = commands::contributions,
                          .expressions = expressions::contributions};

}  // namespace contributions

}  // namespace attnlab
