// The members of a state that are content.
#include "app/state/state_content.h"

namespace attnlab {

namespace {

void copy_texts(AppState& to, const AppState& from) {
  to.source = from.source;
  to.target = from.target;
  to.generate_target = from.generate_target;
  to.answered = from.answered;
  to.question = from.question;
}

/// The numbers by hand, and the texts to patch.
void copy_typed(ViewChoices& to, const ViewChoices& from) {
  to.hand.numbers = from.hand.numbers;
  to.hand.draws = from.hand.draws;
  to.patching.clean = from.patching.clean;
  to.patching.clean_answer = from.patching.clean_answer;
  to.patching.changed = from.patching.changed;
  to.patching.changed_answer = from.patching.changed_answer;
  to.patching.proposal = from.patching.proposal;
}

}  // namespace

AppState with_content_of(AppState places, const AppState& content) {
  copy_texts(places, content);
  copy_typed(places.choices, content.choices);
  places.picture = content.picture;
  places.own = content.own;
  places.comparison = content.comparison;
  places.draft = content.draft;
  places.edits = content.edits;
  return places;
}

bool same_content(const AppState& a, const AppState& b) { return with_content_of(a, b) == a; }
bool same_place(const AppState& a, const AppState& b) { return with_content_of(a, b) == b; }

}  // namespace attnlab
