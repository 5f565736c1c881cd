// Reads exercises and figures from their fields.
#include "app/lessons/exercise_reader.h"

#include <algorithm>
#include <sstream>

#include "app/lessons/exercise_kind.h"
#include "core/config/nearest.h"
#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

/// Lines of a released lesson in the place of a field.
using Released = std::string (*)(const LessonField& field, const Exercise& exercise);

/// A field's name in the file, what reading it does, and what a lesson that is released without solutions has
/// in its place. An empty value is an error.
struct FieldReader {
  std::string_view key;
  ExercisePart field;
  void (*read)(Exercise& to, const LessonField& from);
  Released released;
};

/// What stands in the place of a solution.
constexpr std::string_view kWithheld = "?";

/// The field tells no solution.
std::string as_is(const LessonField& field, const Exercise&) {
  std::string lines = field.key + ":" + (field.value.empty() ? "" : " " + field.value);
  for (const std::string& more : field.lines) lines += "\n  " + more;
  return lines;
}

/// The field tells one.
std::string hidden(const LessonField& field, const Exercise&) {
  return field.key + ": " + std::string(kWithheld);
}

/// Whether the field was taken out of this copy of the lesson.
bool is_withheld(Exercise& to, const LessonField& from) {
  const bool withheld = from.joined() == kWithheld;
  to.withheld = to.withheld || withheld;
  return withheld;
}

Condition condition_of(const LessonField& field, const std::string& text) {
  try {
    return Condition::parse(text);
  } catch (const std::invalid_argument& error) {
    throw LessonError(field.line, error.what());
  }
}

std::vector<std::string> separate_words(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

/// One command on the field's line, or one on each line after it.
std::vector<std::string> commands_of(const LessonField& field) {
  std::vector<std::string> all;
  if (!field.value.empty()) all.push_back(field.value);
  all.insert(all.end(), field.lines.begin(), field.lines.end());
  return all;
}

std::vector<std::string> parts_between(const std::string& text, char sign) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, sign);) parts.push_back(part);
  return parts;
}

constexpr std::string_view kOneOf = "(?)", kSomeOf = "[?]";

/// An option without its mark and its feedback, of a choice of one or of several.
std::string hidden_option(const LessonField& field, const Exercise& exercise);

/// The size of a picture.
std::string hidden_picture(const LessonField& field, const Exercise& exercise) {
  std::string rows;
  for (const std::string& row : exercise.picture)
    rows += (rows.empty() ? "" : "/") + std::string(row.size(), kWithheld.front());
  return field.key + ": " + rows;
}

void read_picture_rows(Exercise& to, const LessonField& from) {
  std::string text = from.joined();
  if (text.find_first_not_of("?/") == std::string::npos) {
    to.withheld = true;
    std::ranges::replace(text, '?', '0');
  }
  to.picture = parts_between(text, '/');
}

/// "[x] text", "[ ] text", "{condition} text" or text alone; withheld, "(?) text" or "[?] text".
ExerciseOption read_option(const LessonField& field) {
  ExerciseOption option;
  option.feedback = field.quote();
  std::string text = field.joined();
  const auto rest = [&](std::size_t from) {
    const std::size_t at = text.find_first_not_of(' ', from);
    return at == std::string::npos ? std::string{} : text.substr(at);
  };
  if (text.starts_with("[x]") || text.starts_with("[ ]")) {
    option.right = condition_of(field, text[1] == 'x' ? "yes" : "no");
    text = rest(3);
  } else if (text.starts_with("{")) {
    const std::size_t end = text.find('}');
    if (end == std::string::npos)
      throw LessonError(field.line, tr("the condition of this option does not end with }"));
    option.right = condition_of(field, text.substr(1, end - 1));
    text = rest(end + 1);
  } else if (text.starts_with(kOneOf) || text.starts_with(kSomeOf)) {
    text = rest(kOneOf.size());
  }
  if (text.empty()) throw LessonError(field.line, tr("an option needs a text"));
  option.text = text;
  return option;
}

std::string hidden_option(const LessonField& field, const Exercise& exercise) {
  return "- " + std::string(takes_several(exercise) ? kSomeOf : kOneOf) + " " + read_option(field).text;
}

void take_option(Exercise& to, const LessonField& from) {
  to.several = to.several || from.value.starts_with(kSomeOf);
  to.withheld = to.withheld || from.value.starts_with(kOneOf) || to.several;
  to.options.push_back(read_option(from));
}

