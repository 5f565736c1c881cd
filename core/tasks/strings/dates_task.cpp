// DatesTask: a day written in one of many ways, to be written as 2019-03-05.
#include <array>
#include <chrono>

#include "core/language/messages.h"
#include "core/tasks/base/list_task.h"
#include "core/tasks/base/task_kind.h"

namespace attnlab {
namespace {

/// Days of 1950 to 2049, by characters. A year of two digits is of that range: 50 is 1950, 49 is 2049. A day
/// is held out in all its forms.
class DatesTask final : public ListTask {
 public:
  static constexpr Index kExamples = 30000;

  explicit DatesTask(const TaskConfig& config);

 private:
  explicit DatesTask(SplitExamples examples);
};

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kWeekdays{"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                    "Thursday", "Friday", "Saturday"};
constexpr Index kForms = 10;

/// A day in the parts of which its forms are made.
struct DateParts {
  std::string day, ordinal, month, month_name, year, short_year, weekday;
};

std::string two_digits(unsigned number) { return (number < 10 ? "0" : "") + std::to_string(number); }

std::string ordinal(unsigned day) {
  const bool teen = day >= 11 && day <= 13;
  const char* const endings[] = {"th", "st", "nd", "rd"};
  return std::to_string(day) + endings[teen || day % 10 > 3 ? 0 : day % 10];
}

DateParts parts_of(std::chrono::sys_days day) {
  const std::chrono::year_month_day date{day};
  const auto number = static_cast<unsigned>(date.day()), month = static_cast<unsigned>(date.month());
  const int year = static_cast<int>(date.year());
  return {std::to_string(number),
          ordinal(number),
          std::to_string(month),
          std::string(kMonths[month - 1]),
          std::to_string(year),
          two_digits(static_cast<unsigned>(year % 100)),
          std::string(kWeekdays[std::chrono::weekday{day}.c_encoding()])};
}

std::string written(const DateParts& p, Index form) {
  const std::string short_month = p.month_name.substr(0, 3), short_weekday = p.weekday.substr(0, 3);
  switch (form) {
    case 0: return p.month_name + " " + p.day + ", " + p.year;
    case 1: return p.day + " " + p.month_name + " " + p.year;
    case 2: return p.day + " " + short_month + " " + p.short_year;
    case 3: return p.weekday + " " + p.day + " " + p.month_name + " " + p.year;
    case 4: return short_weekday + ", " + short_month + " " + p.day + ", " + p.year;
    case 5: return "the " + p.ordinal + " of " + p.month_name + " " + p.year;
    case 6: return p.day + "." + p.month + "." + p.year;
    case 7: return p.day + "." + p.month + "." + p.short_year;
    case 8: return p.weekday + ", the " + p.ordinal + " of " + p.month_name + " " + p.year;
    default: return short_month + " " + p.ordinal + " " + p.year;
  }
}

std::string target(std::chrono::sys_days day) {
  const std::chrono::year_month_day date{day};
  return std::to_string(static_cast<int>(date.year())) + "-" +
         two_digits(static_cast<unsigned>(date.month())) + "-" +
         two_digits(static_cast<unsigned>(date.day()));
}

std::vector<Example> draw_examples() {
  using namespace std::chrono;
  const sys_days first = year{1950} / January / 1, end = year{2050} / January / 1;
  RandomStream random(0x5EED0FDA7E5);
  std::vector<Example> examples;
  while (count_of(examples) < DatesTask::kExamples) {
    const sys_days day = first + days{random.below((end - first).count())};
    examples.push_back({written(parts_of(day), random.below(kForms)), target(day), {}});
  }
  return examples;
}

Tokenizer characters(const SplitExamples& examples, std::string Example::*side) {
  std::string corpus;
  for (const std::vector<Example>& split : examples)
    for (const Example& example : split) corpus += example.*side;
  return Tokenizer::from_corpus(corpus, TokenLevel::Characters, kFramingTokens);
}

DatesTask::DatesTask(const TaskConfig& config)
    : DatesTask(
          split_by(draw_examples(), config.validation_share, [](const Example& e) { return e.target; })) {}

DatesTask::DatesTask(SplitExamples examples)
    : ListTask(Format::Pairs, characters(examples, &Example::source), characters(examples, &Example::target),
               std::move(examples)) {}

}  // namespace

extern const TaskKind kDatesTask = {.name = "dates", .title = tr_mark("dates"), .make = make_as<DatesTask>};

}  // namespace attnlab
