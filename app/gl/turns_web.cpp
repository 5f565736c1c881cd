// Turns in a browser, whose thread must not be kept waiting.
#include <emscripten.h>
#include <emscripten/threading.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <exception>

#include "app/gl/turns.h"

EM_JS(void, attnlab_wants_text, (bool wanted), { Module["wantsText"](wanted); });
EM_JS(void, attnlab_show_cursor, (const char* name), { Module["canvas"].style.cursor = UTF8ToString(name); });

namespace attnlab {
namespace {

/// Emscripten's GLFW leaves the mouse's cursor as it is.
void show_cursor() {
  constexpr std::array<const char*, ImGuiMouseCursor_COUNT> kNames{"default",     "text",      "move",
                                                                   "ns-resize",   "ew-resize", "nesw-resize",
                                                                   "nwse-resize", "pointer",   "not-allowed"};
  static ImGuiMouseCursor shown = ImGuiMouseCursor_Arrow;
  const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
  if (wanted == shown || wanted < 0) return;
  attnlab_show_cursor(kNames[static_cast<std::size_t>(wanted)]);
  shown = wanted;
}

/// A screen without keys shows its keyboard while a field takes text.
void show_keyboard() {
  static bool shown = false;
  const bool wanted = ImGui::GetIO().WantTextInput;
  if (wanted == shown) return;
  attnlab_wants_text(wanted);
  shown = wanted;
}

/// Other threads reach files through this one, call by call, and the browser answers a few of them for each
/// picture: a save that makes hundreds takes minutes where pictures are slow. Here an answered call is waited
/// after for the next one, for a quarter of the time between two pictures at most.
void serve_files_of_threads() {
  constexpr double kShare = 0.25, kPatience = 0.02;        // of the time between two pictures
  constexpr double kLongest = 1000, kLeastPatience = 0.5;  // ms
  constexpr double kServed = 0.02;                         // ms: less, and there was no call
  static double last_turn = emscripten_get_now();
  double now = emscripten_get_now();
  const double apart = std::min(now - last_turn, kLongest), end = now + kShare * apart,
               patience = std::max(kLeastPatience, kPatience * apart);
  last_turn = now;
  double last_call = now - patience;
  do {
    const double before = now;
    emscripten_current_thread_process_queued_calls();
    now = emscripten_get_now();
    if (now - before > kServed) last_call = now;
  } while (now < end && now - last_call < patience);
}

/// The program ends in the next turn of the browser, no longer within a catch: the page shows how it ended.
void end_program(int code) {
  emscripten_cancel_main_loop();
  emscripten_async_call(
      [](void* its) { emscripten_force_exit(static_cast<int>(reinterpret_cast<std::intptr_t>(its))); },
      reinterpret_cast<void*>(static_cast<std::intptr_t>(code)), 0);
}

void stop(std::unique_ptr<Turns> turns) {
  const int code = turns->end();
  turns.reset();
  end_program(code);
}

void make_turn(void* data) {
  constexpr int kFailed = 1;
  auto* const turns = static_cast<Turns*>(data);
  try {
    if (!turns->turn()) return stop(std::unique_ptr<Turns>(turns));
    show_cursor();
    show_keyboard();
    serve_files_of_threads();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "attention-lab: %s\n", error.what());
    end_program(kFailed);
  }
}

}  // namespace

int run_turns(std::unique_ptr<Turns> turns) {
  constexpr int kAsThePageIsDrawn = 0;
  emscripten_set_main_loop_arg(make_turn, turns.release(), kAsThePageIsDrawn, false);
  return 0;
}

}  // namespace attnlab
