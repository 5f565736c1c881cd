// LessonKeys: which keys the open lesson takes, and what they scroll.
#pragma once

namespace attnlab {

/// Written while the lesson is drawn, and read by the keyboard in the same frame.
struct LessonKeys {
  bool has =
      false;  ///< the lesson has the keys: its step is new, its panel was clicked last, or it is presented
  bool goes_on = false;               ///< Space goes on: nothing is left to do in this step
  int digits = 0;                     ///< keys 1 to this choose an option
  bool above = false, below = false;  ///< the text can be scrolled up, down
  int pages = 0;                      ///< pages to scroll in the next frame, down where positive
};

}  // namespace attnlab
