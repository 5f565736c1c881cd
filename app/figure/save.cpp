// Joins the stage, the off-screen drawing and the writers.
#include "app/figure/save.h"

#include <algorithm>
#include <cfloat>
#include <stdexcept>
#include <utility>
#include <vector>

#include "app/figure/bounds.h"
#include "app/figure/offscreen.h"
#include "app/figure/png.h"
#include "app/figure/svg.h"
#include "app/views/common/hover.h"
#include "app/views/common/view_page.h"
#include "app/views/common/views.h"
#include "core/config/nearest.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

OffscreenOptions offscreen_options(const FigureRequest& request, const Screen& screen) {
  OffscreenOptions o;
  o.width = request.width;
  o.height = request.height;
  o.scale = request.is_svg() ? 1 : float(request.scale);
  o.theme = request.dark ? ThemeKind::Dark : ThemeKind::Light;
  o.transparent = request.transparent;
  o.grows = request.grows;
  o.paint = !request.is_svg();
  o.digits = static_cast<int>(screen.digits);
  return o;
}

/// The box of a widget with its outermost labels and a small margin.
Box box_of(const Figure& figure, const FigurePart& part) {
  constexpr float kAir = 4;
  Box box = part.box;
  for (const FigureItem& item : figure.items) {
    const Box seen = seen_of(item);
    if (!std::holds_alternative<FigureText>(item.shape) || seen.empty() || !part.box.contains(seen.centre()))
      continue;
    box = {{std::min(box.min.x, seen.min.x), std::min(box.min.y, seen.min.y)},
           {std::max(box.max.x, seen.max.x), std::max(box.max.y, seen.max.y)}};
  }
  return whole_pixels(grown(box, kAir));
}

/// The area of the requested widget; without a name, of the whole view.
Box area_of(const Drawn& drawn, const std::string& only) {
  if (only.empty()) return drawn.area;
  std::vector<std::string> names;
  for (const FigurePart& part : drawn.figure.parts) names.push_back(part.name);
  const auto found = std::ranges::find(drawn.figure.parts, only, &FigurePart::name);
  if (found == drawn.figure.parts.end())
    throw std::invalid_argument(tr("this view does not have a widget {1}", only) + did_you_mean(only, names));
  return intersection(box_of(drawn.figure, *found), drawn.area);
}

/// The visible part of the figure in `area`.
Figure within(Figure figure, const Box& area) {
  std::erase_if(figure.items,
                [&](const FigureItem& item) { return intersection(seen_of(item), area).empty(); });
  return figure;
}

std::string figure_title(const ViewModel& model) {
  const Feature& view = *model.state.view;
  const ViewPage& page = page_of(view);
  return (page.figure_title ? page.figure_title(model) : std::string(view.title)) + ", " + model.title;
}

}  // namespace

void save_figure(const ViewModel& model, const FigureRequest& request) {
  validate(request);
  if (!model.trace) throw std::invalid_argument(tr("there is nothing to draw yet"));
  FrameMemory memory;
  ViewModel still = model;
  still.figure = true;
  still.screen.show_inspector = false;  // what is left to it on screen is in the figure itself
  still.memory = &memory;
  const Drawn drawn = draw_offscreen(
      [&] {
        begin_hover({-FLT_MAX, -FLT_MAX});
        draw_stage(still, [](const Command&) {});
      },
      offscreen_options(request, model.screen));
  if (drawn.area.empty()) throw std::invalid_argument(tr("this view has nothing to draw"));
  const Box area = area_of(drawn, request.only);
  if (!request.is_svg())
    return write_png(cropped(drawn.picture, area), request.file,
                     request.transparent ? PngChannels::Rgba : PngChannels::Rgb);
  const SvgOptions svg_options{area, request.transparent ? 0 : drawn.background, figure_title(model)};
  write_file(svg(within(drawn.figure, area), svg_options), request.file);
}

}  // namespace attnlab
