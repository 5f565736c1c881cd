// What a stage looks for: a member {"String": …} or {"Regex": …}.
#pragma once

#include "core/text/stages/pattern.h"
#include "core/text/stages/stage_members.h"

namespace attnlab {

/// The pattern that is the member `key`. Throws std::runtime_error that names it.
Pattern pattern_from(StageMembers& members, const char* key);

}  // namespace attnlab
