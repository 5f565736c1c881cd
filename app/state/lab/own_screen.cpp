// Compares the options of the screen that are kept.
#include "app/state/lab/own_screen.h"

#include "app/state/settings/settings.h"
#include "core/config/fields.h"

namespace attnlab {

void OwnScreen::note(const Screen& before, const Screen& after) {
  Screen old = before, now = after;
  const Fields olds = screen_fields(old), news = screen_fields(now);
  for (std::size_t i = 0; i < olds.size(); ++i) {
    const std::string was = field_text(olds[i]), is = field_text(news[i]);
    if (was == is) continue;
    const auto known = changes_.find(olds[i].name);
    const bool by_lesson = known != changes_.end() && known->second.lessons == was;
    const std::string own = by_lesson ? known->second.own : was;
    changes_.insert_or_assign(std::string(olds[i].name), Change{own, is});
  }
}

Screen OwnScreen::restored(Screen now) const {
  for (const Field& field : screen_fields(now)) {
    const auto change = changes_.find(field.name);
    if (change != changes_.end() && change->second.lessons == field_text(field))
      set_field({field}, field.name, change->second.own, "screen");
  }
  return now;
}

}  // namespace attnlab
