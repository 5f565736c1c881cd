// Turns: what a window does again and again until it is closed.
#pragma once

#include <memory>
#include <string>

namespace attnlab {

class Turns {
 public:
  virtual ~Turns() = default;
  /// False once there is to be no other.
  virtual bool turn() = 0;
  /// Called after the last turn. Returns the exit code.
  virtual int end() = 0;

  // What the page of a browser asks for between two turns.
  /// Saves what is open. `leaving`: there may be no other turn, nor end().
  virtual void save([[maybe_unused]] bool leaving) {}
  /// Whether other threads open or save something.
  virtual bool uses_files() const { return false; }
  /// The folder that this window alone writes to; "": there is none yet.
  virtual std::string own_folder() const { return ""; }
  /// Shows an error of the page.
  virtual void show_error([[maybe_unused]] const std::string& text) {}
};

/// Makes the turns one after another and returns what end() does. In a browser it returns 0 at once, and the
/// browser makes a turn before each picture of the page.
int run_turns(std::unique_ptr<Turns> turns);

}  // namespace attnlab
