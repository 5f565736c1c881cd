// Collects the texts of blocks.
#include "app/lessons/block_texts.h"

#include <stdexcept>

namespace attnlab {

namespace {

class TextsOfBlock {
 public:
  std::vector<BlockText> take() { return std::move(texts_); }

  void operator()(const Prose& prose) {
    if (prose.kind == Prose::Kind::Equation)
      return add(prose.line, {{.text = plain_text(prose.spans), .formula = true}});
    add(prose.line, prose.spans);
    for (const auto& row : prose.rows)
      for (const Spans& cell : row) add(prose.line, cell);
  }
  void operator()(const Setup&) {}
  void operator()(const Exercise& exercise) {
    add(exercise.line, exercise.ask);
    for (const ExerciseOption& option : exercise.options) {
      read(exercise.line, option.text);
      read(exercise.line, option.feedback);
    }
    for (const std::string& hint : exercise.hints) read(exercise.line, hint);
    for (const std::string* said : {&exercise.right, &exercise.wrong, &exercise.because})
      read(exercise.line, *said);
  }
  void operator()(const LessonFigure&) {}  // a caption is plain

 private:
  void add(int line, Spans spans) {
    if (!spans.empty()) texts_.push_back({line, std::move(spans)});
  }
  /// A short text that is no Markdown of lessons is shown as it stands.
  void read(int line, const std::string& markdown) {
    try {
      for (Prose& block : read_prose(markdown)) {
        block.line = line;
        (*this)(block);
      }
    } catch (const std::invalid_argument&) {
    }
  }

  std::vector<BlockText> texts_;
};

}  // namespace

std::vector<BlockText> texts_of(const LessonBlock& block) {
  TextsOfBlock texts;
  std::visit(texts, block);
  return texts.take();
}

}  // namespace attnlab
