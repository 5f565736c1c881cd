// Values: reading numbers and paths of options.
#include "app/cli/groups/values.h"

#include <cmath>
#include <cstdio>
#include <string>
#include <type_traits>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

std::string text_of(Index number) { return std::to_string(number); }

std::string text_of(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", number);
  return text;
}

/// The numbers that an option takes.
template <typename T>
struct Range {
  T least, most;
  bool over = false;  ///< without `least` itself

  bool has(T value) const { return (over ? value > least : value >= least) && value <= most; }
};

template <typename T>
constexpr T kLargest = std::is_floating_point_v<T> ? std::numeric_limits<T>::infinity()
                                                   : std::numeric_limits<T>::max();

/// The kinds of numbers that an option takes.
enum class NumberKind { Whole, Any, Finite };

/// "must be a whole number from 1 to 96, not 'two'", as one message for each kind and each form of a range;
/// null: no option has this range.
struct NumberMessages {
  const char *any, *least, *between, *over, *over_to;
};
constexpr NumberMessages kNumberMessages[] = {
    {nullptr, tr_mark("must be a whole number of at least {2}, not {1}"),
     tr_mark("must be a whole number from {2} to {3}, not {1}"), nullptr, nullptr},
    {tr_mark("must be a number, not {1}"), tr_mark("must be a number of at least {2}, not {1}"),
     tr_mark("must be a number from {2} to {3}, not {1}"), tr_mark("must be a number over {2}, not {1}"),
     tr_mark("must be a number over {2} and at most {3}, not {1}")},
    {tr_mark("must be a finite number, not {1}"), tr_mark("must be a finite number of at least {2}, not {1}"),
     tr_mark("must be a finite number from {2} to {3}, not {1}"),
     tr_mark("must be a finite number over {2}, not {1}"),
     tr_mark("must be a finite number over {2} and at most {3}, not {1}")}};

/// The message for a range. A number that is `too_large` also shows the largest possible one.
template <typename T>
const char* message_for(NumberKind kind, const Range<T>& range, bool too_large) {
  const NumberMessages& messages = kNumberMessages[static_cast<std::size_t>(kind)];
  const bool open = range.most == kLargest<T> && (std::is_floating_point_v<T> || !too_large);
  if constexpr (std::is_floating_point_v<T>)
    if (open && std::isinf(range.least)) return messages.any;
  if (range.over) return open ? messages.over : messages.over_to;
  return open ? messages.least : messages.between;
}

bool is_finite(Index) { return true; }
bool is_finite(double value) { return std::isfinite(value); }

/// The error if `text` is not a number of `range`; "" if it is.
template <typename T>
std::string check_number(const std::string& text, const Range<T>& range) {
  T value{};
  const char *begin = text.data(), *end = begin + text.size();
  const auto [stopped, error] = scan_number(begin + (text.starts_with('+') ? 1 : 0), end, value);
  const bool too_large = error == std::errc::result_out_of_range;
  const bool is_number = error == std::errc{} && stopped == end;
  if (is_number && is_finite(value) && range.has(value)) return "";
  const bool endless = too_large || (is_number && !is_finite(value));
  const NumberKind kind = !std::is_floating_point_v<T> ? NumberKind::Whole
                          : endless                    ? NumberKind::Finite
                                                       : NumberKind::Any;
  return fill(tr(message_for(kind, range, too_large)),
              {quoted(std::string_view(text)), text_of(range.least), text_of(range.most)});
}

}  // namespace

CLI::Validator whole_number(Index least, Index most) {
  return {[=](std::string& text) { return check_number<Index>(text, {least, most}); }, ""};
}

CLI::Validator any_number(double least, double most) {
  return {[=](std::string& text) { return check_number<double>(text, {least, most}); }, ""};
}

CLI::Validator number_over(double least, double most) {
  return {[=](std::string& text) { return check_number<double>(text, {least, most, true}); }, ""};
}

CLI::Validator some_text() {
  return {[](std::string& text) { return std::string(text.empty() ? tr("is empty: give a value") : ""); },
          ""};
}

CLI::Validator path_name() {
  return {[](std::string& text) { return std::string(text.empty() ? tr("is empty: give a path") : ""); }, ""};
}

void add_old_name(CLI::Option* option) { option->group(""); }

}  // namespace attnlab
