// The figure of a loss landscape: the view, rendered.
#include "app/features/landscape/cli_figure.h"

#include "app/cli/render_options.h"

namespace attnlab {

void draw_landscape_figure(const LandscapeFigure& figure) {
  RenderOptions o;
  o.model = figure.model;
  o.out = figure.file;
  const LandscapeSettings& s = figure.settings;
  o.commands = {"choose landscape.plane " + s.plane,
                "choose landscape.size " + std::to_string(s.size),
                "choose landscape.seed " + std::to_string(s.seed),
                "choose landscape.reach " + std::to_string(s.reach),
                std::string("choose landscape.log ") + (figure.log ? "on" : "off"),
                "view landscape"};
  render_figure(o);
}

}  // namespace attnlab
