// The view Patching: its options, its keys and its row.
#include "app/state/views/patching.h"

#include "app/state/views/view_list.h"
#include "core/config/rows.h"

namespace attnlab {
namespace {

Fields patching_fields(ViewChoices& choices) {
  PatchingChoice& c = choices.patching;
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

void forget_patching(ViewChoices& choices) {
  PatchingChoice next;
  next.what = choices.patching.what;
  next.metric = choices.patching.metric;
  next.into = choices.patching.into;
  choices.patching = next;
}

constexpr ViewKey kPatchingKeys[] = {{"X", "X", "another pair of texts", "patch.propose"}};

}  // namespace

PatchQuestion PatchingChoice::question(const PatchPair& pair) const {
  PatchQuestion question{.pair = pair, .what = what, .metric = metric, .into = into};
  const bool of_heads = patched_part(what).kind == PatchedPart::Kind::Heads;
  if (of_heads && position >= 0)
    question.at = PatchPosition{side == "source" ? Text::Source : Text::Target, position};
  return question;
}

const ViewKind kPatchingView = {.name = "patching",
                                .title = "Patching",
                                .group = &kInsideGroup,
                                .term = "activation patching",
                                .key = "Z",
                                .shared = {.matrices = true},
                                .keys = kPatchingKeys,
                                .options = patching_fields,
                                .forget_model = forget_patching,
                                .offered = can_be_patched,
                                .why_not = no_patching};

}  // namespace attnlab
