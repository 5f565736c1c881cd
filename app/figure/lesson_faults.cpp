// Looks terms, steps, formulas and widgets up.
#include "app/figure/lesson_faults.h"

#include <algorithm>
#include <string_view>

#include "app/figure/offscreen.h"
#include "app/lessons/block_texts.h"
#include "app/views/common/views.h"
#include "app/widgets/base/glossary.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/formula/formula_text.h"
#include "core/config/nearest.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string term_fault(std::string_view name) {
  if (find_term(name)) return "";
  std::vector<std::string> names;
  for (const Term& term : glossary()) names.emplace_back(term.name);
  return tr("the glossary does not have a term {1}", name) + did_you_mean(name, names);
}

std::string step_fault(std::string_view step, const Lesson& lesson) {
  std::vector<std::string> titles;
  for (const LessonStep& one : lesson.steps) titles.push_back(one.title);
  std::size_t number = 0;
  const char* const end = step.data() + step.size();
  const auto [at, error] = scan_number(step.data(), end, number);
  const bool is_number = error == std::errc{} && at == end && number >= 1 && number <= titles.size();
  if (is_number || std::ranges::find(titles, step) != titles.end()) return "";
  return tr("the lesson does not have a step {1}", step) + did_you_mean(step, titles);
}

std::string span_fault(const Span& span, const Lesson& lesson) {
  constexpr std::string_view kTerm = "term:", kStep = "step:";
  const std::string_view link = span.link;
  if (link.starts_with(kTerm)) return term_fault(link.substr(kTerm.size()));
  if (link.starts_with(kStep)) return step_fault(link.substr(kStep.size()), lesson);
  if (span.formula && !formula_alone(span.text)) return tr("the formula {1} cannot be typeset", span.text);
  return "";
}

}  // namespace

LessonFaults text_faults(const Lesson& lesson) {
  LessonFaults faults;
  for (const LessonStep& step : lesson.steps)
    for (const LessonBlock& block : step.blocks)
      for (const BlockText& text : texts_of(block))
        for (const Span& span : text.spans)
          if (std::string what = span_fault(span, lesson); !what.empty())
            faults.push_back({text.line, std::move(what)});
  return faults;
}

std::string widget_fault(const ViewModel& model, const std::string& widget) {
  FrameMemory memory;
  ViewModel seen = model;
  seen.memory = &memory;
  std::string fault;
  OffscreenOptions options;
  options.width = 1920, options.height = 1200;
  options.paint = false;
  draw_offscreen(
      [&] {
        begin_target_frame();
        fault = find_target(widget) ? ""
                                    : tr("there is no widget {1} on screen", widget) +
                                          did_you_mean(widget, similar_targets(widget));
        draw_frame(seen, [](const Command&) {});
      },
      options);
  return fault;
}

}  // namespace attnlab
