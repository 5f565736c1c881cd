// Turns in a browser, whose thread must not be kept waiting.
#include <emscripten.h>

#include <cstdio>
#include <exception>

#include "app/gl/turns.h"

namespace attnlab {
namespace {

void stop(std::unique_ptr<Turns> turns) {
  emscripten_cancel_main_loop();
  const int code = turns->end();
  turns.reset();
  emscripten_force_exit(code);  // the page shows that the program has ended
}

void make_turn(void* data) {
  auto* const turns = static_cast<Turns*>(data);
  try {
    if (!turns->turn()) stop(std::unique_ptr<Turns>(turns));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "attention-lab: %s\n", error.what());
    emscripten_cancel_main_loop();
  }
}

}  // namespace

int run_turns(std::unique_ptr<Turns> turns) {
  constexpr int kAsThePageIsDrawn = 0;
  emscripten_set_main_loop_arg(make_turn, turns.release(), kAsThePageIsDrawn, false);
  return 0;
}

}  // namespace attnlab
