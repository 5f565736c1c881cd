// Reads and writes links to steps of lessons.
#include "app/lessons/link.h"

#include <set>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::string_view kLinkBegins = "attention-lab:lesson/";

std::string_view without_blanks_around(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view{}
                                         : text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// A number of a link, where it is stored, and what it may be.
struct LinkNumber {
  std::string_view name;
  int LessonLink::*value;
  int low, high;
};
constexpr LinkNumber kLinkNumbers[] = {{"version", &LessonLink::version, 1, 100000},
                                       {"step", &LessonLink::step, 1, 10000},
                                       {"seed", &LessonLink::seed, 0, 1000000000}};

[[noreturn]] void refuse_link(std::string_view text, const std::string& why) {
  throw std::invalid_argument(tr(
      "the link {1} cannot be read: {2}; a link has the form attention-lab:lesson/ID?version=1&step=1&seed=1",
      quoted(text), why));
}

/// Reads "step=3".
std::string_view read_number(LessonLink& link, std::string_view part, std::string_view whole) {
  const std::size_t equals = part.find('=');
  for (const LinkNumber& number : kLinkNumbers) {
    if (equals == std::string_view::npos || part.substr(0, equals) != number.name) continue;
    const std::string_view digits = part.substr(equals + 1);
    int& value = link.*number.value;
    const auto [end, error] = scan_number(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc{} || end != digits.data() + digits.size() || value < number.low ||
        value > number.high)
      refuse_link(whole, tr("{1} must be a whole number from {2} to {3}", number.name,
                            std::to_string(number.low), std::to_string(number.high)));
    return number.name;
  }
  refuse_link(whole, tr("{1} must be version=N, step=N, or seed=N", quoted(part)));
}

}  // namespace

bool is_lesson_link(std::string_view text) { return without_blanks_around(text).starts_with(kLinkBegins); }

std::string link_text(const LessonLink& link) {
  std::string text = std::string(kLinkBegins) + link.lesson;
  for (const LinkNumber& number : kLinkNumbers)
    text += (&number == kLinkNumbers ? "?" : "&") + std::string(number.name) + "=" +
            std::to_string(link.*number.value);
  return text;
}

LessonLink parse_lesson_link(std::string_view text) {
  const std::string_view whole = without_blanks_around(text);
  if (!whole.starts_with(kLinkBegins)) refuse_link(whole, tr("it does not begin with {1}", kLinkBegins));
  std::string_view rest = whole.substr(kLinkBegins.size());
  const std::size_t end = std::min(rest.find('?'), rest.size());
  LessonLink link{std::string(rest.substr(0, end))};
  if (link.lesson.empty() ||
      link.lesson.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
    refuse_link(whole, tr("the id of a lesson can have only lowercase letters, digits and hyphens"));
  std::set<std::string_view> seen;
  for (rest.remove_prefix(end); !rest.empty();) {
    rest.remove_prefix(1);  // ? or &
    const std::size_t next = std::min(rest.find('&'), rest.size());
    if (!seen.insert(read_number(link, rest.substr(0, next), whole)).second)
      refuse_link(whole, tr("a number is given twice"));
    rest.remove_prefix(next);
  }
  return link;
}

void check_link(const LessonLink& link, const Lesson& lesson) {
  if (link.version != lesson.version)
    throw std::invalid_argument(
        tr("the link is for version {1} of the lesson {2}, but this is version {3}, which may have different "
           "steps: open the lesson instead",
           std::to_string(link.version), lesson.id, std::to_string(lesson.version)));
  if (link.step > static_cast<int>(lesson.steps.size()))
    throw std::invalid_argument(tr("the lesson {1} has steps 1 to {2}, but the link is for step {3}",
                                   lesson.id, std::to_string(lesson.steps.size()),
                                   std::to_string(link.step)));
}

}  // namespace attnlab
