// Joins the gallery, its window and a script.
#include "app/gl/gallery_window.h"

#include <memory>

#include "app/figure/png.h"
#include "app/gl/frame_loop.h"
#include "app/widgets/base/context.h"
#include "app/widgets/gallery/gallery.h"

namespace attnlab {

int run_gallery(const std::string& script, int width, int height) {
  Script lines = script.empty() ? Script{} : load_script(script);
  Window window({.title = "Attention Lab: widgets", .width = width, .height = height});
  TextureCache textures;
  Gallery gallery;
  ScriptHost host;
  host.trained_steps = [] { return std::int64_t{0}; };
  host.idle = [] { return !widgets().animating; };
  host.expressions.value = [&](const std::string& expression) { return gallery.evaluate(expression); };
  host.command = [&](const std::string& line) { gallery.command(line); };
  host.resize = [&](int w, int h) { window.resize(w, h); };
  host.has_size = [&](int w, int h) { return window.width() == w && window.height() == h; };
  host.screenshot = [&](const std::string& file) { write_png(window.read_pixels(), file); };
  std::unique_ptr<ScriptPlayer> player;
  if (!script.empty()) player = std::make_unique<ScriptPlayer>(std::move(lines), std::move(host));
  FrameHooks hooks;
  hooks.draw = [&] {
    const GalleryLook& look = gallery.look();
    window.set_appearance({look.theme, look.text_percent / 100.0f, look.high_contrast});
    gallery.draw();
    return true;
  };
  return run_frame_loop(window, textures, hooks, player.get());
}

}  // namespace attnlab
