// Arguments: the arguments of one command; errors name the command.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/state/command.h"
#include "app/state/commands/dispatcher.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"
#include "core/tensor/real.h"

namespace attnlab {

/// Every reader throws std::invalid_argument with one line: the usage of the command, or the allowed range.
/// `command` and `usage` must outlive the object.
class Arguments {
 public:
  Arguments(const Command& command, std::string_view usage) : command_(command), usage_(usage) {}

  const std::string& text(std::size_t i) const {
    if (i >= command_.arguments.size()) fail();
    return command_.arguments[i];
  }
  const std::vector<std::string>& all() const { return command_.arguments; }
  std::string joined() const {
    if (command_.arguments.empty()) return "";
    std::string all = command_.arguments[0];
    for (std::size_t i = 1; i < command_.arguments.size(); ++i) all += " " + command_.arguments[i];
    return all;
  }
  Index whole(std::size_t i, Index low, Index high) const {
    return static_cast<Index>(parsed<Index>(i, low, high));
  }
  /// "0,2,1" as numbers from 0 on.
  std::vector<Index> indices(std::size_t i) const {
    std::vector<Index> all;
    const std::string& list = text(i);
    const char *at = list.data(), *end = list.data() + list.size();
    while (at < end) {
      Index value = 0;
      const auto [next, error] = scan_number(at, end, value);
      if (error != std::errc{} || (next < end && *next != ',')) fail();
      all.push_back(value);
      at = next + 1;
    }
    return all;
  }
  double number(std::size_t i, double low, double high) const { return parsed<double>(i, low, high); }
  bool flag(std::size_t i, bool now) const {
    if (text(i) == "toggle") return !now;
    if (text(i) != "on" && text(i) != "off") fail();
    return text(i) == "on";
  }
  /// The row with this name.
  template <typename Rows>
  const auto& row(std::size_t i, const Rows& rows) const {
    for (const auto& row : rows)
      if (row.name == text(i)) return row;
    fail();
  }
  bool has(std::size_t i) const { return i < command_.arguments.size(); }
  [[noreturn]] void fail() const {
    const std::string usage = command_.verb + (usage_.empty() ? "" : " " + std::string(usage_));
    throw std::invalid_argument(tr("command {1}: use {2}", command_.text(), usage));
  }

 private:
  template <typename T>
  T parsed(std::size_t i, T low, T high) const {
    const std::string& word = text(i);
    T value{};
    const auto [end, error] = scan_number(word.data(), word.data() + word.size(), value);
    if (error != std::errc{} || end != word.data() + word.size()) fail();
    if (!(value >= low && value <= high)) {
      throw std::invalid_argument(tr("command {1}: {2} is not from {3} to {4}", command_.text(), word,
                                     number_name(low), number_name(high)));
    }
    return value;
  }
  static std::string number_name(Index value) { return std::to_string(value); }
  static std::string number_name(double value) {
    std::string text = std::to_string(value);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text;
  }

  const Command& command_;
  std::string_view usage_;
};

}  // namespace attnlab

namespace attnlab::commands {

/// What a command may change.
struct Target {
  AppState& state;
  Screen& screen;
  const Actions& actions;
  OutsideChange outside{};
};

/// Checks its arguments before it changes anything.
using Handler = void (*)(Target&, const Arguments&, const Limits&);

struct Entry {
  CommandInfo info;
  Handler run;
};

std::span<const Entry> selection();
std::span<const Entry> walk();
std::span<const Entry> edits();
std::span<const Entry> training();
std::span<const Entry> timeline();
std::span<const Entry> actions();
std::span<const Entry> screen();
std::span<const Entry> views();
std::span<const Entry> lesson();
std::span<const Entry> sharing();
std::span<const Entry> matrix();
std::span<const Entry> compare();

}  // namespace attnlab::commands