/// Reads a text, unless that was taken out.
template <std::string Exercise::*text>
void read_said(Exercise& to, const LessonField& from) {
  if (!is_withheld(to, from)) to.*text = from.joined();
}
template <std::vector<std::string> Exercise::*commands>
void read_commands(Exercise& to, const LessonField& from) {
  if (!is_withheld(to, from)) to.*commands = commands_of(from);
}

/// "NAME", or "NAME in VIEW".
void read_show(Exercise& to, const LessonField& from) {
  const std::vector<std::string> words = separate_words(from.value);
  if (words.size() != 1 && !(words.size() == 3 && words[1] == "in"))
    throw LessonError(from.line, tr("show must be NAME, or NAME in VIEW, not \"{1}\"", from.value));
  to.show = words.front();
  if (words.size() == 3) to.show_in = words.back();
}

/// That there is an answer is known without it, too.
void read_answer(Exercise& to, const LessonField& from) {
  to.answer = condition_of(from, is_withheld(to, from) ? "\"?\"" : from.joined());
}

const std::vector<FieldReader>& field_readers() {
  static const std::vector<FieldReader> kReaders = {
      {"-", ExercisePart::Options, take_option, hidden_option},
      {"answer", ExercisePart::Truth, read_answer, hidden},
      {"tolerance", ExercisePart::Tolerance,
       [](Exercise& e, const LessonField& f) { e.tolerance = number_of(f); }, as_is},
      {"picture", ExercisePart::Picture, read_picture_rows, hidden_picture},
      {"rows", ExercisePart::Picture,
       [](Exercise& e, const LessonField& f) { e.rows = separate_words(f.joined()); }, as_is},
      {"columns", ExercisePart::Picture,
       [](Exercise& e, const LessonField& f) { e.columns = separate_words(f.joined()); }, as_is},
      // The window shows the condition to the learner, as what is to be brought about.
      {"until", ExercisePart::Until,
       [](Exercise& e, const LessonField& f) { e.until = condition_of(f, f.joined()); }, as_is},
      {"then", ExercisePart::Then, read_commands<&Exercise::then>, hidden},
      {"solve", ExercisePart::Solve, read_commands<&Exercise::solve>, hidden},
      {"show", ExercisePart::Show, read_show, as_is},
      {"right", ExercisePart::Right, read_said<&Exercise::right>, hidden},
      {"wrong", ExercisePart::Wrong, read_said<&Exercise::wrong>, hidden},
      {"hint", ExercisePart::Hint, [](Exercise& e, const LessonField& f) { e.hints.push_back(f.joined()); },
       as_is},
      {"because", ExercisePart::Because, read_said<&Exercise::because>, hidden},
  };
  return kReaders;
}

bool has(std::span<const ExercisePart> fields, ExercisePart field) {
  return std::ranges::find(fields, field) != fields.end();
}

const FieldReader& reader_of(const ExerciseKind& kind, const LessonField& field) {
  std::vector<std::string> keys{"id", "ask"};
  for (const FieldReader& reader : field_readers()) {
    if (!has(kind.needed, reader.field) && !has(kind.allowed, reader.field)) continue;
    if (reader.key == field.key) return reader;
    keys.emplace_back(reader.key);
  }
  throw LessonError(
      field.line, tr("{1} does not have a field {2}", kind.name, field.key) + did_you_mean(field.key, keys));
}

void check_needed(const ExerciseKind& kind, int line, const std::vector<LessonField>& fields,
                  LessonFaults& faults) {
  for (const FieldReader& reader : field_readers()) {
    if (!has(kind.needed, reader.field)) continue;
    const bool given = std::ranges::any_of(fields, [&](const LessonField& field) {
      return std::ranges::any_of(field_readers(), [&](const FieldReader& other) {
        return other.key == field.key && other.field == reader.field;
      });
    });
    if (given) continue;
    faults.push_back({line, reader.key == "-"
                                ? tr("{1} needs options: lines that begin with \"- \"", kind.name)
                                : tr("{1} needs the field {2}", kind.name, reader.key)});
  }
}

/// "NAME" or "NAME[0,2]": the last index is the head.
void read_matrix(LessonFigure& figure, const LessonField& field) {
  const std::string& text = field.value;
  const std::size_t open = text.find('[');
  figure.tensor = text.substr(0, open);
  if (open == std::string::npos) return;
  const std::size_t from = text.find_last_of("[,") + 1;
  const char* const end = text.data() + text.size() - 1;
  const auto [at, error] = scan_number(text.data() + from, end, figure.head);
  if (text.back() != ']' || error != std::errc{} || at != end || figure.head < 0 || figure.tensor.empty())
    throw LessonError(field.line, tr("\"{1}\" must be NAME or NAME[0,HEAD]", text));
}

