// Reads a lesson: front matter, steps, and the blocks of each.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "app/lessons/exercise_kind.h"
#include "app/lessons/exercise_reader.h"
#include "app/lessons/fault.h"
#include "app/lessons/fields.h"
#include "app/lessons/lesson.h"
#include "app/lessons/pack.h"
#include "core/config/nearest.h"
#include "core/io/files/file.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr std::size_t kMostBytes = 1 << 20;

/// A heading is drawn in one look: the text without its marks.
std::string heading_text(std::string_view text) {
  try {
    const std::vector<Prose> blocks = read_prose(std::string(text));
    if (blocks.size() == 1 && blocks.front().kind == Prose::Kind::Paragraph)
      return plain_text(blocks.front().spans);
  } catch (const std::invalid_argument&) {  // as it stands
  }
  return std::string(text);
}

void read_front(Lesson& lesson, const LessonField& field) {
  const auto text = [&](std::string& to) { to = field.joined(); };
  if (field.key == "id") return text(lesson.id);
  if (field.key == "question") return text(lesson.question);
  if (field.key == "version") return void(lesson.version = whole_of(field, 1, 100000));
  if (field.key == "needs") return text(lesson.needs);
  if (field.key == "minutes") return void(lesson.minutes = whole_of(field, 1, 240));
  if (field.key == "language") return text(lesson.language);
  if (field.key == "preset") return text(lesson.preset);
  if (field.key == "seed") return void(lesson.seed = whole_of(field, 0, 1000000000));
  if (field.key == "source") return lesson.sources.push_back(field.joined());
  throw LessonError(field.line, tr("the front matter does not have a field {1}", field.key) +
                                    did_you_mean(field.key, {"id", "question", "version", "needs", "minutes",
                                                             "language", "preset", "seed", "source"}));
}

/// Reads the lines of a lesson one after another.
class LessonReader {
 public:
  LessonReader(std::string_view text, LessonReading& reading)
      : lines_(lines_of(text)), lesson_(reading.lesson), faults_(reading.faults) {}

  void read() {
    if (!front_matter()) return;
    while (at_ < lines_.size()) read_next();
    end_prose();
    check();
  }

 private:
  const NumberedLine& line() const { return lines_[at_]; }

  void fault(int line, const std::string& what) { faults_.push_back({line, what}); }

  /// Returns false when nothing tells it from the rest.
  bool front_matter() {
    if (lines_.empty() || lines_[0].text != "---")
      return fault(1, tr("a lesson must begin with front matter: a line ---, fields, a line ---")), false;
    std::vector<NumberedLine> inside;
    for (at_ = 1; at_ < lines_.size() && line().text != "---"; ++at_) inside.push_back(line());
    if (at_ == lines_.size()) return fault(1, tr("the front matter must end with a line ---")), false;
    ++at_;
    for (const LessonField& field : read_fields(inside, faults_))
      note_fault(faults_, field.line, [&] { read_front(lesson_, field); });
    return true;
  }

  void read_next() {
    const std::string_view text = line().text;
    if (const std::string_view fence = fence_of(text); !fence.empty()) return block(fence);
    if (text.starts_with("# ")) return title(text.substr(2));
    if (text.starts_with("## ")) return begin_step(text.substr(3));
    take_prose();
  }
  void title(std::string_view text) {
    if (!lesson_.title.empty() || !lesson_.steps.empty())
      fault(line().line, tr("a lesson can have only one title: begin steps with ##"));
    else
      lesson_.title = heading_text(text);
    ++at_;
  }
  void begin_step(std::string_view text) {
    end_prose();
    lesson_.steps.push_back({heading_text(text), line().line, {}});
    ++at_;
  }
  void take_prose() {
    if (prose_.empty()) prose_line_ = line().line;
    prose_ += line().text;
    prose_ += '\n';
    ++at_;
  }
  /// The step that a line belongs to; null before the first.
  LessonStep* step(int at) {
    if (!lesson_.steps.empty()) return &lesson_.steps.back();
    if (!std::exchange(before_steps_, true))
      fault(at, tr("this is before the first step: begin a step with ##"));
    return nullptr;
  }
  void end_prose() {
    const bool blank = prose_.find_first_not_of(" \t\n") == std::string::npos;
    const std::string text = std::exchange(prose_, "");
    LessonStep* const to = blank ? nullptr : step(prose_line_);
    if (!to) return;
    LessonFaults whole, parts;
    std::vector<LessonBlock> blocks = blocks_of(text, prose_line_, whole);
    if (!whole.empty()) blocks = blocks_of_paragraphs(text, parts);
    std::ranges::move(blocks, std::back_inserter(to->blocks));
    std::ranges::move(parts.empty() ? whole : parts, std::back_inserter(faults_));
  }

