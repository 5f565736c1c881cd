// Forms of CLI11's messages, which it has no other way to change.
#include "app/cli/usage_errors.h"

#include <CLI/CLI.hpp>
#include <array>
#include <string_view>

#include "core/language/messages.h"

namespace attnlab {
namespace {

/// A message of CLI11, what kind of error has it, and what the program says instead.
struct UsageError {
  const char *kind, *pattern, *message;
};
constexpr UsageError kUsageErrors[] = {
    {"RequiredError", "{1} is required", tr_mark("{1} is required")},
    {"RequiresError", "{1} requires {2}", tr_mark("{1} requires {2}")},
    {"ExcludesError", "{1} excludes {2}", tr_mark("{1} cannot be combined with {2}")},
    {"ArgumentMismatch", "{1}: {2} required {3} missing", tr_mark("{1} needs a value: {3}")},
    {"ConversionError", "Could not convert: {1} = {2}", tr_mark("{1} cannot be {2}")},
    {"ValidationError", "{1}: {2} not in {3}", tr_mark("{1} is {2}, but must be one of {3}")},
};

/// Takes what comes before `end` off `rest`; all of it if `end` is empty. False if `end` is not there.
bool take_until(std::string_view& rest, std::string_view end, std::string_view& taken) {
  const std::size_t at = end.empty() ? rest.size() : rest.find(end);
  if (at == std::string_view::npos) return false;
  taken = rest.substr(0, at);
  rest.remove_prefix(at + end.size());
  return true;
}

/// The parts of `text` that take the places "{1}", "{2}" and "{3}" of `pattern`, in this order, written into
/// `message`, which is translated; "" if the text does not have this form. A part ends where the text after
/// its place begins for the first time.
std::string rewritten(const std::string& text, const char* pattern, const char* message) {
  constexpr std::size_t kPlace = std::string_view("{1}").size();
  std::array<std::string_view, 3> parts;
  std::string_view rest = text, form = pattern;
  const std::string_view begin = form.substr(0, form.find('{'));
  if (!rest.starts_with(begin)) return "";
  rest.remove_prefix(begin.size());
  form.remove_prefix(begin.size());
  for (std::string_view& part : parts) {
    if (form.empty()) break;
    form.remove_prefix(kPlace);
    const std::string_view after = form.substr(0, form.find('{'));
    if (!take_until(rest, after, part)) return "";
    form.remove_prefix(after.size());
  }
  return rest.empty() ? fill(tr(message), {parts[0], parts[1], parts[2]}) : "";
}

}  // namespace

std::string usage_error(const CLI::ParseError& error) {
  for (const UsageError& row : kUsageErrors)
    if (error.get_name() == row.kind)
      if (std::string message = rewritten(error.what(), row.pattern, row.message); !message.empty())
        return message;
  return error.what();
}

}  // namespace attnlab
