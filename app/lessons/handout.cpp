// Writes a lesson for paper.
#include "app/lessons/handout.h"

#include <utility>

#include "app/lessons/markdown_text.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

class HandoutText {
 public:
  HandoutText(const Lesson& lesson, const Handout& how) : lesson_(lesson), how_(how) {}

  std::string write() {
    begin();
    for (std::size_t i = 0; i < lesson_.steps.size(); ++i) {
      const LessonStep& step = lesson_.steps[i];
      paragraph("## " + std::to_string(i + 1) + ". " + step.title);
      for (const LessonBlock& block : step.blocks) std::visit(*this, block);
    }
    end();
    return std::move(text_);
  }

  void operator()(const Prose& prose) {
    if (prose.kind == Prose::Kind::Note && !how_.answers) return;
    const bool item = prose.kind == Prose::Kind::Item;
    if (item && after_item_) text_.pop_back();
    paragraph(markdown_of(prose));
    after_item_ = item;
  }
  void operator()(const Setup&) {}
  void operator()(const LessonFigure& figure) {
    const auto file = how_.figures.find(figure.line);
    if (file == how_.figures.end()) return;
    const std::string what = !figure.words.empty()     ? figure.words
                             : !figure.caption.empty() ? figure.caption
                             : !figure.tensor.empty()  ? figure.tensor
                                                       : figure.view + figure.plot;
    paragraph("![" + escaped_markdown(what) + "](<" + file->second + ">)");
    if (!figure.caption.empty()) paragraph("*" + escaped_markdown(figure.caption) + "*");
  }
  void operator()(const Exercise& exercise) {
    const auto found = how_.right.find(exercise.id);
    PrintedAnswer answer = found == how_.right.end() ? PrintedAnswer{} : found->second;
    answer.seed = how_.seed;
    answer.shown = how_.answers && !exercise.withheld;
    paragraph("**" + std::string(tr(exercise.kind->title)) + ".** " + markdown_of(exercise.ask));
    paragraph(exercise.kind->print(exercise, answer));
    if (!answer.shown) return;
    said(tr("If correct"), exercise.right);
    said(tr("If incorrect"), exercise.wrong);
    said(tr("Because"), exercise.because);
  }

 private:
  void paragraph(std::string words) {
    while (words.ends_with('\n')) words.pop_back();
    if (!words.empty()) text_ += words + "\n\n";
    after_item_ = false;
  }
  void said(const std::string& when, const std::string& words) {
    if (!words.empty()) paragraph("> **" + when + ":** " + markdown_on_paper(words));
  }

  void begin() {
    paragraph("# " + lesson_.title);
    if (!lesson_.question.empty()) paragraph("*" + escaped_markdown(lesson_.question) + "*");
    if (!how_.answers)
      paragraph(std::string(tr("Name:")) + " ________________________    " + tr("Date:") + " ____________");
    const std::string minutes = std::to_string(lesson_.minutes);
    paragraph(how_.answers
                  ? tr_plural("With answers, for the teacher. About {1} minute.",
                              "With answers, for the teacher. About {1} minutes.", lesson_.minutes, minutes)
                  : tr_plural("About {1} minute.", "About {1} minutes.", lesson_.minutes, minutes));
  }
  void end() {
    paragraph("---");
    for (const std::string& source : lesson_.sources) paragraph(tr("Source: {1}", escaped_markdown(source)));
    paragraph(tr("Lesson `{1}`, version {2}, seed {3}.", lesson_.id, std::to_string(lesson_.version),
                 std::to_string(how_.seed)));
    text_.pop_back();
  }

  const Lesson& lesson_;
  const Handout& how_;
  std::string text_;
  bool after_item_ = false;
};

}  // namespace

std::string handout(const Lesson& lesson, const Handout& how) { return HandoutText(lesson, how).write(); }

}  // namespace attnlab
