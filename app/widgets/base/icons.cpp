// Icons drawn with lines and triangles, so that they are sharp at every size.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/widgets/base/controls.h"
#include "core/config/no_such_kind.h"

namespace attnlab {
namespace {

/// Draws in a square from −1 to 1 around a centre.
struct Pen {
  Canvas canvas;
  ImVec2 centre;
  float unit;
  Colour colour;
  float width;

  ImVec2 at(float x, float y) const { return {centre.x + x * unit, centre.y + y * unit}; }

  void line(float x0, float y0, float x1, float y1) const {
    canvas.line(at(x0, y0), at(x1, y1), colour, width);
  }

  void path(std::initializer_list<ImVec2> points, PathEnds ends = PathEnds::Open) const {
    for (const ImVec2& p : points) canvas.line_to(at(p.x, p.y));
    canvas.stroke(colour, width, ends);
  }

  void triangle(float x0, float y0, float x1, float y1, float x2, float y2) const {
    canvas.triangle(at(x0, y0), at(x1, y1), at(x2, y2), colour);
  }

  void bar(float x0, float y0, float x1, float y1) const {
    canvas.fill({at(x0, y0), at(x1, y1)}, colour, unit * 0.12f);
  }

  void ring(float radius) const { canvas.ring(centre, radius * unit, colour, width); }
  void disc(float radius) const { canvas.disc(centre, radius * unit, colour); }

