// The rows of exercises.
#include "app/lessons/exercise_kind.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <random>
#include <sstream>
#include <stdexcept>

#include "app/lessons/judging.h"
#include "app/lessons/printing.h"
#include "core/config/rows.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr ExercisePart kWithChoice[] = {ExercisePart::Then, ExercisePart::Right,   ExercisePart::Wrong,
                                        ExercisePart::Hint, ExercisePart::Because, ExercisePart::Show};
constexpr ExercisePart kWithNumber[] = {ExercisePart::Tolerance, ExercisePart::Then, ExercisePart::Right,
                                        ExercisePart::Wrong,     ExercisePart::Hint, ExercisePart::Because,
                                        ExercisePart::Show};
constexpr ExercisePart kOfChoices[] = {ExercisePart::Options};
constexpr ExercisePart kOfNumbers[] = {ExercisePart::Truth};
constexpr ExercisePart kOfPredictions[] = {ExercisePart::Then};
constexpr ExercisePart kWithPrediction[] = {
    ExercisePart::Options, ExercisePart::Truth, ExercisePart::Tolerance, ExercisePart::Right,
    ExercisePart::Wrong,   ExercisePart::Hint,  ExercisePart::Because,   ExercisePart::Show};
constexpr ExercisePart kOfPictures[] = {ExercisePart::Picture};
constexpr ExercisePart kWithPicture[] = {ExercisePart::Truth,   ExercisePart::Tolerance, ExercisePart::Then,
                                         ExercisePart::Right,   ExercisePart::Wrong,     ExercisePart::Hint,
                                         ExercisePart::Because, ExercisePart::Show};
constexpr ExercisePart kOfTexts[] = {ExercisePart::Because};
constexpr ExercisePart kWithText[] = {ExercisePart::Hint, ExercisePart::Show, ExercisePart::Then};
constexpr ExercisePart kOfTasks[] = {ExercisePart::Until};
constexpr ExercisePart kWithTask[] = {ExercisePart::Solve, ExercisePart::Show, ExercisePart::Hint,
                                      ExercisePart::Right, ExercisePart::Because};

void check_prediction(const Exercise& e) {
  if (e.options.empty() == e.answer.empty())
    throw std::invalid_argument(tr("a prediction needs either options or an answer, and cannot have both"));
  e.options.empty() ? check_number(e) : check_choice(e);
}
Judgement judge_prediction(const Exercise& e, const Answer& answer, const ExpressionSource& source) {
  return e.options.empty() ? judge_number(e, answer, source) : judge_choice(e, answer, source);
}
Answer right_prediction(const Exercise& e, const ExpressionSource& source) {
  return e.options.empty() ? right_number(e, source) : right_choice(e, source);
}
Answer wrong_prediction(const Exercise& e, const ExpressionSource& source) {
  return e.options.empty() ? wrong_number(e, source) : wrong_choice(e, source);
}

std::string print_prediction(const Exercise& e, const PrintedAnswer& answer) {
  return e.options.empty() ? print_number(e, answer) : print_choice(e, answer);
}

void check_nothing(const Exercise&) {}
Judgement judge_text(const Exercise&, const Answer&, const ExpressionSource&) { return {}; }
Answer some_text(const Exercise&, const ExpressionSource&) { return {"because"}; }
Answer first_option(const Exercise&) { return {"0"}; }
Answer some_number(const Exercise&) { return {"0"}; }
Answer some_prediction(const Exercise& e) { return e.options.empty() ? some_number(e) : first_option(e); }
Answer listed_order(const Exercise& e) {
  Answer order;
  for (std::size_t i = 0; i < e.options.size(); ++i) order.push_back(std::to_string(i));
  return order;
}
Answer painted_as_asked(const Exercise& e) { return e.picture; }
Answer some_words(const Exercise&) { return {"because"}; }
Answer nothing_to_say(const Exercise&) { return {}; }
Answer no_answer(const Exercise&, const ExpressionSource&) { return {}; }

constexpr ExerciseKind kKinds[] = {
    {"predict", tr_mark("Predict"), kOfPredictions, kWithPrediction, check_prediction, judge_prediction,
     right_prediction, wrong_prediction, some_prediction, print_prediction},
    {"choice", tr_mark("Question"), kOfChoices, kWithChoice, check_choice, judge_choice, right_choice,
     wrong_choice, first_option, print_choice},
    {"number", tr_mark("Compute"), kOfNumbers, kWithNumber, check_number, judge_number, right_number,
     wrong_number, some_number, print_number},
    {"order", tr_mark("Put in order"), kOfChoices, kWithChoice, check_order, judge_order, right_order,
     wrong_order, listed_order, print_order},
    {"paint", tr_mark("Paint"), kOfPictures, kWithPicture, check_picture, judge_picture, right_picture,
     wrong_picture, painted_as_asked, print_picture},
    {"explain", tr_mark("Explain"), kOfTexts, kWithText, check_nothing, judge_text, some_text, no_answer,
     some_words, print_text},
    {"task", tr_mark("Task"), kOfTasks, kWithTask, check_nothing, nullptr, no_answer, no_answer,
     nothing_to_say, print_task},
};

}  // namespace

std::span<const ExerciseKind> exercise_kinds() { return kKinds; }

bool takes_several(const Exercise& exercise) {
  if (exercise.withheld) return exercise.several;
  return std::ranges::count_if(exercise.options,
                               [](const ExerciseOption& option) { return option.right.text() == "yes"; }) > 1;
}

Judgement judge_answer(const Exercise& exercise, const Answer& answer, const ExpressionSource& source) {
  if (!exercise.withheld) return exercise.kind->judge(exercise, answer, source);
  answer_text(exercise, answer);
  return {};
}

std::string answer_text(const Exercise& exercise, const Answer& answer) {
  std::string all;
  for (const std::string& part : answer) {
    const bool chosen = !exercise.options.empty();
    all += (all.empty() ? ""
            : chosen    ? ", "
                        : "/") +
           (chosen ? exercise.options[option_number(exercise, part)].text : part);
  }
  return all;
}

std::vector<std::size_t> shuffled_options(const Exercise& exercise, unsigned seed) {
  std::vector<std::size_t> order(exercise.options.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (order.size() < 2) return order;
  unsigned state = seed * 2654435761u + 12345u;
  for (const char c : exercise.id) state = state * 31u + static_cast<unsigned char>(c);
  std::minstd_rand random(state);
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random() % i]);
  if (std::ranges::is_sorted(order)) std::rotate(order.begin(), order.begin() + 1, order.end());
  return order;
}

}  // namespace attnlab
