// Token levels by their names.
#include "core/text/token_level.h"

#include "core/config/rows.h"

namespace attnlab {

const TokenLevelKind& token_level(std::string_view name) {
  return row_named(kTokenLevels, "token level", name);
}

}  // namespace attnlab
