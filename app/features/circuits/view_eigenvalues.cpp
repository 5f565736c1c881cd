// Eigenvalues of what the selected head says, in the complex plane: to the right it copies, to the left it
// takes away.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/circuits/view_frame.h"
#include "app/views/common/complex_plane.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

Colour colour_by_copying(const std::complex<double>& value) {
  return value.real() < 0 ? role_colour(Role::Gradient) : series_colour(0);
}

std::string copying_words(const CircuitsFrame& frame, const ScoredHead& head) {
  const std::string score =
      std::isfinite(head.copying)
          ? "Copying score " + format_fixed(head.copying, 3) + " = Σ Re λ / Σ |λ|."
          : std::string(
                "This head adds to no logit directly, so that all λ are 0 and there is no copying score.");
  return score + " The λ of W_E·W_V·W_O·W_U over the whole vocabulary, of which at most " +
         std::to_string(frame.config.head_size()) +
         " are not 0: a positive λ makes words likelier that the head looks at, a negative one less likely, "
         "a "
         "complex pair turns some into others (Elhage et al. 2021). " +
         folded_words(frame, CircuitProduct::Says) + " At step " + format_count(frame.results.scores.step) +
         ".";
}

/// The values at the ends of the real axis.
void draw_plane_ends(const ComplexPlane& plane) {
  const std::string end = format_number(plane.most, 3);
  const float high = em() * 1.3f, y = plane.box.centre().y;
  const Box line{{plane.box.min.x + em() * 0.3f, y - high}, {plane.box.max.x - em() * 0.3f, y}};
  draw_text_in(window_canvas(), fonts().mono_small, line, theme().palette.text_dim, "−" + end, Align::Left);
  draw_text_in(window_canvas(), fonts().mono_small, line, theme().palette.text_dim, end, Align::Right);
}

std::vector<CircuitLine> eigenvalue_lines(const Eigenvalues& found) {
  std::vector<CircuitLine> lines;
  for (const std::complex<double>& value : found.values) {
    std::string name = format_fixed(value.real(), 4);
    if (value.imag() != 0)
      name += (value.imag() < 0 ? " − " : " + ") + format_fixed(std::abs(value.imag()), 4) + "i";
    lines.push_back({name, format_fixed(std::abs(value), 4)});
  }
  return lines;
}

}  // namespace

void draw_circuit_eigenvalues(const CircuitsFrame& frame) {
  const std::string_view why = why_no_copying(frame.config, *frame.model.vocabularies, frame.head);
  if (!why.empty()) return empty_note(std::string(why), "Choose another head.");
  const ScoredHead* const head = frame.scored(frame.head);
  if (!head) return draw_circuits_wait(frame, "The eigenvalues are being worked out …");
  circuit_words_line(copying_words(frame, *head));
  ImGui::Dummy({0, em() * 0.3f});
  const RestOfView rest("circuits eigenvalues", 14);
  const ImVec2 room = rest.room();
  const float side = std::floor(std::min(room.x, std::max(room.y - em(), em() * 14)));
  const ComplexPlane plane{reserve({side, side}), std::max(1e-9, head->eigenvalues.radius() * 1.15)};
  mark("circuits.eigenvalues", plane.box);
  window_canvas().push_clip(plane.box);
  draw_plane(plane);
  draw_eigen_points(plane, head->eigenvalues.values, colour_by_copying);
  draw_plane_ends(plane);
  window_canvas().pop_clip();
  const float gap = em() * 1.5f, list = std::min(em() * 20, room.x - side - gap);
  if (list > em() * 12) {
    move_cursor({plane.box.max.x + gap, plane.box.min.y});
    draw_circuit_lines("eigenvalue, magnitude", eigenvalue_lines(head->eigenvalues), list, side);
  }
}

}  // namespace attnlab
