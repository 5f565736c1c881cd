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

void copy_typed(Choices& to, const Choices& from) {
  for (const Feature* view : features())
    if (view->copy_typed) view->copy_typed(to, from);
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
