// Contribution report: the results of the subcommand contributions at one step, as text, JSON and a table.
#pragma once

#include <string>
#include <vector>

#include "app/base/table.h"
#include "core/analysis/contributions/contributions.h"
#include "core/text/vocabularies.h"

namespace attnlab::contributions {

/// The order of parts: that of computation, or the largest first.
enum class PartOrder { Computation, Size };

/// One logit of one pass.
struct Report {
  Index step = 0;
  TracePtr trace{};
  const Vocabularies* vocabularies = nullptr;
  Contributions all{};
  std::vector<const ContributionPart*> parts{};  ///< of `all`, in the chosen order
  const ContributionPart* head = nullptr;        ///< whose tokens are listed; null: parts are listed
};

/// The first `top` parts in this order; 0: all.
std::vector<const ContributionPart*> ordered_parts(const Contributions& all, PartOrder order, Index top);

/// The part that "decoder.layers.1.self_attention#2" names. Throws std::invalid_argument with near names.
const ContributionPart& head_named(const Contributions& all, const std::string& name);

void print_text(const Report& report);
/// One object on a line: {"step", "position", "word", "against", "logit", "sum", "divisor", "parts": […]}.
void print_json(const Report& report);
/// One row per part, or per token of the chosen head.
Table asked_table(const Report& report);

}  // namespace attnlab::contributions
