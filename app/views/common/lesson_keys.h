// LessonKeys: which keys the open lesson takes, and what they scroll.
#pragma once

namespace attnlab {

/// Written while the lesson is drawn, and read by the keyboard in the same frame. Page Down and Page Up
/// belong to an open lesson in any case.
struct LessonKeys {
  bool open = false;  ///< a lesson is on screen
  /// The lesson has the other keys too, which a ring around its panel shows: its step is new, its panel was
  /// clicked last, or it is presented.
  bool has = false;
  bool goes_on = false;  ///< Space goes on: nothing is left to do in this step
  bool asks = false;     ///< the step has questions: digits and Enter answer them, and nothing else
  bool above = false, below = false;  ///< the text can be scrolled up, down
  int pages = 0;                      ///< pages to scroll in the next frame, down where positive
};

}  // namespace attnlab
