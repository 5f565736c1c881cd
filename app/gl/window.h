// The window: GLFW, an OpenGL 3.3 context, and ImGui running in it.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/figure/image.h"
#include "app/theme/stand_ins.h"
#include "app/theme/theme.h"
#include "core/gpu/context.h"

struct GLFWwindow;

namespace attnlab {

class InputMethod;

struct WindowOptions {
  std::string title = "Attention Lab";
  int width = 1600, height = 1000;  ///< in points, pixels at a scale of 100 %; at most the screen's
  bool visible = true;
  bool input_method = false;  ///< that of the desktop takes part
};

/// The look that the user chose; applied between two frames.
struct Appearance {
  ThemeKind theme = ThemeKind::Dark;
  float text_scale = 1.0f;  ///< 0.75 to 3
  bool high_contrast = false;
  bool operator==(const Appearance&) const = default;
};

/// One window. Only one may exist, and only its thread may use it, save for wake().
class Window {
 public:
  /// Throws std::runtime_error with one line that says what is missing (display, OpenGL 3.3) and what to do.
  explicit Window(const WindowOptions& options);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  /// Takes effect when the next frame begins: theme, fonts and distances are rebuilt if they changed.
  void set_appearance(const Appearance& appearance) { wanted_ = appearance; }
  const Appearance& appearance() const { return wanted_; }

  /// The fonts have these letters, ascending, beside their own when the next frame begins; those that are
  /// stand-ins, as boxes.
  void set_letters(std::vector<char32_t> letters, std::vector<StandIn> stand_ins);

  void set_title(const std::string& title);
  bool close_requested() const;
  void cancel_close();

  /// Handles pending input without waiting.
  void poll();
  /// Sleeps until there is input, wake() is called, or `seconds` pass.
  void wait(double seconds);
  /// Ends a wait() in progress, or the next wait() at once. Callable from any thread.
  static void wake();
  /// Number of input events, resizes and wake-ups so far: if it is unchanged, nothing happened.
  std::uint64_t events() const;

  /// Whether input waits for another frame, which should follow at once.
  bool input_waits() const;
  /// Forgets the input that waits.
  void ignore_input();
  /// Starts an ImGui frame with the input that it can take. `input` runs between the backend's and ImGui's
  /// own new frame: a script plays there.
  void begin_frame(const std::function<void()>& input = {});
  /// Ends a frame without rendering it.
  void drop_frame();
  /// Renders the drawing since begin_frame() into the back buffer.
  void render();
  /// Shows the back buffer.
  void present();

  /// The back buffer as rendered, top row first. Call between render() and present().
  Image read_pixels() const;

  /// A new OpenGL 4.3 context beside the window's, for another thread to compute in. Must be destroyed before
  /// the window. Throws std::runtime_error that says what is missing.
  std::unique_ptr<gpu::Context> make_second_context();

  /// Files dropped on the window since the last call.
  std::vector<std::filesystem::path> take_dropped_files();

  /// Asks the window system for another size, in pixels.
  void resize(int width, int height);
  int width() const;   ///< pixels
  int height() const;  ///< pixels
  /// Width and height in points, as WindowOptions has them.
  std::pair<int, int> size_in_points() const;

  /// From the next frame on, letters and distances are those of a screen with so many pixels of a point; 0:
  /// of the window's own.
  void pretend_scale(float scale) { pretended_scale_ = scale; }
  /// Pixels of a point on the window's present screen.
  float display_scale() const;
  /// That scale where the desktop may have multiplied its text scale into it, as on X11; else 1.
  float scale_with_text() const;
  /// "Mesa llvmpipe …, OpenGL 4.5", for `attention-lab info`.
  std::string renderer() const;

 private:
  void create(const WindowOptions& options);
  void start_imgui();
  void follow_screen();
  void update_appearance();
  void make_fonts(float scale);
  void count_in_pixels() const;
  void follow_field() const;

  std::unique_ptr<InputMethod> method_;  ///< null: none that the window must speak to
  GLFWwindow* window_ = nullptr;
  std::vector<GLFWwindow*> hidden_;  ///< of second contexts; only this thread may destroy windows
  Appearance wanted_{}, applied_{};
  float pretended_scale_ = 0, applied_scale_ = 0;  ///< of the display; 0: none, and none yet
  float screen_scale_ = 0;                         ///< of the last frame; 0: there was none
  float font_scale_ = 0;                           ///< of the fonts that are there; 0: none yet
  std::vector<char32_t> letters_;
  std::vector<StandIn> stand_ins_;
  bool has_letters_ = true;  ///< the fonts do
};

}  // namespace attnlab
