// Eigenvalues of what the selected head says, in the complex plane: to the right it copies, to the left it
// takes away.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/circuits/frame.h"
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
         folded_words(frame, false) + " At step " + format_count(frame.results.scores.step) + ".";
}

}  // namespace

void draw_circuit_eigenvalues(const CircuitsFrame& frame) {
  const std::string_view why = why_no_copying(frame.config, *frame.model.vocabularies, frame.head);
  if (!why.empty()) return empty_note(std::string(why), "Choose another head.");
  const ScoredHead* const head = frame.scored(frame.head);
  if (!head) return draw_circuits_wait(frame, "The eigenvalues are being worked out …");
  circuit_words_line(copying_words(frame, *head));
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("circuits eigenvalues", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float side =
      std::floor(std::min(room.x - ImGui::GetStyle().ScrollbarSize, std::max(room.y - em(), em() * 14)));
  const ComplexPlane plane{reserve({side, side}), std::max(1e-9, head->eigenvalues.radius() * 1.15)};
  mark("circuits.eigenvalues", plane.box);
  window_canvas().push_clip(plane.box);
  draw_plane(plane);
  draw_eigen_points(plane, head->eigenvalues.values, colour_by_copying);
  window_canvas().pop_clip();
  ImGui::EndChild();
}

}  // namespace attnlab
