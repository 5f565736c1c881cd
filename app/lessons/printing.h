// Printing: what each kind of exercise has on paper: blanks, or the right answer in them.
#pragma once

#include <string>

#include "app/lessons/exercise_kind.h"

namespace attnlab {

/// What is known of an exercise that is printed.
struct PrintedAnswer {
  unsigned seed = 0;    ///< for shuffled_options()
  bool shown = false;   ///< the answer is printed; else blanks
  Answer right{};       ///< empty where there is none, or nobody knows
  std::string truth{};  ///< the same as the model says it: "0.76"
};

/// Markdown below the question.
std::string print_choice(const Exercise& exercise, const PrintedAnswer& answer);
std::string print_number(const Exercise& exercise, const PrintedAnswer& answer);
std::string print_order(const Exercise& exercise, const PrintedAnswer& answer);
std::string print_picture(const Exercise& exercise, const PrintedAnswer& answer);
std::string print_text(const Exercise& exercise, const PrintedAnswer& answer);
std::string print_task(const Exercise& exercise, const PrintedAnswer& answer);

}  // namespace attnlab
