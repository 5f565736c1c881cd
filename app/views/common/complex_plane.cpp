// Complex plane: its axes, the unit circle, and points.
#include "app/views/common/complex_plane.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"

namespace attnlab {

ImVec2 ComplexPlane::at(double real, double imaginary) const {
  const ImVec2 middle = box.centre();
  const auto scale = double(box.width() / 2) / most;
  return {middle.x + float(real * scale), middle.y - float(imaginary * scale)};
}

void draw_plane(const ComplexPlane& plane) {
  const Palette& p = theme().palette;
  const Canvas canvas = window_canvas();
  canvas.frame(plane.box, p.border);
  const ImVec2 middle = plane.box.centre();
  canvas.line({plane.box.min.x, middle.y}, {plane.box.max.x, middle.y}, p.grid);
  canvas.line({middle.x, plane.box.min.y}, {middle.x, plane.box.max.y}, p.grid);
  canvas.ring(middle, plane.length(1), p.text_dim, std::max(1.5f, em() / 10));
  const auto word = [&](ImVec2 at, const char* text) {
    draw_text(canvas, fonts().small, at, p.text_dim, text);
  };
  const float line = em() * 1.1f;
  const char* const real = tr("real");
  word({plane.box.max.x - text_size(fonts().small, real).x - em() * 0.3f, middle.y + 2}, real);
  word({middle.x + em() * 0.3f, plane.box.min.y + 2}, tr("imaginary"));
  if (plane.length(1) < line) return;  // no room for names of the circle
  word({plane.at(1, 0).x + em() * 0.2f, middle.y - line}, "1");
  word({middle.x + em() * 0.25f, plane.at(0, 1).y - line}, "i");
}

void draw_eigen_points(const ComplexPlane& plane, std::span<const std::complex<double>> values,
                       Colour (*colour)(const std::complex<double>& value)) {
  const float radius = std::max(2.0f, em() * 0.2f);
  for (const std::complex<double>& value : values) {
    const ImVec2 at = plane.at(value.real(), value.imag());
    window_canvas().disc(at, radius, colour(value));
  }
  if (!ImGui::IsMouseHoveringRect(plane.box.min, plane.box.max)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto distance = [&](const std::complex<double>& value) {
    const ImVec2 at = plane.at(value.real(), value.imag());
    return std::hypot(at.x - mouse.x, at.y - mouse.y);
  };
  const auto nearest = std::ranges::min_element(values, {}, distance);
  if (nearest == values.end() || distance(*nearest) > radius * 3) return;
  window_canvas().ring(plane.at(nearest->real(), nearest->imag()), radius * 1.8f, theme().palette.accent,
                       1.5f);
  begin_tooltip();
  value_line("λ", format_fixed(nearest->real(), 4) + (nearest->imag() < 0 ? " − " : " + ") +
                      format_fixed(std::abs(nearest->imag()), 4) + " i");
  value_line("|λ|", format_fixed(std::abs(*nearest), 4));
  end_tooltip();
}

}  // namespace attnlab
