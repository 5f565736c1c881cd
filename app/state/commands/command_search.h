// Command search: which commands a few typed letters mean.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/state/commands/dispatcher.h"

namespace attnlab {

/// The commands that `typed` may mean, likeliest first: all of its words are in their name or their help.
/// Once a whole name is followed by a space, arguments are being typed, and it is that command alone. All of
/// them for an empty text.
std::vector<const CommandInfo*> find_commands(std::string_view typed, std::span<const CommandInfo> commands);

}  // namespace attnlab
