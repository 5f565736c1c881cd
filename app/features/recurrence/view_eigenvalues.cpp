// Eigenvalues of the recurrent weights in the complex plane, with the unit circle, and the spectral radius
// over training.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/recurrence/view_frame.h"
#include "app/views/common/complex_plane.h"
#include "app/views/runs/past_steps.h"
#include "app/views/runs/step_plot.h"
#include "app/widgets/base/controls.h"

namespace attnlab {

namespace {

void draw_matrix_choice(const RecurrenceFrame& frame, std::size_t gate) {
  const CellKind& kind = frame.kind();
  if (kind.gates.size() < 2) return;
  std::vector<std::string> names;
  std::vector<const char*> titles;
  for (const CellGate& each : kind.gates) names.push_back("U of the " + std::string(each.weights.title));
  for (const std::string& name : names) titles.push_back(name.c_str());
  int at = static_cast<int>(gate);
  if (segmented("recurrence.matrix", titles, at)) frame.choose("gate", std::to_string(at));
}

Colour colour_by_circle(const std::complex<double>& value) {
  return std::abs(value) > 1 ? role_colour(Role::Gradient) : series_colour(0);
}

std::string eigenvalue_words(const RecurrenceFrame& frame, const Eigenvalues& found, std::size_t gate) {
  const std::string letter(frame.kind().gates[gate].makes.symbol);
  std::string words = "Spectral radius " + format_fixed(found.radius(), 3) + ": the largest |λ| of U_" +
                      letter + ". Outside the unit circle: " + std::to_string(found.outside()) + " of " +
                      std::to_string(found.values.size()) + " eigenvalues, at step " +
                      format_count(frame.results.eigenvalues.step) + ".";
  if (!frame.kind().memory.has_gates())
    return words +
           " A step back multiplies the gradient by Uᵀ and by the slope of the function, at most 1: with "
           "all |λ| well under 1 it vanishes over many steps, and with |λ| over 1 it can explode.";
  return words +
         " In this cell the gradient has another way back, through the gate that keeps: its U alone does "
         "not decide whether it vanishes.";
}

void draw_radii(const RecurrenceFrame& frame, std::size_t gate, ImVec2 size) {
  std::vector<double> steps, radii;
  for (const AtStep<CellEigenvalues>& at : frame.results.course)
    if (gate < at.value->gates.size()) {
      steps.push_back(static_cast<double>(at.step));
      radii.push_back(at.value->gates[gate].radius());
    }
  if (steps.size() < 2) return;
  const Box title = reserve({size.x, std::ceil(em() * 1.4f)});
  draw_text_in(window_canvas(), fonts().ui_bold, title, theme().palette.text,
               "Spectral radius over training");
  tip_term("spectral radius", title);
  const std::vector<double> ends{steps.front(), steps.back()}, one{1, 1};
  const Series series[] = {{.name = "spectral radius", .x = steps, .y = radii, .points = true},
                           {.name = "unit circle", .x = ends, .y = one, .thickness = 1}};
  step_plot(frame.model, "radii", series,
            {.y_title = "|λ|", .size = size, .y_lo = 0, .target = "recurrence.radii"}, frame.emit);
}

}  // namespace

void draw_recurrence_eigenvalues(const RecurrenceFrame& frame) {
  const std::size_t gate = eigenvalue_gate(frame.choice, frame.kind());
  if (frame.cell().units() > kMostEigenUnits)
    return empty_note("Eigenvalues are worked out for " + std::to_string(kMostEigenUnits) + " units at most.",
                      "This cell has " + std::to_string(frame.cell().units()) + ".");
  draw_matrix_choice(frame, gate);
  const CellEigenvalues* const known = frame.results.eigenvalues.value.get();
  if (!known || !(known->cell == frame.cell().place) || gate >= known->gates.size())
    return draw_recurrence_words(frame.results.error.empty()
                                     ? "The eigenvalues are being worked out …"
                                     : "This could not be worked out: " + frame.results.error);
  const Eigenvalues& found = known->gates[gate];
  draw_recurrence_words(eigenvalue_words(frame, found, gate));
  ImGui::Dummy({0, em() * 0.3f});
  ImGui::BeginChild("recurrence eigenvalues", {0, 0}, false, ImGuiWindowFlags_NoBackground);
  const ImVec2 room{ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize,
                    ImGui::GetContentRegionAvail().y};
  const bool beside = room.x > room.y + em() * 24;
  const float side =
      std::floor(std::min(beside ? room.y - em() : room.x, std::max(room.y - em(), em() * 16)));
  const ComplexPlane plane{reserve({side, side}), std::max(1.15, found.radius() * 1.08)};
  mark("recurrence.eigenvalues", plane.box);
  draw_plane(plane);
  draw_eigen_points(plane, found.values, colour_by_circle);
  if (beside) move_cursor({plane.box.max.x + em() * 1.5f, plane.box.min.y});
  ImGui::BeginGroup();
  draw_radii(frame, gate, {beside ? std::min(room.x - side - em() * 1.5f, em() * 60) : room.x, em() * 16});
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