  /// The blocks of a text that begins at a line; none where it cannot be read.
  static std::vector<LessonBlock> blocks_of(const std::string& text, int line, LessonFaults& faults) {
    std::vector<LessonBlock> blocks;
    note_fault(faults, line, [&] {
      for (Prose& block : read_prose(text, ProsePictures::Allowed))
        blocks.push_back(block_of(std::move(block), line));
    });
    return blocks;
  }

  /// The same for each paragraph by itself.
  std::vector<LessonBlock> blocks_of_paragraphs(const std::string& text, LessonFaults& faults) const {
    std::vector<LessonBlock> all;
    std::string paragraph;
    int begin = prose_line_, at = prose_line_;
    const auto end = [&] {
      std::ranges::move(blocks_of(paragraph, begin, faults), std::back_inserter(all));
      paragraph.clear();
    };
    bool listing = false;
    for (const NumberedLine& each : lines_of(text)) {
      if (paragraph.empty()) begin = at;
      if (!fence_of(each.text).empty()) listing = !listing;
      if (!listing && each.text.find_first_not_of(" \t") == std::string_view::npos)
        end();
      else
        paragraph += std::string(each.text) + "\n";
      ++at;
    }
    end();
    return all;
  }

  /// `line` is that of the text. Throws LessonError for a picture that cannot stand beside a lesson.
  static LessonBlock block_of(Prose block, int line) {
    block.line = line + std::max(block.line, 1) - 1;
    if (block.kind != Prose::Kind::Picture) return block;
    LessonFigure figure;
    figure.line = block.line;
    figure.words = plain_text(block.spans);
    figure.picture = std::move(block.text);
    if (const std::string problem = path_problem(figure.picture); !problem.empty())
      throw LessonError(block.line, problem);
    return figure;
  }

  void block(std::string_view fence) {
    const int begin = line().line;
    const std::string name(line().text.substr(fence.size()));
    const bool code = name.empty() || name == "text";
    std::vector<NumberedLine> inside;
    std::size_t end = at_ + 1;
    const auto begins_another = [&](std::string_view text) {
      return !code && fence_of(text) == fence && text.size() > fence.size();
    };
    for (; end < lines_.size() && lines_[end].text != fence && !begins_another(lines_[end].text); ++end)
      inside.push_back(lines_[end]);
    const bool closed = end < lines_.size() && lines_[end].text == fence;
    if (!closed) fault(begin, tr("this block must end with a line {1}", fence));
    if (code) {  // a listing
      for (; at_ < lines_.size() && at_ <= end;) take_prose();
      return;
    }
    end_prose();
    LessonStep* const to = step(begin);
    note_fault(faults_, begin, [&] {
      LessonBlock read = block_named(name, begin, inside);
      if (to) to->blocks.push_back(std::move(read));
    });
    at_ = closed ? end + 1 : end;
  }

