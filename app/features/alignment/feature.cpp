// The view Alignment: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/alignment/choice.h"
#include "core/analysis/recurrence/alignment.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

/// The alignments that look back: with one of them the fixed vector is compared.
std::vector<Choice> choices_looking_back() {
  std::vector<Choice> choices;
  for (const AlignmentKind& kind : alignment_kinds())
    if (kind.looks_back()) choices.push_back({kind.name, kind.title});
  return choices;
}

Fields alignment_fields(Choices& choices) {
  AlignmentChoice& c = choices.of<AlignmentChoice>();
  LengthSettings& s = c.lengths;
  return {{"part", &c.part, "what is shown", {}, {}, {"figure", "map", "fixed", "length"}},
          {"target", &c.target, "the position of the decoder", 0},
          {"source", &c.source, "the encoder state", 0},
          {"experiment", &c.experiment, "a fixed vector and attention are trained"},
          {"with", &s.alignment, "the attention beside the fixed vector", {}, {}, choices_looking_back()},
          {"task", &s.task, "what both learn", {}, {}, choices_of(length_tasks())},
          {"longest", &s.longest, "letters of the longest string", 5, 40},
          {"width", &s.width, "units of both", 8, 256},
          {"steps", &s.steps, "for so many steps", 20, 20000}};
}

std::string_view no_alignment(const ModelConfig&) { return "it is no recurrent encoder–decoder"; }

void forget_alignment(Choices& choices) {
  AlignmentChoice& c = choices.of<AlignmentChoice>();
  c.target = c.source = 0;
  c.experiment = false;
}

constexpr ViewKey kAlignmentKeys[] = {
    {"Left", "← →", "decoder position before, after", "alignment.previous"},
    {"Right", "", "decoder position after", "alignment.next"},
    {"Up", "↑ ↓", "encoder state before, after", "alignment.state.previous"},
    {"Down", "", "encoder state after", "alignment.state.next"},
    {"P", "P", "position after position, or stop", "alignment.play toggle"},
    {",", ", .", "slower, faster", "walk.pace slower"},
    {".", "", "faster", "walk.pace faster"},
};

}  // namespace

std::unique_ptr<Analysis> make_length_analysis(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> alignment();
}  // namespace commands
namespace expressions {
std::span<const ScriptExpression> alignment();
}

namespace alignment {

const Feature kFeature = {.name = "alignment",
                          .title = "Alignment",
                          .group = &kPassGroup,
                          .term = "alignment",
                          .key = "A",
                          .shared = {.matrices = true},
                          .keys = kAlignmentKeys,
                          .options = alignment_fields,
                          .forget_model = forget_alignment,
                          .offered = is_recurrent_pair,
                          .why_not = no_alignment,
                          .analysis = make_length_analysis,
                          .commands = commands::alignment,
                          .expressions = expressions::alignment};

}  // namespace alignment

}  // namespace attnlab
