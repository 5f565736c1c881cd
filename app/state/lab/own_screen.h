// OwnScreen: the user's own choices about the screen, while a lesson changes them.
#pragma once

#include <map>
#include <string>

#include "app/state/app_state.h"

namespace attnlab {

class OwnScreen {
 public:
  /// A command of the lesson has changed `before` into `after`.
  void note(const Screen& before, const Screen& after);
  /// `now`, with the user's own choices in the place of those of the lesson that are still there: what the
  /// user has chosen since then stays.
  Screen restored(Screen now) const;

 private:
  struct Change {
    std::string own, lessons;  ///< as field_text() says them
  };
  std::map<std::string, Change, std::less<>> changes_;  ///< by the option's name in the settings
};

}  // namespace attnlab
