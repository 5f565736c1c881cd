// The view Patching: its options, its keys and its row.
#include "app/feature/features.h"
#include "app/features/patching/choice.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

Fields patching_fields(Choices& choices) {
  PatchingChoice& c = choices.of<PatchingChoice>();
  return {{"clean", &c.clean, "the clean text"},
          {"clean_answer", &c.clean_answer, "its answer; nothing: the model's own"},
          {"changed", &c.changed, "the changed text"},
          {"changed_answer", &c.changed_answer, "its answer; nothing: the model's own"},
          {"proposal", &c.proposal, "which of the proposed pairs, where no text is typed", 0},
          {"what", &c.what, "what is taken from the clean text", {}, {}, choices_of(patched_parts())},
          {"metric", &c.metric, "what judges the answer", {}, {}, choices_of(patch_metrics())},
          {"into", &c.into, "what of a head a path leads into", {}, {}, choices_of(path_inputs())},
          {"position", &c.position, "of heads: at this position alone; -1: at all", -1},
          {"side", &c.side, "whose position it is", {}, {}, {"target", "source"}},
          {"stopped", &c.stopped, "nothing is worked out"}};
}

std::string_view no_patching(const ModelConfig& config) {
  return is_transformer(config) ? "it reads pictures" : "it is no Transformer";
}

void forget_patching(Choices& choices) {
  PatchingChoice next;
  next.what = choices.of<PatchingChoice>().what;
  next.metric = choices.of<PatchingChoice>().metric;
  next.into = choices.of<PatchingChoice>().into;
  choices.of<PatchingChoice>() = next;
}

constexpr ViewKey kPatchingKeys[] = {{"X", "X", "another pair of texts", "patch.propose"}};

void copy_patched_texts(Choices& to, const Choices& from) {
  PatchingChoice& t = to.of<PatchingChoice>();
  const PatchingChoice& f = from.of<PatchingChoice>();
  t.clean = f.clean;
  t.clean_answer = f.clean_answer;
  t.changed = f.changed;
  t.changed_answer = f.changed_answer;
  t.proposal = f.proposal;
}

}  // namespace

PatchQuestion PatchingChoice::question(const PatchPair& pair) const {
  PatchQuestion question{.pair = pair, .what = what, .metric = metric, .into = into};
  const bool of_heads = patched_part(what).kind == PatchedPart::Kind::Heads;
  if (of_heads && position >= 0)
    question.at = PatchPosition{side == "source" ? Text::Source : Text::Target, position};
  return question;
}

std::unique_ptr<Analysis> make_patching_analyses(const AnalysisTools& tools);

namespace commands {
std::span<const Entry> patching();
}  // namespace commands

namespace patching {

const Feature kFeature = {.name = "patching",
                          .title = "Patching",
                          .group = &kInsideGroup,
                          .term = "activation patching",
                          .key = "Z",
                          .shared = {.matrices = true},
                          .keys = kPatchingKeys,
                          .options = patching_fields,
                          .forget_model = forget_patching,
                          .offered = can_be_patched,
                          .why_not = no_patching,
                          .copy_typed = copy_patched_texts,
                          .analysis = make_patching_analyses,
                          .commands = commands::patching};

}  // namespace patching

}  // namespace attnlab
