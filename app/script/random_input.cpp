// Random input from the table of commands.
#include "app/script/random_input.h"

#include <algorithm>

#include "app/base/split.h"
#include "app/feature/features.h"
#include "app/state/lab/lesson_commands.h"
#include "core/training/preset.h"

namespace attnlab {

namespace {

/// The parts between the letters `at` that are not empty.
std::vector<std::string> usage_words(std::string_view usage, char at) {
  std::vector<std::string> words;
  for (const std::string_view word : split_at(usage, at))
    if (!word.empty()) words.emplace_back(word);
  return words;
}

const std::vector<std::string>& texts() {
  static const std::vector<std::string> all{
      "the black cat eats the red apples",
      "a",
      "",
      "zebra zebra",
      "12+34=",
      "it was a dark night",
      "é ∞ 漢字",
      "((()))",
      "hello world this is a very long sentence that goes on and on and does not want to end"};
  return all;
}

const std::vector<std::string>& keys() {
  static const std::vector<std::string> all = [] {
    std::vector<std::string> some{"Left",   "Right",  "Up",        "Down",   "PageUp", "PageDown",    "[",
                                  "]",      "Space",  "E",         "Tab",    "F1",     "Enter",       "Home",
                                  "Escape", "Escape", "Backspace", "Ctrl+K", "Ctrl+Z", "Ctrl+Shift+Z"};
    for (const Feature* view : features())
      if (!view->key.empty()) some.emplace_back(view->key);
    return some;
  }();
  return all;
}

}  // namespace

RandomInput RandomInputs::next(const std::vector<std::string>& tensors) {
  RandomInput input;
  const Index dice = random_.below(20);
  if (dice < 13) {
    input.command = command(tensors);
    return input;
  }
  if (dice < 15) {
    input.kind = RandomInput::Kind::Key;
    input.key = parse_key(one_of(keys()));
    return input;
  }
  input.kind = dice < 18   ? RandomInput::Kind::Click
               : dice < 19 ? RandomInput::Kind::Drag
                           : RandomInput::Kind::Wheel;
  // The menu bar, which can quit the program, is not clicked.
  input.x = float(random_.uniform());
  input.y = 0.05f + 0.95f * float(random_.uniform());
  input.dx = float(random_.uniform() - 0.5) * 0.2f;
  input.dy = float(random_.uniform() - 0.5) * 0.2f;
  return input;
}

std::string RandomInputs::command(const std::vector<std::string>& tensors) {
  std::vector<CommandInfo> all(Dispatcher::commands().begin(), Dispatcher::commands().end());
  std::erase_if(all, [](const CommandInfo& info) { return !is_harmless(info.verb); });
  const CommandInfo& info = one_of(all);
  // A model is opened rarely, as that is slow.
  if (info.verb == "preset" && random_.below(4) > 0) return "undo";
  std::string line(info.verb);
  for (std::string word : usage_words(info.arguments, ' ')) {
    if (word == "VALUE") break;  // the option's name brings its value
    const bool optional = word.front() == '[' && word.find(',') == std::string::npos;
    if (optional && random_.below(2) == 0) break;
    std::erase_if(word, [](char c) { return c == '[' || c == ']'; });
    line += " " + argument(line, word, tensors);
  }
  return line;
}

std::string RandomInputs::argument(const std::string& verb, const std::string& usage,
                                   const std::vector<std::string>& tensors) {
  if (usage == "VIEW.OPTION") return choice();
  if (usage == "EDIT" || usage.ends_with("=VALUE")) return edit(tensors);
  if (usage == "TEXT") return one_of(texts());
  if (usage == "NAME" && verb.starts_with("preset")) {
    const Preset& preset = one_of(builtin_presets());
    return is_trainable(preset) ? preset.name : "reverse";
  }
  if (usage == "NAME" && verb.starts_with("select.stage"))
    return std::string(stage_name(Stage(random_.below(kStageCount))));
  if ((usage == "NAME" || usage == "TENSOR") && !tensors.empty()) return one_of(tensors);
  if (usage.find(',') != std::string::npos)
    return number() + "," + number() + "," + number() + "," + number();
  if (usage.find('|') != std::string::npos) return one_of(usage_words(usage, '|'));
  return number();
}

std::string RandomInputs::number() {
  static const std::vector<std::string> all{"0",  "0",   "1",       "1",  "2",   "3",    "5", "8",
                                            "17", "100", "1000000", "-1", "0.5", "1e-3", "x"};
  return one_of(all);
}

std::string RandomInputs::edit(const std::vector<std::string>& tensors) {
  const std::string attention = one_of(std::vector<std::string>{
      "decoder.layers.0.self_attention", "decoder.layers.1.self_attention", "encoder.layers.0.self_attention",
      "decoder.layers.0.cross_attention", "*.self_attention"});
  const std::string tensor = tensors.empty() ? attention + ".weights" : one_of(tensors);
  const std::string places =
      one_of(std::vector<std::string>{"0,0,0,0", "*", "0,*,0", "0,1,2", "*,*,*,*", "0"});
  switch (random_.below(9)) {
    case 0: return tensor + "[" + places + "]=" + number();
    case 1: return tensor + "[" + places + "]*=" + number();
    case 2: return "zero " + attention + "#" + number();
    case 3: return "swap " + attention + "#0,1";
    case 4:
      return "no " +
             one_of(std::vector<std::string>{"positions", "mask " + attention, "scaling " + attention});
    case 5: return "no norm " + tensor;
    case 6: return "force " + attention + "#0[1,0]";
    case 7: return "token input[" + number() + "]=a";
    default: return tensor + "[" + places + "] from " + one_of(texts());
  }
}

/// An option of a view with a value that is mostly one of its own.
std::string RandomInputs::choice() {
  Choices choices;
  std::vector<const Feature*> views;
  for (const Feature* view : features())
    if (view->options) views.push_back(view);
  const Feature& view = *one_of(views);
  const Fields fields = choice_fields(choices, view);
  const Field& field = one_of(fields);
  const std::string name = std::string(view.name) + "." + std::string(field.name) + " ";
  if (std::holds_alternative<bool*>(field.value)) return name + "toggle";
  if (!field.choices.empty()) return name + std::string(one_of(field.choices).name);
  return name + number();
}

}  // namespace attnlab
