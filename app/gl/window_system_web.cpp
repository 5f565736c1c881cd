// The page of a browser as a window system.
#include <GLFW/glfw3.h>
#include <emscripten.h>
#include <emscripten/html5.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <string>

#include "app/gl/window_input.h"
#include "app/gl/window_system.h"
#include "app/widgets/base/imgui_versions.h"
#include "core/language/messages.h"

EM_JS(int, attnlab_page_width, (), { return Math.round(window.innerWidth * window.devicePixelRatio); });
EM_JS(float, attnlab_pixel_ratio, (), { return window.devicePixelRatio; });
EM_JS(int, attnlab_page_height, (), { return Math.round(window.innerHeight * window.devicePixelRatio); });
// Emscripten's GLFW takes the page's units for the canvas's pixels.
EM_JS(void, attnlab_count_in_pixels, (), {
  Browser.calculateMouseCoords = function(pageX, pageY) {
    const canvas = Module["canvas"];
    const place = canvas.getBoundingClientRect();
    return {
      x : (pageX - window.scrollX - place.left) * canvas.width / place.width,
      y : (pageY - window.scrollY - place.top) * canvas.height / place.height
    };
  };
  GLFW.adjustCanvasDimensions = function(){};
});
// It passes over keys that it does not know, such as + in Firefox on a German keyboard.
EM_JS(void, attnlab_hear_all_keys, (), {
  const known = GLFW.DOMToGLFWKeyCode;
  GLFW.DOMToGLFWKeyCode = function(code) {
    const key = known(code);
    return key == -1 ? -2 - code : key;
  };
});
EM_JS(void, attnlab_copy, (const char* text), { Module["copyText"](UTF8ToString(text)); });

namespace attnlab {
namespace {

std::pair<int, int> page_size() { return {attnlab_page_width(), attnlab_page_height()}; }

std::string g_pasted;
ReportedKey g_key;                  ///< of the browser's event in progress
bool g_named = false;               ///< that event is of a key
std::map<int, ReportedKey> g_keys;  ///< as reported last, by KeyboardEvent.keyCode

struct PageClipboard : Clipboard {
  const char* text() override { return g_pasted.c_str(); }
  void put(const char* text) override {
    g_pasted = text;
    attnlab_copy(text);
  }
} g_clipboard;

}  // namespace

std::string without_opengl(const std::string&) {
  return tr(
      "this browser does not offer WebGL 2, which draws the window: switch on graphics acceleration in the "
      "browser's settings, update the browser, or open the page in another one");
}

void hint_start() {}

/// The canvas has a pixel for each pixel of the screen, and these are the window's coordinates: letters are
/// made for the screen's pixels.
void hint_window_system() { glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_FALSE); }

void fit_into_window_system(GLFWwindow* window, std::pair<int, int>) {
  const auto fit = [](int, const EmscriptenUiEvent*, void* data) {
    const auto [width, height] = page_size();
    glfwSetWindowSize(static_cast<GLFWwindow*>(data), width, height);
    return true;
  };
  attnlab_count_in_pixels();
  attnlab_hear_all_keys();
  fit(0, nullptr, window);
  emscripten_set_resize_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, window, false, fit);
}

float pixels_of_point(GLFWwindow*) { return std::clamp(attnlab_pixel_ratio(), 1.0f, 4.0f); }
float pixels_of_coordinate(GLFWwindow*) { return 1; }
bool is_wayland() { return false; }
int refreshes_per_frame() { return 1; }
void fit_into_screen(GLFWwindow*) {}
void keep_pixels_whole(GLFWwindow*) {}

/// GLFW's codes for a browser follow neither places nor letters; the page tells both before GLFW's event.
/// When the page loses the keyboard, GLFW releases what is held by the browser's code alone.
ReportedKey reported_key(int key, int code) {
  ReportedKey& last = g_keys.try_emplace(code, ReportedKey{.place = key}).first->second;
  if (g_named) last = g_key.place != 0 ? g_key : ReportedKey{.place = key};
  return last;
}

/// A page may read the clipboard only while the user pastes: the page then calls attnlab_paste().
void use_clipboard_of_window_system() { use_clipboard(g_clipboard); }

}  // namespace attnlab

extern "C" {

/// Takes the text, which the page has allocated.
EMSCRIPTEN_KEEPALIVE void attnlab_paste(char* text) {
  attnlab::g_pasted = text;
  std::free(text);
}

/// The browser's names of the key whose event comes next, which the page has allocated: KeyboardEvent.code,
/// and KeyboardEvent.key, "Dead" for a character that AltGr chose. Both are "" where no key's event comes
/// next.
EMSCRIPTEN_KEEPALIVE void attnlab_name_key(char* code, char* key) {
  attnlab::g_named = *code != 0;
  attnlab::g_key = {attnlab::place_of_browser_code(code), attnlab::typed_by_browser_key(key)};
  std::free(code);
  std::free(key);
}

// What fingers and the keyboard on the screen do, of which GLFW does not know; called by
// assets/page/fingers.js and keyboard.js.

/// A wheel that moves what it scrolls by so many lines to the right and down.
EMSCRIPTEN_KEEPALIVE void attnlab_wheel(float x, float y) {
  attnlab::add_window_event({.kind = attnlab::InputEvent::Kind::Wheel, .x = x, .y = y});
}

/// A key by GLFW's code.
EMSCRIPTEN_KEEPALIVE void attnlab_key(int code, int down) {
  attnlab::add_window_event({.kind = attnlab::InputEvent::Kind::Key, .code = code, .down = down != 0});
}

EMSCRIPTEN_KEEPALIVE void attnlab_type(int character) {
  attnlab::add_window_event({.kind = attnlab::InputEvent::Kind::Character, .code = character});
}

/// A wheel that turned by so many lines with Ctrl held.
EMSCRIPTEN_KEEPALIVE void attnlab_zoom(float lines) {
  attnlab_key(GLFW_KEY_LEFT_CONTROL, 1);
  attnlab_wheel(0, lines);
  attnlab_key(GLFW_KEY_LEFT_CONTROL, 0);
}
}
