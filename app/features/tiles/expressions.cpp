// Expressions: the walk through the blocks of attention.
#include <algorithm>

#include "app/features/tiles/work_walk.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {
namespace {

std::string walked_by(const Asked& a) {
  const ShownWalk walk = shown_walk(*a.view.analyses, a.view.gpu, a.view.trace, a.view.state);
  return walk.by_kernel ? "kernel" : "processor";
}

}  // namespace

std::span<const ScriptExpression> tiles() {
  static constexpr ScriptExpression kRows[] = {
      {"tiles.by", "", "what walks through the blocks: `kernel` or `processor`", walked_by},
  };
  return kRows;
}

}  // namespace attnlab::expressions
