// What a script says to the gallery, and what it asks of it: a table each.
#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "app/widgets/base/context.h"
#include "app/widgets/gallery/gallery.h"
#include "core/config/rows.h"

namespace attnlab {

/// The words of a line.
struct Gallery::Words {
  const std::string& line;
  std::istringstream in;

  std::string word() {
    std::string next;
    in >> next;
    return next;
  }
  int number() {
    int value = 0;
    if (!(in >> value)) throw std::invalid_argument("\"" + line + "\" needs a number");
    return value;
  }
  bool is_first_of(std::string_view first, std::string_view second) {
    const std::string given = word();
    if (given != first && given != second)
      throw std::invalid_argument("\"" + line + "\" needs " + std::string(first) + " or " +
                                  std::string(second));
    return given == first;
  }
  bool on() { return is_first_of("on", "off"); }
};

struct Gallery::Command {
  std::string_view name;
  void (*run)(Gallery& gallery, Words& words);
};

struct Gallery::Expression {
  std::string_view name;
  std::string (*value)(const Gallery& gallery);
};

std::span<const Gallery::Command> Gallery::commands() {
  static constexpr Command kCommands[] = {
      {"theme",
       [](Gallery& g, Words& w) {
         g.look_.theme = w.is_first_of("dark", "light") ? ThemeKind::Dark : ThemeKind::Light;
       }},
      {"contrast", [](Gallery& g, Words& w) { g.look_.high_contrast = w.on(); }},
      {"motion", [](Gallery&, Words& w) { widgets().motion = w.on(); }},
      {"text", [](Gallery& g, Words& w) { g.look_.text_percent = float(w.number()); }},
      {"digits", [](Gallery&, Words& w) { widgets().digits = std::clamp(w.number(), 2, 7); }},
      {"page", [](Gallery& g,
                  Words& w) { g.page_ = std::clamp(w.number(), 1, static_cast<int>(pages().size())) - 1; }},
      {"select",
       [](Gallery& g, Words& w) {
         const int row = w.number();
         g.selected_ = {row, w.number()};
       }},
      {"zoom",
       [](Gallery& g, Words& w) {
         const std::string map = w.word();
         const double times = w.number();
         remember_look(g.looks_, {.map = map, .across = {times, 0.5}, .down = {times, 0.5}});
       }},
  };
  return kCommands;
}

std::span<const Gallery::Expression> Gallery::expressions() {
  static constexpr Expression kExpressions[] = {
      {"page", [](const Gallery& g) { return std::to_string(g.page_ + 1); }},
      {"selected",
       [](const Gallery& g) {
         return std::to_string(g.selected_.row) + " " + std::to_string(g.selected_.col);
       }},
      {"hovered_symbol", [](const Gallery& g) { return g.symbol_; }},
      {"playing", [](const Gallery& g) { return std::string(g.playing_ ? "true" : "false"); }},
      {"typed", [](const Gallery& g) { return g.typed_; }},
      {"clicks", [](const Gallery& g) { return std::to_string(g.clicks_); }},
  };
  return kExpressions;
}

void Gallery::command(const std::string& line) {
  Words words{line, std::istringstream(line)};
  row_named(commands(), "command", words.word()).run(*this, words);
}

std::string Gallery::evaluate(const std::string& expression) const {
  return row_named(expressions(), "expression", expression).value(*this);
}

}  // namespace attnlab
