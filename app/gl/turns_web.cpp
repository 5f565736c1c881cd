// Turns in a browser, whose thread must not be kept waiting.
#include <emscripten.h>
#include <emscripten/threading.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "app/gl/turns.h"

EM_JS(void, attnlab_wants_text, (bool wanted), { Module["wantsText"](wanted); });
EM_JS(void, attnlab_show_cursor, (const char* name), { Module["canvas"].style.cursor = UTF8ToString(name); });

namespace attnlab {
namespace {

Turns* g_turns = nullptr;  ///< that the browser makes; null before the first and after the last

/// Emscripten's GLFW leaves the mouse's cursor as it is.
void show_cursor() {
  constexpr std::array<const char*, ImGuiMouseCursor_COUNT> kNames{"default",     "text",      "move",
                                                                   "ns-resize",   "ew-resize", "nesw-resize",
                                                                   "nwse-resize", "pointer",   "not-allowed"};
  static ImGuiMouseCursor shown = ImGuiMouseCursor_Arrow;
  const ImGuiMouseCursor wanted = ImGui::GetMouseCursor();
  if (wanted == shown || wanted < 0) return;
  attnlab_show_cursor(kNames[wanted]);
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
/// picture: a save that makes hundreds takes minutes where pictures are slow. While something is opened or
/// saved, the next call is waited for during a quarter of the time between two pictures.
void serve_files_of_threads(const Turns& turns) {
  constexpr double kShare = 0.25, kLongest = 250;  // of the time between two pictures; ms
  static double last_turn = emscripten_get_now();
  const double now = emscripten_get_now(), end = now + std::min(kShare * (now - last_turn), kLongest);
  last_turn = now;
  do emscripten_current_thread_process_queued_calls();
  while (turns.uses_files() && emscripten_get_now() < end);
}

/// The program ends in the next turn of the browser, no longer within a catch: the page shows how it ended.
void end_program(int code) {
  g_turns = nullptr;
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
    serve_files_of_threads(*turns);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "attention-lab: %s\n", error.what());
    end_program(kFailed);
  }
}

}  // namespace

int run_turns(std::unique_ptr<Turns> turns) {
  constexpr int kAsThePageIsDrawn = 0;
  g_turns = turns.release();
  emscripten_set_main_loop_arg(make_turn, g_turns, kAsThePageIsDrawn, false);
  return 0;
}

}  // namespace attnlab

// Called by assets/page/files.js.
extern "C" {

EMSCRIPTEN_KEEPALIVE void attnlab_save(int leaving) {
  if (attnlab::g_turns) attnlab::g_turns->save(leaving != 0);
}

/// The folder that this page alone writes to, or "". The text stays until the next call.
EMSCRIPTEN_KEEPALIVE const char* attnlab_own_folder() {
  static std::string folder;
  folder = attnlab::g_turns ? attnlab::g_turns->own_folder() : "";
  return folder.c_str();
}

/// Takes the text, which the page has allocated.
EMSCRIPTEN_KEEPALIVE void attnlab_show_error(char* text) {
  if (attnlab::g_turns) attnlab::g_turns->show_error(text);
  std::free(text);
}
}
