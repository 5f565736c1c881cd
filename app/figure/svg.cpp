// Makes SVG elements of shapes: runs of equal shapes share an element, equal clips share a group.
#include "app/figure/svg.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "app/figure/bounds.h"
#include "app/figure/png.h"
#include "app/figure/svg_text.h"
#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

constexpr int kMostVectorCells = 64 * 64;
/// Least side of a cell that is written as a rectangle, in pixels.
constexpr float kLeastVectorCell = 2.5f;
/// The most pixels per side of a matrix written as a picture, and per cell.
constexpr int kMostPictureSide = 2048, kMostPixelsOfCell = 8;
/// Width of the hatch's lines as a fraction of its step, so that they look as on screen.
constexpr float kHatchLine = 0.15f;

/// The allowed error of a colour in a gradient, in levels of 255.
constexpr float kGradientError = 1.5f;

constexpr const char* kStyle =
    ".s{font-family:Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif}"
    ".b{font-family:Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;font-weight:600}"
    ".i{font-family:Inter,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif;font-style:italic}"
    ".m{font-family:'JetBrains Mono','DejaVu Sans Mono',Menlo,Consolas,monospace}";

/// The attribute that stops readers from joining spaces.
std::string space_attribute(const std::string& text) {
  const bool any = text.find("  ") != std::string::npos || text.starts_with(' ') || text.ends_with(' ');
  return any ? " xml:space=\"preserve\"" : "";
}

char style_class(Typeface face) {
  switch (face) {
    case Typeface::SansSemiBold: return 'b';
    case Typeface::SansItalic: return 'i';
    case Typeface::Mono: return 'm';
    case Typeface::Sans: return 's';
  }
  no_such_kind("typeface");
}

std::string attribute(const char* name, float value) {
  return std::string(" ") + name + "=\"" + svg_number(value) + "\"";
}

std::string rectangle(const Box& b) {
  return attribute("x", b.min.x) + attribute("y", b.min.y) + attribute("width", b.width()) +
         attribute("height", b.height());
}

bool is_opaque(Colour colour) { return colour >> 24 == 255; }

/// The image with more pixels per cell, so that cells have sharp edges even where readers smooth pictures.
Image enlarged(const FigureImage& s) {
  const int times = std::clamp(kMostPictureSide / std::max(s.width, s.height), 1, kMostPixelsOfCell);
  Image image{s.width * times, s.height * times, {}};
  image.pixels.reserve(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) image.pixels.push_back(s.pixels[y / times * s.width + x / times]);
  return image;
}

bool inside(const Box& box, const Box& clip) {
  return box.min.x >= clip.min.x && box.min.y >= clip.min.y && box.max.x <= clip.max.x &&
         box.max.y <= clip.max.y;
}

/// Whether the colours between `from` and `to` lie on a straight line within kGradientError.
bool is_straight(std::span<const Colour> stops, std::size_t from, std::size_t to) {
  for (std::size_t i = from + 1; i < to; ++i) {
    const float t = float(i - from) / float(to - from);
    for (unsigned shift = 0; shift < 32; shift += 8) {
      const auto level = [&](std::size_t at) { return float(stops[at] >> shift & 255u); };
      if (std::abs(std::lerp(level(from), level(to), t) - level(i)) > kGradientError) return false;
    }
  }
  return true;
}

/// The stops between which the others lie on straight lines.
std::vector<std::size_t> needed_stops(std::span<const Colour> stops) {
  std::vector<std::size_t> needed{0};
  for (std::size_t i = 1; i + 1 < stops.size(); ++i)
    if (!is_straight(stops, needed.back(), i + 1)) needed.push_back(i);
  needed.push_back(stops.size() - 1);
  return needed;
}

/// Definitions that several elements share.
class Definitions {
 public:
  /// The id of the definition `content`; equal definitions are written once.
  std::string id(char kind, const std::string& content) {
    const auto [found, fresh] = ids_.try_emplace(content, kind + std::to_string(ids_.size()));
    const std::size_t name_end = content.find_first_of(" >");
    if (fresh)
      text_ += content.substr(0, name_end) + " id=\"" + found->second + "\"" + content.substr(name_end);
    return found->second;
  }
  const std::string& text() const { return text_; }

 private:
  std::map<std::string, std::string> ids_;
  std::string text_;
};

