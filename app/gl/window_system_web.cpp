// The page of a browser as a window system.
#include <GLFW/glfw3.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include <string>

#include "app/gl/window_system.h"

EM_JS(int, attnlab_page_width, (), { return window.innerWidth; });
EM_JS(int, attnlab_page_height, (), { return window.innerHeight; });
EM_JS(void, attnlab_copy, (const char* text), { Module["copyText"](UTF8ToString(text)); });

namespace attnlab {
namespace {

std::pair<int, int> page_size() { return {attnlab_page_width(), attnlab_page_height()}; }

std::string g_pasted;

const char* pasted(void*) { return g_pasted.c_str(); }

void copy(void*, const char* text) {
  g_pasted = text;
  attnlab_copy(text);
}

}  // namespace

std::pair<int, int> fitting_size(std::pair<int, int>) { return page_size(); }

/// The canvas has a pixel for each pixel of the screen.
void hint_window_system() { glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE); }

void fit_into_window_system(GLFWwindow* window) {
  const auto resize = [](int, const EmscriptenUiEvent*, void* data) {
    const auto [width, height] = page_size();
    glfwSetWindowSize(static_cast<GLFWwindow*>(data), width, height);
    return true;
  };
  emscripten_set_resize_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, window, false, resize);
}

/// A page may read the clipboard only while somebody pastes: the page then calls attnlab_paste().
void use_clipboard_of_window_system() {
  ImGui::GetIO().SetClipboardTextFn = copy;
  ImGui::GetIO().GetClipboardTextFn = pasted;
}

}  // namespace attnlab

extern "C" EMSCRIPTEN_KEEPALIVE void attnlab_paste(const char* text) { attnlab::g_pasted = text; }
