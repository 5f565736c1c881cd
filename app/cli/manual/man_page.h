// Man page: attention-lab(1), from the command table.
#pragma once

#include <string>
#include <vector>

#include "app/cli/manual/command_table.h"

namespace attnlab {

/// The page in the macros of man(7), with every subcommand and option.
std::string man_page(const std::vector<CommandRow>& table);

}  // namespace attnlab
