// Commands of text fields: a field whose command is refused keeps the caret, so that the next keys correct
// it.
#pragma once

#include <cstdint>
#include <string>

#include "app/state/command.h"
#include "app/state/view_model.h"

namespace attnlab {

/// A ticket that no other command has.
std::uint64_t next_ticket();

/// Sends what was entered in the text field of this script name. If the command is refused, the field has
/// the caret again; until that is known, keys wait.
void send_entered(Command command, const std::string& field, const Emit& emit);

/// Call in each frame before fields are drawn.
void follow_entered(const ViewModel& model);

}  // namespace attnlab
