// Eigenvalues of the recurrent weights in the complex plane, with the unit circle, and the spectral radius
// over training.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/views/common/past_steps.h"
#include "app/views/recurrence/frame.h"
#include "app/views/training/step_plot.h"
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

/// The complex plane in a square box.
struct ComplexPlane {
  Box box;
  double most;  ///< the value at the edges
  ImVec2 at(double real, double imaginary) const {
    const ImVec2 middle = box.centre();
    const auto scale = static_cast<double>(box.width() / 2) / most;
    return {middle.x + static_cast<float>(real * scale), middle.y - static_cast<float>(imaginary * scale)};
  }
  float length(double value) const { return static_cast<float>(value / most) * box.width() / 2; }
};

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
  word({plane.box.max.x - text_size(fonts().small, "real").x - em() * 0.3f, middle.y + 2}, "real");
  word({middle.x + em() * 0.3f, plane.box.min.y + 2}, "imaginary");
  word({plane.at(1, 0).x + em() * 0.2f, middle.y - line}, "1");
  word({middle.x + em() * 0.25f, plane.at(0, 1).y - line}, "i");
}

void draw_eigen_points(const ComplexPlane& plane, const Eigenvalues& found) {
  const float radius = std::max(2.0f, em() * 0.2f);
  for (const std::complex<double>& value : found.values) {
    const ImVec2 at = plane.at(value.real(), value.imag());
    const Colour colour = std::abs(value) > 1 ? role_colour(Role::Gradient) : series_colour(0);
    window_canvas().disc(at, radius, colour);
  }
  if (!ImGui::IsMouseHoveringRect(plane.box.min, plane.box.max)) return;
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const auto distance = [&](const std::complex<double>& value) {
    const ImVec2 at = plane.at(value.real(), value.imag());
    return std::hypot(at.x - mouse.x, at.y - mouse.y);
  };
  const auto nearest = std::ranges::min_element(found.values, {}, distance);
  if (nearest == found.values.end() || distance(*nearest) > radius * 3) return;
  window_canvas().ring(plane.at(nearest->real(), nearest->imag()), radius * 1.8f, theme().palette.accent,
                       1.5f);
  begin_tooltip();
  value_line("λ", format_fixed(nearest->real(), 4) + (nearest->imag() < 0 ? " − " : " + ") +
                      format_fixed(std::abs(nearest->imag()), 4) + " i");
  value_line("|λ|", format_fixed(std::abs(*nearest), 4));
  end_tooltip();
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
  for (const RadiiAtStep& each : frame.results.radii)
    if (gate < each.radii.size()) {
      steps.push_back(static_cast<double>(each.step));
      radii.push_back(each.radii[gate]);
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
  draw_eigen_points(plane, found);
  if (beside) ImGui::SetCursorScreenPos({plane.box.max.x + em() * 1.5f, plane.box.min.y});
  ImGui::BeginGroup();
  draw_radii(frame, gate, {beside ? std::min(room.x - side - em() * 1.5f, em() * 60) : room.x, em() * 16});
  ImGui::EndGroup();
  ImGui::EndChild();
}

}  // namespace attnlab