  void arc(float radius, float from, float to) const {
    canvas.arc(centre, radius * unit, from, to);
    canvas.stroke(colour, width);
  }
};

constexpr float kPi = std::numbers::pi_v<float>;

void right_triangle(const Pen& pen, float x0, float x1, float half) {
  pen.triangle(x0, -half, x1, 0, x0, half);
}
void left_triangle(const Pen& pen, float x0, float x1, float half) {
  pen.triangle(x1, -half, x1, half, x0, 0);
}

void sun(const Pen& pen) {
  pen.disc(0.38f);
  for (int i = 0; i < 8; ++i) {
    const float angle = kPi * float(i) / 4, c = std::cos(angle), s = std::sin(angle);
    pen.line(0.6f * c, 0.6f * s, 0.92f * c, 0.92f * s);
  }
}

/// A crescent: most of a circle, and back along a smaller one that cuts it.
void moon(const Pen& pen) {
  constexpr int pieces = 24;
  for (int i = 0; i <= pieces; ++i) {
    const float angle = std::lerp(0.218f, 4.728f, float(i) / pieces);
    pen.canvas.line_to(pen.at(0.8f * std::cos(angle), 0.8f * std::sin(angle)));
  }
  for (int i = 1; i < pieces; ++i) {
    const float angle = std::lerp(4.079f, 0.868f, float(i) / pieces);
    pen.canvas.line_to(pen.at(0.38f + 0.62f * std::cos(angle), -0.3f + 0.62f * std::sin(angle)));
  }
  pen.canvas.stroke(pen.colour, pen.width, PathEnds::Closed);
}

void gear(const Pen& pen) {
  pen.ring(0.55f);
  pen.ring(0.2f);
  for (int i = 0; i < 8; ++i) {
    const float angle = kPi * (float(i) + 0.5f) / 4, c = std::cos(angle), s = std::sin(angle);
    pen.line(0.58f * c, 0.58f * s, 0.88f * c, 0.88f * s);
  }
}

/// Most of a circle with an arrow head at its start.
void round_arrow(const Pen& pen, bool clockwise) {
  const float side = clockwise ? 1.0f : -1.0f;
  clockwise ? pen.arc(0.68f, -0.25f * kPi, 1.35f * kPi) : pen.arc(0.68f, -0.35f * kPi, 1.25f * kPi);
  pen.triangle(side * 0.08f, -0.52f, side * 0.86f, -0.86f, side * 0.86f, -0.1f);
}

void hooked_arrow(const Pen& pen, float side) {
  pen.path({{side * -0.8f, 0.62f},
            {side * -0.8f, 0.2f},
            {side * -0.62f, -0.1f},
            {side * -0.3f, -0.2f},
            {side * 0.4f, -0.2f}});
  pen.triangle(side * 0.25f, -0.72f, side * 0.85f, -0.2f, side * 0.25f, 0.32f);
}

void folder(const Pen& pen) {
  pen.path(
      {{-0.85f, 0.65f}, {-0.85f, -0.6f}, {-0.25f, -0.6f}, {-0.02f, -0.35f}, {0.85f, -0.35f}, {0.85f, 0.65f}},
      PathEnds::Closed);
}

void floppy(const Pen& pen) {
  pen.path({{-0.75f, -0.75f}, {0.45f, -0.75f}, {0.75f, -0.45f}, {0.75f, 0.75f}, {-0.75f, 0.75f}},
           PathEnds::Closed);
  pen.bar(-0.4f, 0.15f, 0.4f, 0.75f);
  pen.bar(-0.35f, -0.75f, 0.2f, -0.35f);
}

/// A window in two halves.
void split(const Pen& pen) {
  pen.path({{-0.85f, -0.65f}, {0.85f, -0.65f}, {0.85f, 0.65f}, {-0.85f, 0.65f}}, PathEnds::Closed);
  pen.line(0, -0.65f, 0, 0.65f);
}

/// A flag.
void pin(const Pen& pen) {
  pen.line(-0.45f, -0.8f, -0.45f, 0.85f);
  pen.path({{-0.45f, -0.75f}, {0.7f, -0.75f}, {0.4f, -0.35f}, {0.7f, 0.05f}, {-0.45f, 0.05f}},
           PathEnds::Closed);
}

/// A line with a branch.
void branch(const Pen& pen) {
  pen.line(-0.45f, -0.4f, -0.45f, 0.4f);
  pen.path({{-0.45f, 0.25f}, {-0.35f, 0.0f}, {0.35f, -0.05f}, {0.45f, -0.25f}});
  for (const ImVec2 at : {ImVec2{-0.45f, -0.62f}, ImVec2{-0.45f, 0.62f}, ImVec2{0.45f, -0.48f}})
    pen.canvas.ring(pen.at(at.x, at.y), 0.22f * pen.unit, pen.colour, pen.width);
}

void camera(const Pen& pen) {
  pen.path({{-0.9f, -0.4f},
            {-0.42f, -0.4f},
            {-0.25f, -0.66f},
            {0.25f, -0.66f},
            {0.42f, -0.4f},
            {0.9f, -0.4f},
            {0.9f, 0.66f},
            {-0.9f, 0.66f}},
           PathEnds::Closed);
  pen.canvas.ring(pen.at(0, 0.12f), 0.33f * pen.unit, pen.colour, pen.width);
}

void eye(const Pen& pen, bool crossed) {
  for (float side : {-1.0f, 1.0f}) {
    pen.canvas.line_to(pen.at(-0.92f, 0));
    pen.canvas.cubic_to(pen.at(-0.4f, side * 0.72f), pen.at(0.4f, side * 0.72f), pen.at(0.92f, 0));
    pen.canvas.stroke(pen.colour, pen.width);
  }
  pen.disc(0.26f);
  if (crossed) pen.line(-0.7f, 0.75f, 0.7f, -0.75f);
}

void magnifier(const Pen& pen) {
  pen.canvas.ring(pen.at(-0.18f, -0.18f), 0.52f * pen.unit, pen.colour, pen.width);
  pen.line(0.2f, 0.2f, 0.78f, 0.78f);
}

void information(const Pen& pen) {
  pen.ring(0.85f);
  pen.bar(-0.09f, -0.1f, 0.09f, 0.5f);
  pen.bar(-0.1f, -0.5f, 0.1f, -0.3f);
}

void draw_transport_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::Play: return right_triangle(pen, -0.55f, 0.8f, 0.8f);
    case Icon::Pause: return pen.bar(-0.6f, -0.72f, -0.18f, 0.72f), pen.bar(0.18f, -0.72f, 0.6f, 0.72f);
    case Icon::StepForward:
      return right_triangle(pen, -0.65f, 0.4f, 0.65f), pen.bar(0.45f, -0.65f, 0.68f, 0.65f);
    case Icon::StepBack:
      return left_triangle(pen, -0.4f, 0.65f, 0.65f), pen.bar(-0.68f, -0.65f, -0.45f, 0.65f);
    case Icon::First:
      return left_triangle(pen, -0.55f, 0.2f, 0.6f), left_triangle(pen, 0.1f, 0.85f, 0.6f),
             pen.bar(-0.82f, -0.6f, -0.62f, 0.6f);
    case Icon::Last:
      return right_triangle(pen, -0.85f, -0.1f, 0.6f), right_triangle(pen, -0.2f, 0.55f, 0.6f),
             pen.bar(0.62f, -0.6f, 0.82f, 0.6f);
    default: no_such_kind("icon");
  }
}

