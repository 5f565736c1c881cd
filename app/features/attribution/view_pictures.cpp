// Attributions of patches, drawn over the image, one image per method.
#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/features/attribution/view_frame.h"
#include "app/views/common/hover.h"
#include "app/views/common/picture_layer.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/heat_map/heat_map_layout.h"
#include "app/widgets/heat_map/legend.h"
#include "core/language/messages.h"

namespace attnlab {

namespace {

constexpr float kStrongestCover = 0.86f;

/// The patches of one method.
struct CoveredPicture {
  const MethodValues& method;
  const AttributedInput& input;
  std::size_t first;  ///< number of the input's first value
  double most;        ///< the largest magnitude

  double value(Index row) const { return method.values[first + static_cast<std::size_t>(row)]; }
};

double largest_magnitude(const MethodValues& method, std::size_t first, Index rows) {
  double most = 0;
  for (Index row = 0; row < rows; ++row)
    most = std::max(most, std::abs(method.values[first + static_cast<std::size_t>(row)]));
  return most;
}

ValueRange cover_range(const CoveredPicture& picture) {
  const auto most = float(picture.most);
  return {picture.method.method->is_signed ? -most : 0, most};
}

void draw_signed_cover(const AttributionFrame& frame, const CoveredPicture& picture, const Box& box) {
  const Canvas canvas = window_canvas();
  for (Index row = 0; row < picture.input.rows() && picture.most > 0; ++row) {
    const double value = picture.value(row);
    const double sign = value < 0 ? -picture.most : picture.most;
    const Colour colour =
        value_colour(float(sign), {-float(picture.most), float(picture.most)}, Scale::Diverging);
    const auto strength = float(std::abs(value) / picture.most);
    canvas.fill(patch_box(box, *frame.grid, *frame.grid->patch_at(picture.input.first + row)),
                faded(colour, kStrongestCover * strength));
  }
}

/// The values in figures, in patches with room for them.
void draw_signed_numbers(const AttributionFrame& frame, const CoveredPicture& picture, const Box& box) {
  const ImVec2 number = text_size(fonts().mono_small, "−0.88");
  const float wide = std::ceil(number.x + em() * 0.3f), high = std::ceil(number.y);
  if (box.width() / float(frame.grid->columns) < wide * 1.1f) return;
  const Canvas canvas = window_canvas();
  for (Index row = 0; row < picture.input.rows(); ++row) {
    const Box cell = patch_box(box, *frame.grid, *frame.grid->patch_at(picture.input.first + row));
    const Box chip = box_at({cell.min.x + em() * 0.1f, cell.max.y - high - em() * 0.1f}, {wide, high});
    canvas.fill(chip, IM_COL32(0, 0, 0, 150), em() * 0.15f);
    draw_text_in(canvas, fonts().mono_small, chip, IM_COL32(255, 255, 255, 255),
                 format_number(picture.value(row), 2), Align::Centre, Cut::Meant);
  }
}

void tie_attributed_patches(const AttributionFrame& frame, const AttributedInput& input, const Box& box) {
  for (Index row = 0; row < input.rows(); ++row) {
    const Index at = input.first + row;
    const Box patch = patch_box(box, *frame.grid, *frame.grid->patch_at(at));
    hover_grid({.box = patch, .query_source = true, .first_query = static_cast<int>(at)});
    if (hovered().on({true, static_cast<int>(at)}))
      window_canvas().frame(patch, theme().palette.text, 0, 1.5f);
  }
}

void draw_covered_picture(const AttributionFrame& frame, const CoveredPicture& picture, const Box& box) {
  draw_face(picture_face(frame.trace), box);
  draw_signed_cover(frame, picture, box);
  draw_patch_lines(*frame.grid, box);
  draw_signed_numbers(frame, picture, box);
  const PickedPatch picked =
      pick_patch("attribution." + std::string(picture.method.method->name), box, *frame.grid);
  tie_attributed_patches(frame, picture.input, box);
  draw_legend(window_canvas(), box_at({box.min.x, box.max.y + em() * 0.3f}, {box.width(), legend_height()}),
              cover_range(picture), {.scale = Scale::Diverging, .mode = RangeMode::Symmetric}, NAN);
  if (!picked.hovered) return;
  const Index row = frame.grid->position(*picked.hovered) - picture.input.first;
  draw_attribution_tip(frame, picture.method,
                       {picture.first + static_cast<std::size_t>(row), &picture.input, row});
}

/// Draws the images of one input, as many side by side as fit.
void draw_pictures_of(const AttributionFrame& frame, const AttributedInput& input, std::size_t first,
                      float width) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const auto& methods = frame.attribution->methods;
  const float gap = em(), title = std::ceil(em() * 1.5f), below = legend_height() + em() * 1.1f;
  const auto columns = float(methods.size());
  const float side =
      std::floor(std::clamp((width - gap * (columns - 1)) / columns, em() * kLeastLegend, em() * 19));
  ImVec2 at = start;
  for (const MethodValues& method : methods) {
    if (at.x > start.x && at.x + side > start.x + width + 1) at = {start.x, at.y + title + side + below};
    const Box head = box_at(at, {side, title});
    draw_text_in(window_canvas(), fonts().ui_bold, head, theme().palette.text, tr(method.method->title));
    tip_term(method.method->term, head);
    const Box box = box_at({at.x, at.y + title}, {side, side});
    if (method.values.empty())
      draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, "…", Align::Centre);
    else
      draw_covered_picture(frame, {method, input, first, largest_magnitude(method, first, input.rows())},
                           box);
    at.x += side + gap;
  }
  move_cursor(start);
  ImGui::Dummy({width, at.y + title + side + below - start.y});
}

}  // namespace

void draw_attribution_pictures(const AttributionFrame& frame, float width) {
  std::size_t first = 0;
  for (const AttributedInput& input : frame.attribution->inputs) {
    if (frame.is_drawn(input)) draw_pictures_of(frame, input, first, width);
    first += static_cast<std::size_t>(input.rows());
  }
}

}  // namespace attnlab