class Writer {
 public:
  explicit Writer(const SvgOptions& options) : options_(options) {}

  void add(const FigureItem& item) {
    const Box bounds = bounds_of(item.shape), seen = intersection(bounds, item.clip);
    if (intersection(seen, options_.area).empty()) return;
    seen_ = seen;
    use_clip(is_plain_box(item.shape) || inside(bounds, item.clip) ? Box{} : item.clip);
    std::visit(*this, item.shape);
  }

  std::string document() {
    use_clip({});
    end_run();
    const Box& a = options_.area;
    std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"" + svg_number(a.min.x) + " " +
                      svg_number(a.min.y) + " " + svg_number(a.width()) + " " + svg_number(a.height()) +
                      "\"" + attribute("width", a.width()) + attribute("height", a.height()) + ">\n";
    if (!options_.title.empty()) out += "<title>" + svg_escaped(options_.title) + "</title>\n";
    out += std::string("<style>") + kStyle + "</style>\n";
    if (!definitions_.text().empty()) out += "<defs>\n" + definitions_.text() + "</defs>\n";
    if (options_.background >> 24)
      out += "<rect" + rectangle(a) + svg_paint("fill", options_.background) + "/>\n";
    return out + body_ + "</svg>\n";
  }

  void operator()(const FigureFill& s) {
    if (s.colour >> 24 == 0) return;
    if (s.rounding <= 0) return add_to_run(svg_paint("fill", s.colour), seen_, is_opaque(s.colour));
    const std::string paint = svg_paint("fill", s.colour);
    if (s.corners != 0)
      return element("path", " d=\"" + svg_outline(s.box, s.rounding, s.corners) + "\"" + paint);
    element("rect", rectangle(s.box) + attribute("rx", s.rounding) + paint);
  }

  void operator()(const FigureFrame& s) {
    const std::string round = s.rounding > 0 ? attribute("rx", s.rounding) : "";
    element("rect", rectangle(s.box) + round + stroke(s.colour, s.thickness));
  }

  void operator()(const FigureGradient& s) {
    std::string stops = "<linearGradient>";
    const auto last = float(s.stops.size() - 1);
    for (const std::size_t i : needed_stops(s.stops))
      stops += "<stop" + attribute("offset", float(i) / last) + svg_paint("stop-color", s.stops[i]) + "/>";
    element("rect", rectangle(s.box) + reference(definitions_.id('g', stops + "</linearGradient>\n")));
  }

  void operator()(const FigureDisc& s) {
    element("circle", circle(s.centre, s.radius) + svg_paint("fill", s.colour));
  }

  void operator()(const FigureRing& s) {
    element("circle", circle(s.centre, s.radius) + stroke(s.colour, s.thickness));
  }

  void operator()(const FigurePolygon& s) {
    element("path", " d=\"" + svg_outline(s.points) + "\"" + svg_paint("fill", s.colour));
  }

  void operator()(const FigurePath& s) {
    element("path", " d=\"" + svg_outline(s.steps, s.closed) + "\"" + stroke(s.colour, s.thickness) +
                        " stroke-linejoin=\"round\"");
  }

  void operator()(const FigureText& s) {
    end_run();
    std::string place = attribute("x", s.at.x) + attribute("y", s.at.y);
    if (s.upwards)
      place = " transform=\"translate(" + svg_number(s.at.x) + " " + svg_number(s.at.y) + ")rotate(-90)\"";
    const char* const anchor = s.align == Align::Left    ? ""
                               : s.align == Align::Right ? " text-anchor=\"end\""
                                                         : " text-anchor=\"middle\"";
    body_ += std::string("<text class=\"") + style_class(s.face) + "\"" + space_attribute(s.text) + place +
             anchor + attribute("font-size", s.size) + svg_paint("fill", s.colour) + ">" +
             svg_escaped(s.text) + "</text>\n";
  }

  void operator()(const FigureImage& s) {
    const bool vector = s.width * s.height <= kMostVectorCells &&
                        s.box.width() >= kLeastVectorCell * float(s.width) &&
                        s.box.height() >= kLeastVectorCell * float(s.height);
    vector ? add_cells(s) : add_picture(s);
  }

