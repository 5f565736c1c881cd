// Turns of a program that has the thread for itself.
#include "app/gl/turns.h"

namespace attnlab {

int run_turns(std::unique_ptr<Turns> turns) {
  while (turns->turn()) {
  }
  return turns->end();
}

}  // namespace attnlab
