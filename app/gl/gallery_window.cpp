// Joins the gallery, its window and a script.
#include "app/gl/gallery_window.h"

#include <memory>

#include "app/figure/png.h"
#include "app/gl/frame_loop.h"
#include "app/gl/turns.h"
#include "app/widgets/base/context.h"
#include "app/widgets/gallery/gallery.h"

namespace attnlab {
namespace {

class GalleryWindow : public Turns {
 public:
  GalleryWindow(const std::string& script, int width, int height)
      : window_({.title = "Attention Lab: widgets", .width = width, .height = height}) {
    if (!script.empty()) player_ = std::make_unique<ScriptPlayer>(load_script(script), host());
    FrameHooks hooks;
    hooks.draw = [this] { return draw(); };
    loop_ = std::make_unique<FrameLoop>(window_, textures_, hooks, player_.get());
  }

  bool turn() override { return loop_->turn(); }
  int end() override { return loop_->exit_code(); }

 private:
  bool draw() {
    const GalleryLook& look = gallery_.look();
    window_.set_appearance({look.theme, look.text_percent / 100.0f, look.high_contrast});
    gallery_.draw();
    return true;
  }

  ScriptHost host() {
    ScriptHost host;
    host.trained_steps = [] { return std::int64_t{0}; };
    host.idle = [] { return !widgets().animating; };
    host.expressions.value = [this](const std::string& expression) { return gallery_.evaluate(expression); };
    host.command = [this](const std::string& line) { gallery_.command(line); };
    host.resize = [this](int w, int h) { window_.resize(w, h); };
    host.has_size = [this](int w, int h) { return window_.width() == w && window_.height() == h; };
    host.display_scale = [this](float scale) { window_.pretend_scale(scale); };
    host.screenshot = [this](const std::string& file) { write_png(window_.read_pixels(), file); };
    return host;
  }

  Window window_;
  TextureCache textures_;
  Gallery gallery_;
  std::unique_ptr<ScriptPlayer> player_;
  std::unique_ptr<FrameLoop> loop_;
};

}  // namespace

int run_gallery(const std::string& script, int width, int height) {
  return run_turns(std::make_unique<GalleryWindow>(script, width, height));
}

}  // namespace attnlab