  void operator()(const FigureHatch& s) {
    const std::string step = svg_number(s.step), line = svg_number(s.step / 2);
    // The corners are cut off by the tile's neighbours' lines.
    std::string tile = "<pattern patternUnits=\"userSpaceOnUse\" width=\"" + step + "\" height=\"" + step +
                       "\"><path d=\"M-" + line + " " + line + "L" + line + " -" + line + "M-" + line + " " +
                       svg_number(s.step * 1.5f) + "L" + svg_number(s.step * 1.5f) + " -" + line + "M" +
                       line + " " + svg_number(s.step * 1.5f) + "L" + svg_number(s.step * 1.5f) + " " + line +
                       "\"" + stroke(s.colour, s.step * kHatchLine) + "/></pattern>\n";
    add_to_run(reference(definitions_.id('h', tile)), seen_, true);
  }

 private:
  static bool is_plain_box(const FigureShape& shape) {
    const auto* fill = std::get_if<FigureFill>(&shape);
    return std::holds_alternative<FigureHatch>(shape) || (fill && fill->rounding <= 0);
  }

  static std::string reference(const std::string& id) { return " fill=\"url(#" + id + ")\""; }

  static std::string circle(ImVec2 centre, float radius) {
    return attribute("cx", centre.x) + attribute("cy", centre.y) + attribute("r", radius);
  }

  static std::string stroke(Colour colour, float thickness) {
    return " fill=\"none\"" + svg_paint("stroke", colour) + attribute("stroke-width", thickness);
  }

  void element(const char* name, const std::string& attributes) {
    end_run();
    body_ += std::string("<") + name + attributes + "/>\n";
  }

  /// Successive boxes with the same paint become one path, except transparent boxes that may overlap.
  void add_to_run(const std::string& paint, const Box& box, bool joins) {
    if (paint != run_paint_ || !joins) end_run();
    run_paint_ = paint;
    run_ += svg_outline(box);
    if (!joins) end_run();
  }

  void end_run() {
    if (!run_.empty()) body_ += "<path d=\"" + run_ + "\"" + run_paint_ + "/>\n";
    run_.clear();
  }

  /// An empty box means: no clip.
  void use_clip(const Box& clip) {
    const std::string wanted =
        clip.empty() ? "" : definitions_.id('c', "<clipPath><rect" + rectangle(clip) + "/></clipPath>\n");
    if (wanted == clip_) return;
    end_run();
    if (!clip_.empty()) body_ += "</g>\n";
    if (!wanted.empty()) body_ += "<g clip-path=\"url(#" + wanted + ")\">\n";
    clip_ = wanted;
  }

  void add_cells(const FigureImage& s) {
    std::map<Colour, std::string> paths;
    const auto x = [&](int c) { return s.box.min.x + s.box.width() * float(c) / float(s.width); };
    const auto y = [&](int r) { return s.box.min.y + s.box.height() * float(r) / float(s.height); };
    for (int r = 0; r < s.height; ++r) {
      const Colour* const row = s.pixels.data() + static_cast<std::ptrdiff_t>(r) * s.width;
      for (int c = 0, end = 0; c < s.width; c = end) {
        for (end = c + 1; end < s.width && row[end] == row[c];) ++end;
        paths[row[c]] += svg_outline({{x(c), y(r)}, {x(end), y(r + 1)}});
      }
    }
    end_run();
    body_ += "<g shape-rendering=\"crispEdges\">\n";
    for (const auto& [colour, path] : paths)
      element("path", " d=\"" + path + "\"" + svg_paint("fill", colour));
    body_ += "</g>\n";
  }

  void add_picture(const FigureImage& s) {
    const std::string bytes = base64(encode_png(enlarged(s)));
    element("image", rectangle(s.box) +
                         " preserveAspectRatio=\"none\" image-rendering=\"optimizeSpeed\" "
                         "style=\"image-rendering:pixelated\" href=\"data:image/png;base64," +
                         bytes + "\"");
  }

  const SvgOptions& options_;
  Definitions definitions_;
  std::string body_, run_, run_paint_, clip_;
  Box seen_;  ///< of the item being written
};

}  // namespace

std::string svg(const Figure& figure, const SvgOptions& options) {
  Writer writer(options);
  for (const FigureItem& item : figure.items) writer.add(item);
  return writer.document();
}

}  // namespace attnlab
