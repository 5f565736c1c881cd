// Opens the window and runs ImGui's frames.
#include "app/gl/window.h"

#include "app/gl/gl.h"
// GLFW must come after the GL functions.
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>
#include <imgui_impl_opengl3.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/gl/imgui_font_texture.h"
#include "app/gl/input_method.h"
#include "app/gl/window_input.h"
#include "app/gl/window_system.h"
#include "app/theme/fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/open_popups.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

thread_local std::string g_last_error;  // GLFW may report on any thread

[[noreturn]] void fail_without_display() {
  throw std::runtime_error(
      tr("no display to open a window on ({1}): use the command line (attention-lab --help), or a virtual "
         "display (xvfb-run -a -s \"-screen 0 1920x1200x24\" attention-lab)",
         g_last_error));
}

[[noreturn]] void fail_without_opengl() { throw std::runtime_error(without_opengl(g_last_error)); }

/// A length in units of so many pixels.
int in_units(int pixels, float unit) { return static_cast<int>(std::lround(float(pixels) / unit)); }

void hint_context() {
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
}

}  // namespace

Window::Window(const WindowOptions& options) : method_(options.input_method ? make_input_method() : nullptr) {
  glfwSetErrorCallback([](int, const char* what) { g_last_error = what; });
  hint_start();
  if (!glfwInit()) fail_without_display();
  try {
    create(options);
    start_imgui();
  } catch (...) {
    if (window_) glfwDestroyWindow(window_);
    glfwTerminate();
    throw;
  }
}

