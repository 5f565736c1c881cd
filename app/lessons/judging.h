// Judging: how each kind of exercise tells a right answer from a wrong one.
#pragma once

#include "app/lessons/exercise_kind.h"

namespace attnlab {

/// The number of an option, from 0, in an answer. Throws std::invalid_argument.
std::size_t option_number(const Exercise& exercise, const std::string& part);

void check_choice(const Exercise& exercise);
Judgement judge_choice(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);
Answer right_choice(const Exercise& exercise, const ExpressionSource& source);
Answer wrong_choice(const Exercise& exercise, const ExpressionSource& source);

void check_number(const Exercise& exercise);
Judgement judge_number(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);
Answer right_number(const Exercise& exercise, const ExpressionSource& source);
Answer wrong_number(const Exercise& exercise, const ExpressionSource& source);

/// Items are right as listed, or by the values of their conditions, the largest first.
void check_order(const Exercise& exercise);
Judgement judge_order(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);
Answer right_order(const Exercise& exercise, const ExpressionSource& source);
Answer wrong_order(const Exercise& exercise, const ExpressionSource& source);

/// Whether weights are painted, in tenths, rather than a mask of 0 and 1.
bool paints_weights(const Exercise& exercise);
/// What a painted row means: the cells of a mask as they are; weights divided by the sum of their row, if
/// that is not zero.
std::vector<double> painted_row(const Exercise& exercise, const std::string& digits);

/// Rows of digits: of a mask 0 and 1, which must all agree; of weights tenths, whose rows, each divided by
/// its sum, may be `tolerance` apart in total variation, in the mean.
void check_picture(const Exercise& exercise);
Judgement judge_picture(const Exercise& exercise, const Answer& answer, const ExpressionSource& source);
Answer right_picture(const Exercise& exercise, const ExpressionSource& source);
Answer wrong_picture(const Exercise& exercise, const ExpressionSource& source);

}  // namespace attnlab