void draw_sign_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::Plus: return pen.line(-0.65f, 0, 0.65f, 0), pen.line(0, -0.65f, 0, 0.65f);
    case Icon::Minus: return pen.line(-0.65f, 0, 0.65f, 0);
    case Icon::Close: return pen.line(-0.5f, -0.5f, 0.5f, 0.5f), pen.line(-0.5f, 0.5f, 0.5f, -0.5f);
    case Icon::Menu:
      return pen.line(-0.7f, -0.5f, 0.7f, -0.5f), pen.line(-0.7f, 0, 0.7f, 0),
             pen.line(-0.7f, 0.5f, 0.7f, 0.5f);
    case Icon::ChevronLeft: return pen.path({{0.3f, -0.6f}, {-0.3f, 0}, {0.3f, 0.6f}});
    case Icon::ChevronRight: return pen.path({{-0.3f, -0.6f}, {0.3f, 0}, {-0.3f, 0.6f}});
    case Icon::ChevronDown: return pen.path({{-0.6f, -0.3f}, {0, 0.3f}, {0.6f, -0.3f}});
    case Icon::ChevronUp: return pen.path({{-0.6f, 0.3f}, {0, -0.3f}, {0.6f, 0.3f}});
    case Icon::Check: return pen.path({{-0.7f, 0.05f}, {-0.2f, 0.55f}, {0.75f, -0.55f}});
    default: no_such_kind("icon");
  }
}

void draw_object_icon(const Pen& pen, Icon icon) {
  switch (icon) {
    case Icon::Reset: return round_arrow(pen, true);
    case Icon::Undo: return hooked_arrow(pen, -1);
    case Icon::Redo: return hooked_arrow(pen, 1);
    case Icon::Sun: return sun(pen);
    case Icon::Moon: return moon(pen);
    case Icon::Gear: return gear(pen);
    case Icon::Folder: return folder(pen);
    case Icon::Save: return floppy(pen);
    case Icon::Camera: return camera(pen);
    case Icon::Eye: return eye(pen, false);
    case Icon::EyeOff: return eye(pen, true);
    case Icon::Search: return magnifier(pen);
    case Icon::Split: return split(pen);
    case Icon::Pin: return pin(pen);
    case Icon::Branch: return branch(pen);
    case Icon::Info: return information(pen);
    default: no_such_kind("icon");
  }
}

}  // namespace

void draw_icon(Canvas canvas, Icon icon, const Box& box, Colour colour) {
  const float unit = std::min({box.width(), box.height(), em() * 1.9f}) * 0.27f;
  const Pen pen{canvas, box.centre(), unit, colour, std::max(1.0f, unit * 0.24f)};
  if (icon <= Icon::Last) return draw_transport_icon(pen, icon);
  const bool sign = icon == Icon::Plus || icon == Icon::Minus || icon == Icon::Close || icon == Icon::Menu ||
                    icon == Icon::ChevronLeft || icon == Icon::ChevronRight || icon == Icon::ChevronDown ||
                    icon == Icon::ChevronUp || icon == Icon::Check;
  sign ? draw_sign_icon(pen, icon) : draw_object_icon(pen, icon);
}

}  // namespace attnlab
