// A browser's input method, which composes in a field of the page: assets/page/keyboard.js.
#include <emscripten.h>

#include <cstdlib>

#include "app/gl/input_method.h"
#include "app/gl/window_input.h"

EM_JS(void, attnlab_place_caret, (double x, double y, double height), {
  const scale = window.devicePixelRatio;
  Module["placeCaret"](x / scale, y / scale, height / scale);
});

namespace attnlab {
namespace {

ComposedText g_composed;

/// The browser takes keys before the page hears them, and types what was composed.
class PageMethod : public InputMethod {
 public:
  void follow(const std::optional<Box>& caret) override {
    if (caret && !(caret_ && *caret == *caret_))
      attnlab_place_caret(caret->min.x, caret->min.y, caret->height());
    caret_ = caret;
  }
  Answer offer(const InputEvent&, char32_t) override { return Answer::Leaves; }
  std::vector<InputEvent> take_events() override { return {}; }
  ComposedText composed() const override { return caret_ ? g_composed : ComposedText{}; }

 private:
  std::optional<Box> caret_;
};

}  // namespace

std::unique_ptr<InputMethod> make_input_method() { return std::make_unique<PageMethod>(); }

}  // namespace attnlab

extern "C" {

/// The text that is being composed, which the page has allocated; "": none is. Its cursor is at the end.
EMSCRIPTEN_KEEPALIVE void attnlab_compose(char* text) {
  attnlab::g_composed.text = text;
  attnlab::g_composed.cursor = attnlab::g_composed.text.size();
  std::free(text);
  attnlab::count_window_event();
}
}
