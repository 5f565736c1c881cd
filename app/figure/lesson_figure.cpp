// Draws a lesson's figure off-screen.
#include "app/figure/lesson_figure.h"

#include <imgui.h>

#include <cfloat>
#include <stdexcept>

#include "app/figure/offscreen.h"
#include "app/figure/png.h"
#include "app/figure/svg.h"
#include "app/views/common/hover.h"
#include "app/views/lesson/figure.h"
#include "core/language/messages.h"

namespace attnlab {

void save_lesson_figure(const ViewModel& model, const LessonFigure& figure,
                        const std::filesystem::path& file) {
  constexpr int kWidth = 640, kLetter = 20;
  FrameMemory memory;
  ViewModel still = model;
  still.figure = true;
  still.memory = &memory;
  LessonFigure bare = figure;
  bare.caption.clear();
  OffscreenOptions options;
  options.width = kWidth;
  options.height = static_cast<int>(figure.height) * kLetter;
  options.grows = true;
  options.paint = false;
  options.digits = static_cast<int>(model.screen.digits);
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_lesson_figure(still, bare, [](const Command&) {});
      },
      options);
  if (drawn.area.empty())
    throw std::invalid_argument(
        tr("the figure in line {1} has nothing to draw", std::to_string(figure.line)));
  const std::string title =
      !figure.caption.empty() ? figure.caption : figure.view + figure.tensor + figure.plot;
  write_file(svg(drawn.figure, {drawn.area, drawn.background, title}), file);
}

}  // namespace attnlab
