// The lesson's panel: every kind of exercise has a form, and in all its states nothing is cut.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "app/lessons/catalog.h"
#include "app/lessons/exercise_kind.h"
#include "app/lessons/release.h"
#include "app/lessons/tally.h"
#include "app/state/shown_step.h"
#include "app/views/common/lesson_keys.h"
#include "app/views/common/views.h"
#include "app/views/frame/lesson_list.h"
#include "app/views/lesson/drafts.h"
#include "app/views/lesson/exercise.h"
#include "app/views/lesson/exercise_forms.h"
#include "app/views/lesson/markdown.h"
#include "app/views/lesson/step_text.h"
#include "tests/app/drawn_panel.h"
#include "tests/app/traced.h"

namespace attnlab {
namespace {

using testing::DrawnPanel;

std::shared_ptr<const Lesson> every_kind() {
  static const auto lesson =
      std::make_shared<const Lesson>(load_lesson(ATTNLAB_SOURCE_DIR "/tests/gui/lessons/every-kind.md"));
  return lesson;
}

LessonView at_step(std::size_t step) {
  LessonView view;
  view.lesson = every_kind();
  view.progress.step = step;
  return view;
}

std::vector<const Exercise*> exercises(const LessonView& view) { return view.step().exercises(); }

/// A model with a pass and this lesson.
struct LessonScene {
  FrameMemory memory;
  Results results;
  bool again = false, retry = false;  ///< whether these buttons were drawn
  ViewModel model;
  explicit LessonScene(const LessonView& view) {
    static const TracePtr trace = traced("translate", "the black cat", "le chat noir");
    model.trace = trace;
    model.memory = &memory;
    model.analyses = &results;
    model.lesson = std::make_shared<const LessonView>(view);
  }
  DrawnPanel drawn(ImVec2 size) {
    return testing::drawn_panel(size, 3, [&] {
      again = find_target("lesson.again").has_value();
      retry = find_target("lesson.foresee.retry").has_value();
      model.remembered<LessonKeys>() = {};
      draw_lesson(model, [](const Command&) {});
    });
  }
  DrawnPanel bar(ImVec2 size) const {
    return testing::drawn_panel(size, 3, [&] {
      model.remembered<LessonKeys>() = {};
      draw_lesson_bar(model, [](const Command&) {});
    });
  }
};

void expect_nothing_cut(const DrawnPanel& panel, const std::string& what) {
  EXPECT_TRUE(panel.cut.empty()) << what << ": " << *panel.cut.begin();
  testing::expect_texts_inside(panel, what);
}

TEST(LessonForms, ThereIsOneForEachKindOfExercise) {
  for (const ExerciseKind& kind : exercise_kinds()) {
    const ExerciseForm& form = form_of(kind);
    EXPECT_EQ(form.kind, kind.name);
    EXPECT_EQ(form.give == nullptr, kind.is_task()) << kind.name;
  }
  ExerciseKind unknown = exercise_kinds().front();
  unknown.name = "riddle";
  EXPECT_THROW(form_of(unknown), std::logic_error);
}

TEST(LessonPanel, TheTestLessonHasEveryKind) {
  std::vector<std::string_view> kinds;
  for (std::size_t step = 0; step < every_kind()->steps.size(); ++step)
    for (const Exercise* const exercise : exercises(at_step(step))) kinds.push_back(exercise->kind->name);
  for (const ExerciseKind& kind : exercise_kinds())
    EXPECT_EQ(std::ranges::count(kinds, kind.name), 1) << kind.name;
}

TEST(LessonPanel, CutsNothingInAnyState) {
  for (std::size_t step = 0; step < every_kind()->steps.size(); ++step) {
    for (const auto state : {Attempt::State::Open, Attempt::State::Done}) {
      LessonView view = at_step(step);
      view.teacher = true;
      for (const Exercise* const exercise : exercises(view)) {
        Attempt& attempt = view.progress.attempts[exercise->id];
        attempt.state = state;
        attempt.hints = 1;
        if (state == Attempt::State::Open) continue;
        if (!exercise->kind->is_task()) attempt.answer = exercise->kind->some_answer(*exercise);
        const std::string truth = exercise->picture.empty() ? "0.35" : "100/110/111";
        attempt.judgement = Judgement{Judgement::Kind::Wrong, "Look *again*.", truth};
      }
      expect_nothing_cut(LessonScene(view).drawn({24 * kBaseEm, 2400}), every_kind()->steps[step].title);
      if (state == Attempt::State::Done) expect_nothing_cut(LessonScene(view).bar({1200, 1500}), "bar");
    }
  }
}

TEST(LessonPanel, TheLearnersAnswerStaysBesideTheModels) {
  LessonView view = at_step(1);
  Attempt& attempt = view.progress.attempts["foresee"];
  attempt.state = Attempt::State::Done;
  attempt.answer = {"0"};
  attempt.judgement = Judgement{Judgement::Kind::Wrong, "", "four"};
  LessonScene scene(view);
  const DrawnPanel panel = scene.drawn({480, 1600});
  for (const char* words : {"You predicted:", "one", "The model:", "four", "Not as predicted"})
    EXPECT_TRUE(panel.has(words)) << words;
  EXPECT_TRUE(scene.retry);
}

TEST(LessonPanel, NotesAndAnswersAreTheTeachersAlone) {
  LessonView view = at_step(0);
  EXPECT_FALSE(LessonScene(view).drawn({480, 1600}).has("For the teacher"));
  view.teacher = true;
  EXPECT_TRUE(LessonScene(view).drawn({480, 1600}).has("For the teacher"));
}

TEST(LessonPanel, TimeLinkAndAnswersOfTheClassAreTheTeachersAlone) {
  LessonView view = at_step(1);
  view.progress.seconds[1] = 65;
  ClassAnswers answers;
  answers.learners = 3;
  answers.given["foresee"] = {{"seven", 2}, {"four", 1}};
  view.answers = std::make_shared<const ClassAnswers>(answers);
  for (const bool teacher : {false, true}) {
    view.teacher = teacher;
    const DrawnPanel panel = LessonScene(view).drawn({480, 1900});
    for (const char* words :
         {"Answers of 3 learners", "seven", "This step: 1:05 of about 1:00; total: 1:05 of 4:00",
          "Nobody in the class has answered this."})
      EXPECT_EQ(panel.has(words), teacher) << words;
    expect_nothing_cut(panel, "a teacher's panel");
  }
}

TEST(LessonPanel, AWithheldAnswerNamesTheFileThatTheTeacherReads) {
  LessonView view = at_step(1);
  Lesson copy = read_lesson(released(lesson_source(view.lesson->file), "copy.md"), "copy.md");
  view.lesson = std::make_shared<const Lesson>(std::move(copy));
  Attempt& attempt = view.progress.attempts["foresee"];
  attempt.state = Attempt::State::Done;
  attempt.answer = {"0"};
  attempt.judgement = Judgement{};
  const DrawnPanel panel = LessonScene(view).drawn({900, 1600});
  EXPECT_TRUE(panel.has("Noted for your teacher"));
  EXPECT_TRUE(panel.has(
      "Nothing is sent. Your teacher reads this answer in every-kind.json, the file with your answers."));
}

/// The exercises of a step that are drawn, of those that are not done.
std::set<std::string> drawn_exercises(const LessonView& view) {
  LessonScene scene(view);
  std::set<std::string> drawn;
  testing::drawn_panel({480, 2400}, 3, [&] {
    drawn.clear();
    for (const Exercise* const exercise : exercises(view))
      if (find_target("lesson." + exercise->id + ".skip")) drawn.insert(exercise->id);
    draw_lesson(scene.model, [](const Command&) {});
  });
  return drawn;
}

/// A view of each step of the program's lessons, one for each prediction, with what stands before it done.
template <typename Visit>
void each_prediction(const Visit& visit) {
  for (const auto& lesson : builtin_lessons())
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
      LessonView view;
      view.lesson = lesson;
      view.progress.step = step;
      for (const Exercise* const exercise : exercises(view)) {
        if (exercise->kind->name == "predict") visit(view, *exercise);
        view.progress.attempts[exercise->id].state = Attempt::State::Done;
        view.progress.attempts[exercise->id].answer = exercise->kind->some_answer(*exercise);
      }
    }
}

TEST(LessonPanel, WhatFollowsAPredictionAppearsOnceItIsAnswered) {
  int predictions = 0;
  each_prediction([&](LessonView view, const Exercise& prediction) {
    ++predictions;
    const std::string where = view.lesson->id + ": " + prediction.id;
    EXPECT_EQ(drawn_exercises(view), std::set<std::string>{prediction.id}) << where;
    EXPECT_EQ(std::get_if<Exercise>(shown_blocks(view).back()), &prediction) << where;
    EXPECT_EQ(exercise_with_digits(view), prediction.options.empty() ? nullptr : &prediction) << where;
    std::set<std::string> open;  // up to the next prediction
    bool held = false;
    for (const Exercise* const exercise : exercises(view)) {
      if (!view.attempt(exercise->id).done() && exercise != &prediction && !held) open.insert(exercise->id);
      held = held || (open.contains(exercise->id) && exercise->kind->name == "predict");
    }
    view.progress.attempts[prediction.id].tries = 1;
    view.progress.attempts[prediction.id].state = Attempt::State::Done;
    view.progress.attempts[prediction.id].answer = prediction.kind->some_answer(prediction);
    EXPECT_EQ(drawn_exercises(view), open) << where;
  });
  EXPECT_GT(predictions, 50);
}

TEST(LessonPanel, SkippingTryingAgainAndTeachingShowAllOfTheStep) {
  LessonView view = at_step(1);
  const std::size_t all = view.step().exercises().size();
  EXPECT_EQ(open_exercises(view).size(), 1u);
  const std::string more = "The step continues once you answer or skip this prediction.";
  EXPECT_TRUE(LessonScene(view).drawn({900, 1600}).has(more));
  view.progress.attempts["foresee"].skipped = true;
  EXPECT_EQ(open_exercises(view).size(), all);
  EXPECT_FALSE(LessonScene(view).drawn({900, 1600}).has(more));
  view.progress.attempts["foresee"] = Attempt{};
  view.progress.attempts["foresee"].tries = 1;
  EXPECT_EQ(open_exercises(view).size(), all) << "tried again: the rest was seen";
  view.progress.attempts.clear();
  view.teacher = true;
  EXPECT_EQ(open_exercises(view).size(), all);
}

/// How strong the cells of painted answers are drawn, from 0 to 1, row by row, the learner's picture first.
std::vector<float> drawn_strengths(const LessonView& view, const Exercise& exercise) {
  Palette p;
  LessonScene scene(view);
  const Drawn drawn = draw_offscreen(
      [&] {
        p = theme().palette;
        begin_target_frame();
        ImGui::BeginChild("panel", {480, 900});
        draw_exercise(scene.model, exercise, {}, [](const Command&) {});
        ImGui::EndChild();
      },
      {.width = 520, .height = 940, .digits = 3, .paint = false});
  std::vector<float> strengths;
  for (const FigureItem& item : drawn.figure.items)
    if (const auto* const fill = std::get_if<FigureFill>(&item.shape))
      for (int percent = 0; percent <= 100; ++percent)
        if (fill->colour == blend(p.background, p.accent, static_cast<float>(percent) / 100) &&
            std::abs(fill->box.width() - fill->box.height()) < 0.5f) {
          strengths.push_back(static_cast<float>(percent) / 100);
          break;
        }
  return strengths;
}

TEST(LessonPanel, PaintedWeightsAreDrawnAsTheSharesOfTheirRows) {
  const auto lesson = std::make_shared<const Lesson>(
      read_lesson("---\nid: w\n---\n# W\n## S\n```paint\nid: p\nask: Paint\npicture: 10/01\n"
                  "answer: loss\ntolerance: 0.2\n```\n",
                  "w.md"));
  LessonView view;
  view.lesson = lesson;
  Attempt& attempt = view.progress.attempts["p"];
  attempt.state = Attempt::State::Done;
  attempt.answer = {"30", "46"};
  attempt.judgement = Judgement{Judgement::Kind::Right, "", "91/09"};
  const std::vector<float> strengths = drawn_strengths(view, *lesson->find("p"));
  const std::vector<float> wanted{1, 0, 0.4f, 0.6f, 0.9f, 0.1f, 0, 1};
  ASSERT_EQ(strengths.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) EXPECT_NEAR(strengths[i], wanted[i], 0.011f) << i;
}

TEST(LessonPanel, ShowsWhatIsWrongAndTheWayBack) {
  LessonView view = at_step(1);
  const auto has_way_back = [](const LessonView& shown) {
    LessonScene scene(shown);
    scene.drawn({480, 900});
    return scene.again;
  };
  EXPECT_FALSE(has_way_back(view));
  view.strayed = true;
  EXPECT_TRUE(has_way_back(view));
  view.error = "view nowhere: there is no view nowhere";
  view.faulty = "mine.md:7: a choice needs two options";
  const DrawnPanel panel = LessonScene(view).drawn({480, 900});
  EXPECT_TRUE(panel.has("This step could not be set up"));
  EXPECT_TRUE(panel.has(view.error));
  EXPECT_TRUE(panel.has(view.faulty));
  expect_nothing_cut(panel, "trouble");
  view.doing = "train.to 300";
  EXPECT_FALSE(has_way_back(view)) << "it is being set";
}

TEST(LessonPanel, AStepIsSettledOnceItsExercisesAreDoneOrSkipped) {
  EXPECT_TRUE(step_is_settled(at_step(0))) << "there are none";
  LessonView view = at_step(1);
  EXPECT_FALSE(step_is_settled(view));
  for (const Exercise* const exercise : exercises(view))
    view.progress.attempts[exercise->id].state = Attempt::State::Done;
  EXPECT_TRUE(step_is_settled(view));
  view.progress.attempts["several"] = Attempt{};
  EXPECT_FALSE(step_is_settled(view));
  view.progress.attempts["several"].skipped = true;
  EXPECT_TRUE(step_is_settled(view));
}

TEST(LessonPanel, TellsTheKeyboardWhatItTakes) {
  LessonView view = at_step(1);
  const auto keys = [](const LessonView& shown) {
    LessonScene scene(shown);
    scene.drawn({480, 900});
    return scene.memory.of<LessonKeys>();
  };
  EXPECT_TRUE(keys(view).asks);
  EXPECT_FALSE(keys(at_step(0)).asks) << "it has text alone";
  EXPECT_FALSE(keys(view).goes_on);
  for (const Exercise* const exercise : exercises(view)) view.progress.attempts[exercise->id].skipped = true;
  for (const Exercise* const exercise : exercises(view))
    view.progress.attempts[exercise->id].state = Attempt::State::Done;
  EXPECT_TRUE(keys(view).asks) << "digits of an answered question change no view, and Enter opens nothing";
  EXPECT_TRUE(keys(view).goes_on);
}

TEST(LessonPanel, ShowsPicturesOrWhatIsMissing) {
  const std::string text =
      "---\nid: p\n---\n# P\n## S\n![The loss of two runs](loss.png)\n\n![x](gone.png)\n";
  Lesson lesson = read_lesson(text, "p.md");
  lesson.pictures["loss.png"] = std::make_shared<const LessonPicture>(
      LessonPicture{900, 300, 1, std::vector<std::uint32_t>(270'000, 0xff0000ffu)});
  LessonView view;
  view.lesson = std::make_shared<const Lesson>(std::move(lesson));
  const DrawnPanel panel = LessonScene(view).drawn({480, 800});
  EXPECT_TRUE(panel.has("gone.png is not in the folder of the lesson."));
  expect_nothing_cut(panel, "a picture");
}

TEST(LessonPanel, TheAnswersOfAClassAreAwaited) {
  LessonView view = at_step(0);
  view.teacher = view.reads_answers = true;
  EXPECT_TRUE(LessonScene(view).drawn({480, 1600}).has("Reading the answers of the class…"));
}

TEST(LessonList, SaysHowFarTheLearnerHasCome) {
  const auto first = builtin_lessons()[0], second = builtin_lessons()[1];
  LessonView view;
  view.lesson = first;
  view.progress.step = 1;
  view.progress.seen = {0, 1};
  LessonScene scene(view);
  scene.model.tallies = std::make_shared<const LessonTallies>(
      LessonTallies{{first->id, {.steps = 9, .done = 9}},
                    {second->id, {.steps = 8, .done = 3, .answered = 4, .right = 2, .skipped = 1}}});
  const DrawnPanel panel =
      testing::drawn_panel({800, 1200}, 3, [&] { draw_lesson_list(scene.model, [](const Command&) {}); });
  const auto details = [](const Lesson& lesson, const std::string& rest) {
    return lesson.title + " · " + std::to_string(lesson.minutes) + " minutes · " + rest;
  };
  EXPECT_TRUE(panel.has(details(*second, "3 of 8 steps done, 2 of 4 answers correct, 1 skipped")));
  EXPECT_TRUE(panel.has(details(*first, "open, step 2 · " + tally_text(tally_of(*first, view.progress)))));
  const Lesson& third = *builtin_lessons()[2];
  EXPECT_TRUE(panel.has(details(third, std::to_string(third.steps.size()) + " steps")));
}

TEST(LessonLinks, DoWhatTheySay) {
  std::vector<std::string> sent;
  const Emit emit = [&](const Command& command) { sent.push_back(command.text()); };
  const Lesson& lesson = *every_kind();
  follow_lesson_link("do:view heads", lesson, emit);
  follow_lesson_link("step:2", lesson, emit);
  follow_lesson_link("step:Doing", lesson, emit);
  follow_lesson_link("https://example.org", lesson, emit);
  EXPECT_EQ(sent, (std::vector<std::string>{"lesson.do view heads", "lesson.to 2", "lesson.to 3"}));
  EXPECT_FALSE(lesson_link_words("https://example.org").pressed);
  EXPECT_EQ(lesson_link_words("https://example.org").tip, "https://example.org");
  EXPECT_TRUE(lesson_link_words("term:softmax").tip.starts_with("softmax: "));
}

TEST(LessonDrafts, AreForgottenByStep) {
  AnswerDrafts drafts;
  const Lesson& lesson = *every_kind();
  drafts.of(lesson, *lesson.find("foresee")).chosen = {1};
  drafts.of(lesson, *lesson.find("why")).text = "as";
  drafts.forget(lesson, lesson.steps[1]);
  EXPECT_TRUE(drafts.of(lesson, *lesson.find("foresee")).chosen.empty());
  EXPECT_EQ(drafts.of(lesson, *lesson.find("why")).text, "as");
}

}  // namespace
}  // namespace attnlab
