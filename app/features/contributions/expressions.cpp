// Expressions of the view Contributions.
#include <algorithm>

#include "app/base/format.h"
#include "app/features/contributions/chosen.h"
#include "app/features/contributions/results.h"
#include "app/state/expressions/expression_table.h"

namespace attnlab::expressions {

namespace {

/// Null while nothing is worked out.
const Contributions* split_logit(const Asked& a) { return a.view.found<Contributions>(); }

std::string split_word(const Asked& a) {
  const Contributions* const all = split_logit(a);
  if (!all || !a.view.vocabularies) return "none";
  const Tokenizer& words = a.view.vocabularies->target;
  return words.entry(all->of.word) + (all->of.against ? " - " + words.entry(*all->of.against) : "");
}

std::string split_number(const Asked& a, double (*of)(const Contributions&)) {
  const Contributions* const all = split_logit(a);
  return all ? format_fixed(of(*all), 3) : "none";
}

std::string split_part(const Asked& a) {
  const Contributions* const all = split_logit(a);
  if (!all) return "none";
  const Index head = a.argument(1).empty() ? -1 : number_in(a.argument(1));
  const auto part = std::ranges::find_if(all->parts, [&](const ContributionPart& each) {
    return each.tensor == a.argument(0) && each.head == head;
  });
  return part == all->parts.end() ? "none" : format_fixed(part->value, 3);
}

/// How many steps the course of the parts has.
std::string split_steps(const Asked& a) {
  const ContributionCourse* const course = a.view.found<ContributionCourse>();
  return course ? std::to_string(course->steps.size()) : "none";
}

}  // namespace

std::span<const ScriptExpression> contributions() {
  static constexpr ScriptExpression kRows[] = {
      {"contributions.word", "",
       "the word whose logit the view Contributions shows, with ` - ` and the word that is subtracted",
       split_word},
      {"contributions.logit", "", "that logit in the pass, with three decimals, or `none`",
       [](const Asked& a) { return split_number(a, [](const Contributions& all) { return all.logit; }); }},
      {"contributions.sum", "", "the sum of its parts, with three decimals, or `none`",
       [](const Asked& a) { return split_number(a, [](const Contributions& all) { return all.sum(); }); }},
      {"contributions.part", "TENSOR [HEAD]", "what a part adds to it, with three decimals, or `none`",
       split_part},
      {"contributions.steps", "", "steps of which that view knows the parts, or `none`", split_steps},
  };
  return kRows;
}

}  // namespace attnlab::expressions
