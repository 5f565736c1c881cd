// Joins the stage, the off-screen drawing and the writers.
#include "app/figure/save.h"

#include <cfloat>
#include <stdexcept>

#include "app/figure/offscreen.h"
#include "app/figure/png.h"
#include "app/figure/svg.h"
#include "app/views/hover.h"
#include "app/views/view_tabs.h"
#include "app/views/views.h"

namespace attnlab {
namespace {

OffscreenOptions offscreen_options(const FigureRequest& request, const Screen& screen) {
  OffscreenOptions o;
  o.width = request.width;
  o.height = request.height;
  o.scale = request.is_svg() ? 1 : static_cast<float>(request.scale);
  o.theme = request.dark ? ThemeKind::Dark : ThemeKind::Light;
  o.transparent = request.transparent;
  o.grows = request.grows;
  o.paint = !request.is_svg();
  o.digits = static_cast<int>(screen.digits);
  return o;
}

std::string figure_title(const ViewModel& model) {
  const bool steps = model.state.view == ViewKind::Steps;
  return (steps ? chosen_cell(model.state).tensor : view_title(model.state.view)) + ", " + model.title;
}

}  // namespace

void save_figure(const ViewModel& model, const FigureRequest& request) {
  validate(request);
  if (!model.trace) throw std::invalid_argument("there is nothing to draw a figure of yet");
  ViewModel still = model;
  still.figure = true;
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_stage(still, [](const Command&) {});
      },
      offscreen_options(request, model.screen));
  if (drawn.area.empty()) throw std::invalid_argument("this view has nothing to draw");
  if (!request.is_svg())
    return write_png(cropped(drawn.picture, drawn.area), request.file,
                     request.transparent ? Alpha::Kept : Alpha::Dropped);
  const SvgOptions svg_options{drawn.area, request.transparent ? 0 : drawn.background, figure_title(model)};
  write_file(svg(drawn.figure, svg_options), request.file);
}

}  // namespace attnlab
