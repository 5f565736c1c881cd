// Parses script lines.
#include "app/script/script.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <stdexcept>

#include "core/config/scan_number.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

/// Cuts the first word off.
std::string_view take_word(std::string_view& rest) {
  const std::size_t end = std::min(rest.find_first_of(kBlank), rest.size());
  const std::string_view word = rest.substr(0, end);
  rest = trimmed(rest.substr(end));
  return word;
}

std::string unquoted(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return std::string(text);
}

template <typename Number>
Number number_from(std::string_view word, const char* what) {
  Number value{};
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) {
    throw std::invalid_argument(tr("{1} must be a number, not \"{2}\"", what, word));
  }
  return value;
}

void read_count(std::string_view rest, ScriptLine& line) {
  line.count = number_from<std::int64_t>(rest, "COUNT");
  if (line.count < 0) throw std::invalid_argument(tr("COUNT must not be negative"));
}

void read_nothing(std::string_view rest, ScriptLine&) {
  if (!rest.empty()) throw std::invalid_argument(tr("takes no arguments"));
}

void read_text(std::string_view rest, ScriptLine& line) {
  if (rest.empty()) throw std::invalid_argument(tr("needs an argument"));
  line.text = unquoted(rest);
}

void read_drag(std::string_view rest, ScriptLine& line) {
  line.text = std::string(take_word(rest));
  const std::string_view dx = take_word(rest);
  if (line.text.empty() || dx.empty()) throw std::invalid_argument(tr("needs {1}", "NAME dx dy | FROM TO"));
  if (rest.empty()) return void(line.value = std::string(dx));
  line.dx = number_from<float>(dx, "dx");
  line.dy = number_from<float>(rest, "dy");
}

void read_wheel(std::string_view rest, ScriptLine& line) {
  line.text = std::string(take_word(rest));
  if (line.text.empty() || rest.empty()) throw std::invalid_argument(tr("needs {1}", "NAME LINES"));
  line.dy = number_from<float>(rest, "LINES");
}

void read_hold(std::string_view rest, ScriptLine& line) {
  line.key.ctrl = rest == "Ctrl";
  line.key.shift = rest == "Shift";
  line.key.alt = rest == "Alt";
  if (line.key == KeyChord{} && rest != "none")
    throw std::invalid_argument(tr("needs {1}", "Ctrl|Shift|Alt|none"));
}

void read_hear(std::string_view rest, ScriptLine& line) {
  line.count = rest == "desktop" ? kHearDesktop : rest == "on" ? 1 : 0;
  if (line.count == 0 && rest != "off") throw std::invalid_argument(tr("needs {1}", "on|off|desktop"));
}

void read_size(std::string_view rest, ScriptLine& line) {
  const std::string_view width = take_word(rest);
  if (width.empty() || rest.empty()) throw std::invalid_argument(tr("needs {1}", "WIDTH HEIGHT"));
  line.dx = float(number_from<int>(width, "WIDTH"));
  line.dy = float(number_from<int>(rest, "HEIGHT"));
  if (line.dx < 1 || line.dy < 1) throw std::invalid_argument(tr("WIDTH and HEIGHT must be positive"));
}

void read_scale(std::string_view rest, ScriptLine& line) {
  line.count = number_from<int>(rest, "PERCENT");
  if (line.count < 100 || line.count > 400)
    throw std::invalid_argument(tr("PERCENT must be from 100 to 400"));
}

void read_key(std::string_view rest, ScriptLine& line) {
  if (rest.empty()) throw std::invalid_argument(tr("needs the name of a key"));
  line.key = parse_key(rest);
}

/// The value is a quoted text at the end, or else the last word.
std::size_t value_start(std::string_view rest) {
  if (rest.size() >= 2 && rest.back() == '"') return rest.find_last_of('"', rest.size() - 2);
  const std::size_t blank = rest.find_last_of(kBlank);
  return blank == std::string_view::npos ? blank : blank + 1;
}

void read_expect(std::string_view rest, ScriptLine& line) {
  if (compares(rest)) return void(line.condition = Condition::parse(rest));
  const std::size_t at = value_start(rest);
  if (at == std::string_view::npos || at == 0)
    throw std::invalid_argument(tr("needs {1}", "EXPRESSION VALUE"));
  line.text = std::string(trimmed(rest.substr(0, at)));
  line.value = unquoted(rest.substr(at));
}

void read_random(std::string_view rest, ScriptLine& line) {
  const std::string_view seed = take_word(rest);
  if (seed.empty() || rest.empty()) throw std::invalid_argument(tr("needs {1}", "SEED COUNT"));
  line.seed = number_from<std::int64_t>(seed, "SEED");
  line.count = number_from<std::int64_t>(rest, "COUNT");
}

void read_quit(std::string_view rest, ScriptLine& line) {
  if (!rest.empty()) line.count = number_from<std::int64_t>(rest, "CODE");
}

struct ActionReader {
  ScriptAction action;
  void (*read)(std::string_view, ScriptLine&);
};

const std::map<std::string_view, ActionReader>& readers() {
  static const std::map<std::string_view, ActionReader> table{
      {"wait_frames", {ScriptAction::WaitFrames, read_count}},
      {"wait_steps", {ScriptAction::WaitSteps, read_count}},
      {"wait_idle", {ScriptAction::WaitIdle, read_nothing}},
      {"wait_until", {ScriptAction::WaitUntil, read_expect}},
      {"click", {ScriptAction::Click, read_text}},
      {"hover", {ScriptAction::Hover, read_text}},
      {"drag", {ScriptAction::Drag, read_drag}},
      {"wheel", {ScriptAction::Wheel, read_wheel}},
      {"hear", {ScriptAction::Hear, read_hear}},
      {"hold", {ScriptAction::Hold, read_hold}},
      {"key", {ScriptAction::Key, read_key}},
      {"type", {ScriptAction::Type, read_text}},
      {"expect", {ScriptAction::Expect, read_expect}},
      {"window", {ScriptAction::Window, read_size}},
      {"display_scale", {ScriptAction::Scale, read_scale}},
      {"screenshot", {ScriptAction::Screenshot, read_text}},
      {"random", {ScriptAction::Random, read_random}},
      {"quit", {ScriptAction::Quit, read_quit}}};
  return table;
}

ScriptLine parse_line(std::string_view text, int number) {
  ScriptLine line{.action = ScriptAction::Command, .line = number, .text = std::string(text)};
  std::string_view rest = text;
  const auto reader = readers().find(take_word(rest));
  if (reader == readers().end()) return line;
  line.action = reader->second.action;
  line.text.clear();
  reader->second.read(rest, line);
  return line;
}

}  // namespace

bool hears_desktop(const Script& script) {
  return std::ranges::any_of(script.lines, [](const ScriptLine& line) {
    return line.action == ScriptAction::Hear && line.count == kHearDesktop;
  });
}

Script parse_script(std::string_view text, std::string file) {
  Script script{std::move(file), {}};
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#') continue;
    try {
      script.lines.push_back(parse_line(line, number));
    } catch (const std::invalid_argument& error) {
      std::string_view rest = line;
      throw std::invalid_argument(script.file + ":" + std::to_string(number) + ": " +
                                  std::string(take_word(rest)) + ": " + error.what());
    }
  }
  return script;
}

Script load_script(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.good() && !in.eof()) throw std::runtime_error(tr("cannot read the script {1}", quoted(file)));
  if (!in.is_open()) throw std::runtime_error(tr("cannot open the script {1}", quoted(file)));
  return parse_script(text, file.string());
}

}  // namespace attnlab