Spans read_question(const LessonField& field) {
  std::vector<Prose> blocks;
  try {
    blocks = read_prose(field.joined());
  } catch (const std::invalid_argument& error) {
    throw LessonError(field.line, error.what());
  }
  if (blocks.size() != 1 || blocks.front().spans.empty())
    throw LessonError(field.line, tr("ask must be one paragraph"));
  return blocks.front().spans;
}

void read_field(Exercise& to, const LessonField& from) {
  if (from.joined().empty() && from.quoted.empty())
    throw LessonError(from.line, tr("{1} needs a value", from.key));
  if (from.key == "id")
    to.id = from.value;
  else if (from.key == "ask")
    to.ask = read_question(from);
  else
    reader_of(*to.kind, from).read(to, from);
}

bool has_key(const std::vector<LessonField>& fields, std::string_view key) {
  return std::ranges::find(fields, key, &LessonField::key) != fields.end();
}

}  // namespace

Exercise read_exercise(const ExerciseKind& kind, int line, const std::vector<LessonField>& fields,
                       LessonFaults& faults) {
  Exercise exercise;
  exercise.kind = &kind;
  exercise.line = line;
  const std::size_t before = faults.size();
  for (const LessonField& field : fields)
    note_fault(faults, field.line, [&] { read_field(exercise, field); });
  const auto need = [&](bool there, const std::string& what) {
    if (!there) faults.push_back({line, what});
  };
  const std::string name(kind.name);
  need(has_key(fields, "id"), tr("{1} needs the field {2}", name, "id"));
  need(exercise.id.find_first_of(" \t\"") == std::string::npos,
       tr("the id \"{1}\" must be one word", exercise.id));
  need(has_key(fields, "ask"), tr("{1} needs the field {2}", name, "ask"));
  check_needed(kind, line, fields, faults);
  if (faults.size() > before) return exercise;
  note_fault(faults, line, [&] {
    try {
      kind.check(exercise);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(exercise.id + ": " + error.what());
    }
  });
  return exercise;
}

std::vector<std::string> released_lines(const Exercise& exercise, const std::vector<LessonField>& fields) {
  std::vector<std::string> lines, options;
  for (const LessonField& field : fields) {
    const bool open = field.key == "id" || field.key == "ask";
    const Released released = open ? as_is : reader_of(*exercise.kind, field).released;
    (field.key == "-" ? options : lines).push_back(released(field, exercise));
  }
  std::ranges::sort(options);  // the order of the items may be the answer
  lines.insert(lines.end(), options.begin(), options.end());
  return lines;
}

namespace {

void read_figure_field(LessonFigure& figure, const LessonField& field) {
  if (field.key == "view")
    figure.view = field.value;
  else if (field.key == "tensor")
    read_matrix(figure, field);
  else if (field.key == "plot")
    figure.plot = field.value;
  else if (field.key == "height")
    figure.height = number_of(field);
  else if (field.key == "caption")
    figure.caption = field.joined();
  else
    throw LessonError(field.line,
                      tr("{1} does not have a field {2}", "figure", field.key) +
                          did_you_mean(field.key, {"view", "tensor", "plot", "height", "caption"}));
}

void check_figure_fields(const LessonFigure& figure) {
  const int kinds = !figure.view.empty() + !figure.tensor.empty() + !figure.plot.empty();
  if (kinds != 1) throw std::invalid_argument(tr("figure needs one of the fields view, tensor, and plot"));
  if (!figure.plot.empty() && figure.plot != "loss")
    throw std::invalid_argument(tr("there is no plot {1}: use loss", figure.plot));
  if (!(figure.height >= 4 && figure.height <= 60))
    throw std::invalid_argument(tr("height must be from 4 to 60, in units of the text size"));
}

}  // namespace

LessonFigure read_figure(int line, const std::vector<LessonField>& fields, LessonFaults& faults) {
  LessonFigure figure;
  figure.line = line;
  const std::size_t before = faults.size();
  for (const LessonField& field : fields)
    note_fault(faults, field.line, [&] { read_figure_field(figure, field); });
  if (faults.size() == before) note_fault(faults, line, [&] { check_figure_fields(figure); });
  return figure;
}

}  // namespace attnlab