Window::~Window() {
  window_input().use(nullptr);
  ImGui_ImplOpenGL3_Shutdown();
  ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext();
  for (GLFWwindow* const window : hidden_) glfwDestroyWindow(window);
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void Window::create(const WindowOptions& options) {
  hint_context();
  hint_window_system();
  window_ = glfwCreateWindow(options.width, options.height, options.title.c_str(), nullptr, nullptr);
  if (!window_) fail_without_opengl();
  glfwMakeContextCurrent(window_);
  if (!has_opengl()) fail_without_opengl();
  glfwSwapInterval(refreshes_per_frame());
  fit_into_window_system(window_, {options.width, options.height});
  install_window_input(window_);
  window_input().use(method_.get());
  if (options.visible) glfwShowWindow(window_);
}

void Window::start_imgui() {
  IMGUI_CHECKVERSION();
  ImGui::CreateContext();
  ImGui::GetIO().IniFilename = nullptr;
  ImGui::GetIO().ConfigWindowsMoveFromTitleBarOnly = true;
  if (!ImGui_ImplGlfw_InitForOpenGL(window_, false))
    throw std::runtime_error(tr("the window cannot receive input"));
  use_clipboard_of_window_system();
  set_up_keys();
  if (!ImGui_ImplOpenGL3_Init(kShaderVersion)) fail_without_opengl();
}

void Window::update_appearance() {
  wanted_.text_scale = std::clamp(wanted_.text_scale, kMinTextScale, kMaxTextScale);
  const float scale = display_scale(), text_scale = scale * wanted_.text_scale;
  if (has_letters_ && wanted_ == applied_ && scale == applied_scale_) return;
  if (!has_letters_ || text_scale != font_scale_) make_fonts(text_scale);
  apply_theme(wanted_.theme, text_scale, wanted_.high_contrast);
  set_point(scale);
  applied_ = wanted_;
  applied_scale_ = scale;
}

void Window::make_fonts(float scale) {
  const bool first = font_scale_ == 0;
  (scale == font_scale_ ? add_letters : build_fonts)(*ImGui::GetIO().Fonts, scale, letters_, stand_ins_);
  renew_font_texture(first);
  font_scale_ = scale;
  has_letters_ = true;
}

float Window::display_scale() const {
  return pretended_scale_ > 0 ? pretended_scale_ : pixels_of_point(window_);
}

float Window::scale_with_text() const { return is_wayland() ? 1 : display_scale(); }

void Window::set_letters(std::vector<char32_t> letters, std::vector<StandIn> stand_ins) {
  letters_ = std::move(letters);
  stand_ins_ = std::move(stand_ins);
  has_letters_ = false;
}

void Window::set_title(const std::string& title) { glfwSetWindowTitle(window_, title.c_str()); }
bool Window::close_requested() const { return glfwWindowShouldClose(window_) != 0; }
void Window::cancel_close() { glfwSetWindowShouldClose(window_, GLFW_FALSE); }
void Window::poll() { glfwPollEvents(); }
void Window::wait(double seconds) { glfwWaitEventsTimeout(std::max(seconds, 1e-4)); }

void Window::wake() {
  count_window_event();
  glfwPostEmptyEvent();
}

std::uint64_t Window::events() const { return window_events(); }

void Window::begin_frame(const std::function<void()>& input) {
  follow_screen();
  update_appearance();
  ImGui_ImplOpenGL3_NewFrame();
  ImGui_ImplGlfw_NewFrame();
  count_in_pixels();
  ImGui::GetStyle().AntiAliasedLinesUseTex = !widgets().mirror.on;  // their vertices look like letters
  follow_field();
  window_input().begin_frame();
  if (input) input();
  forget_undrawn_popups();
  ImGui::NewFrame();
}

void Window::follow_screen() {
  const float scale = pixels_of_point(window_);
  if (std::exchange(screen_scale_, scale) != scale) fit_into_screen(window_);
  keep_pixels_whole(window_);
}

/// Letters, lines and the mouse are in pixels also where the window system counts in something else.
void Window::count_in_pixels() const {
  ImGui::GetIO().DisplaySize = {float(width()), float(height())};
  ImGui::GetIO().DisplayFramebufferScale = {1, 1};
}

/// The input method hears where the last frame has drawn the caret.
void Window::follow_field() const {
  if (!method_) return;
  const bool takes_text = ImGui::GetIO().WantTextInput && window_has_keyboard();
  const std::optional<Box> caret = takes_text ? caret_box() : std::nullopt;
  method_->follow(caret ? std::optional(widgets().mirror.shown_box(*caret)) : caret);
}

bool Window::input_waits() const { return window_input().waits(); }

void Window::ignore_input() { window_input().clear(); }

void Window::drop_frame() { ImGui::EndFrame(); }

void Window::render() {
  ImGui::Render();
  widgets().mirror.show(*ImGui::GetDrawData());
  const Rgb back = unpack(theme().palette.background);
  glViewport(0, 0, width(), height());
  glDisable(GL_SCISSOR_TEST);
  glClearColor(back.r, back.g, back.b, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Window::present() { glfwSwapBuffers(window_); }

Image Window::read_pixels() const {
  Image image{width(), height(), {}};
  const auto columns = static_cast<std::size_t>(image.width);
  image.pixels.resize(columns * static_cast<std::size_t>(image.height));
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  glReadBuffer(GL_BACK);
  glReadPixels(0, 0, image.width, image.height, GL_RGBA, GL_UNSIGNED_BYTE, image.pixels.data());
  // OpenGL's first row is the bottom one.
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(image.height); top + 1 < bottom; ++top) {
    --bottom;
    std::swap_ranges(image.pixels.begin() + static_cast<std::ptrdiff_t>(top * columns),
                     image.pixels.begin() + static_cast<std::ptrdiff_t>((top + 1) * columns),
                     image.pixels.begin() + static_cast<std::ptrdiff_t>(bottom * columns));
  }
  return image;
}

std::vector<std::filesystem::path> Window::take_dropped_files() { return take_files_dropped_on_window(); }

void Window::resize(int width, int height) {
  const float unit = pixels_of_coordinate(window_);
  glfwSetWindowSize(window_, in_units(width, unit), in_units(height, unit));
}

int Window::width() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return width;
}

int Window::height() const {
  int width = 0, height = 0;
  glfwGetFramebufferSize(window_, &width, &height);
  return height;
}

std::pair<int, int> Window::size_in_points() const {
  return {in_units(width(), display_scale()), in_units(height(), display_scale())};
}

std::string Window::renderer() const {
  const auto text = [](GLenum name) { return std::string(reinterpret_cast<const char*>(glGetString(name))); };
  return text(GL_RENDERER) + ", OpenGL " + text(GL_VERSION);
}

}  // namespace attnlab