  LessonBlock block_named(const std::string& name, int line, const std::vector<NumberedLine>& inside) {
    if (name == "setup") return setup_of(line, inside);
    if (name == "figure") return read_figure(line, read_fields(inside, faults_), faults_);
    std::vector<std::string> names{"setup", "figure", "text"};
    for (const ExerciseKind& kind : exercise_kinds()) {
      if (kind.name == name) return read_exercise(kind, line, read_fields(inside, faults_), faults_);
      names.emplace_back(kind.name);
    }
    throw LessonError(line, tr("there is no block {1}", name) + did_you_mean(name, names));
  }
  static Setup setup_of(int line, const std::vector<NumberedLine>& inside) {
    Setup setup{line, {}};
    for (const NumberedLine& at : inside) {
      const std::size_t first = at.text.find_first_not_of(" \t");
      if (first == std::string_view::npos || at.text[first] == '#') continue;
      setup.commands.emplace_back(at.text.substr(first));
    }
    return setup;
  }

  void check() {
    if (lesson_.id.empty()) fault(1, tr("the front matter needs an id"));
    if (lesson_.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos)
      fault(1, tr("the id \"{1}\" can have only lowercase letters, digits and hyphens", lesson_.id));
    if (lesson_.title.empty()) fault(1, tr("the lesson needs a title: a line that begins with #"));
    if (lesson_.steps.empty()) fault(1, tr("the lesson needs a step: a line that begins with ##"));
    std::set<std::string> ids;
    for (const Exercise* exercise : lesson_.exercises())
      if (!exercise->id.empty() && !ids.insert(exercise->id).second)
        fault(exercise->line, tr("the id {1} is used twice", exercise->id));
  }

  std::vector<NumberedLine> lines_;
  Lesson& lesson_;
  LessonFaults& faults_;
  std::size_t at_ = 0;
  std::string prose_;
  int prose_line_ = 1;
  bool before_steps_ = false;  ///< something stands before the first step, which was said
};

}  // namespace

std::vector<std::string> LessonStep::setup() const {
  std::vector<std::string> all;
  for (const LessonBlock& block : blocks)
    if (const auto* some = std::get_if<Setup>(&block))
      all.insert(all.end(), some->commands.begin(), some->commands.end());
  return all;
}

std::vector<const Exercise*> LessonStep::exercises() const {
  std::vector<const Exercise*> all;
  for (const LessonBlock& block : blocks)
    if (const auto* exercise = std::get_if<Exercise>(&block)) all.push_back(exercise);
  return all;
}

std::vector<const Exercise*> Lesson::exercises() const {
  std::vector<const Exercise*> all;
  for (const LessonStep& step : steps)
    for (const Exercise* exercise : step.exercises()) all.push_back(exercise);
  return all;
}

const Exercise* Lesson::find(std::string_view exercise) const {
  for (const Exercise* one : exercises())
    if (one->id == exercise) return one;
  return nullptr;
}

LessonReading read_lesson_text(const std::string& text, const std::string& file) {
  LessonReading reading;
  reading.lesson.file = file;
  LessonReader(text, reading).read();
  return reading;
}

Lesson read_lesson(const std::string& text, const std::string& file) {
  LessonReading reading = read_lesson_text(text, file);
  throw_first(file, reading.faults);
  return std::move(reading.lesson);
}

std::string lesson_source(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in)
    throw std::runtime_error(tr("the lesson {1} cannot be opened", quoted(std::filesystem::path(file))));
  std::string text(kMostBytes + 1, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(in.gcount());
  if (in.bad())
    throw std::runtime_error(tr("the lesson {1} cannot be read", quoted(std::filesystem::path(file))));
  if (text.size() > kMostBytes)
    throw std::runtime_error(tr("the lesson {1} is larger than 1 MB", quoted(std::filesystem::path(file))));
  return text;
}

LessonReading read_lesson_file(const std::string& file) {
  LessonReading reading = read_lesson_text(lesson_source(file), file);
  reading.lesson.folder = std::filesystem::absolute(file).parent_path().string();
  load_pictures(reading.lesson, reading.faults);
  return reading;
}

Lesson load_lesson(const std::string& file) {
  LessonReading reading = read_lesson_file(file);
  throw_first(file, reading.faults);
  return std::move(reading.lesson);
}

}  // namespace attnlab
