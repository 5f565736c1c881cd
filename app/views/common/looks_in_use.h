// LooksInUse: gives widgets the looks of zoomed matrices and plots, and emits the changes they request.
#pragma once

#include <utility>

#include "app/state/app_state.h"
#include "app/state/made_commands.h"
#include "app/widgets/base/context.h"

namespace attnlab {

/// Widgets see the looks while the object lives; the destructor emits the requested looks.
class LooksInUse {
 public:
  LooksInUse(const Screen& screen, const Emit& emit) : before_(widgets().looks), emit_(emit) {
    widgets().looks = &screen.looks;
  }
  ~LooksInUse() {
    widgets().looks = before_;
    for (const MatrixLook& look : std::exchange(widgets().wanted_looks, {})) emit_(look_command(look));
  }
  LooksInUse(const LooksInUse&) = delete;
  LooksInUse& operator=(const LooksInUse&) = delete;

 private:
  const MatrixLooks* before_;
  const Emit& emit_;
};

}  // namespace attnlab
