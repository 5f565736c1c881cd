// Studio: the program without its window: a Lab whose commands are waited for.
#pragma once

#include "app/state/lab/lab.h"

namespace attnlab {

class Studio {
 public:
  /// Nothing is open yet.
  Studio();
  /// Opens a request and waits for it. Throws std::runtime_error with the notice if that fails.
  explicit Studio(OpenRequest request);

  /// Likewise, if nothing is open yet.
  void open(OpenRequest request);
  /// Applies a command and waits until its results are there. Throws std::invalid_argument for a command that
  /// is refused and for a text that the model cannot read, std::runtime_error for what fails later.
  void apply(const Command& command);
  /// Waits until nothing is being opened, saved, traced or stepped, and no lesson is being set.
  void wait();

  ViewModel view() const { return lab_.view(); }
  Lab& lab() { return lab_; }

 private:
  void settle();

  Lab lab_;
};

}  // namespace attnlab
