// Pixels, patches and attention over them.
#include "app/views/common/picture_view.h"

#include <algorithm>
#include <cmath>

#include "app/base/format.h"
#include "app/state/token_selection.h"
#include "app/views/common/stage_frame.h"
#include "app/views/common/trace_matrices.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "core/language/messages.h"
#include "core/models/architecture_kind.h"

namespace attnlab {
namespace {

constexpr Index kMostPixels = 64;  // rectangles along a side; of a larger picture, every n-th pixel is drawn

/// Brightness by place, row by row and channel by channel.
struct Pixels {
  std::span<const Real> cells;
  Index channels, height, width;

  float light(Index channel, Index y, Index x) const {
    const Index plane = std::min(channel, channels - 1);
    return float(cells[(plane * height + y) * width + x]);
  }
  Colour colour(Index y, Index x) const {
    const auto byte = [&](Index c) { return static_cast<int>(std::lround(light(c, y, x) * 255)); };
    return IM_COL32(byte(0), byte(1), byte(2), 255);
  }
};

/// How the picture on screen is cut into patches.
struct Patches {
  Index across;   ///< along a side
  Index skipped;  ///< positions before the first patch

  /// Of a model that reads patches.
  explicit Patches(const Trace& trace)
      : across(trace.config().picture_size / trace.config().patch_size),
        skipped(has_class_token(trace.config()) ? 1 : 0) {}
};

Box part(const Box& box, Index row, Index column, Index count) {
  const auto at = [&](float from, float length, Index i) {
    return std::round(from + length * float(i) / float(count));
  };
  return {{at(box.min.x, box.width(), column), at(box.min.y, box.height(), row)},
          {at(box.min.x, box.width(), column + 1), at(box.min.y, box.height(), row + 1)}};
}

void draw(const Pixels& pixels, const Box& box) {
  const Index step = (pixels.width + kMostPixels - 1) / kMostPixels;
  const Index count = pixels.width / step;
  const Canvas canvas = window_canvas();
  FigureImage image{box, static_cast<int>(count), static_cast<int>(count), {}};
  for (Index y = 0; y < count; ++y)
    for (Index x = 0; x < count; ++x) {
      const Colour colour = pixels.colour(y * step, x * step);
      canvas.unrecorded().fill(part(box, y, x, count), colour);
      if (canvas.records()) image.pixels.push_back(colour);
    }
  canvas.record(std::move(image));
}

/// The selected query's attention to every position; empty if the trace has none.
std::vector<float> attention_row(const ViewModel& model) {
  const Selection& s = model.state.selection;
  const TensorSlice weights =
      matrix_slice(model.trace->find(stage_tensor(s, Stage::Softmax)), s.head, model.trace_version);
  std::vector<float> row;
  for (int key = 0; s.query < weights.view.rows && key < weights.view.cols; ++key)
    row.push_back(weights.view.at(static_cast<int>(s.query), key));
  return row;
}

/// Which of a selected attention's two sides are patches.
struct PatchSides {
  bool queries = false, keys = false;
};

PatchSides patch_sides(const ViewModel& model) {
  const ModelConfig& config = model.trace->config();
  if (!architecture_of(config).reads_patches() || attentions_of(config).empty()) return {};
  const AttentionKind attention = model.state.selection.attention;
  return {queries_are_source(attention), keys_are_source(attention)};
}

/// Darkens patches without attention.
void draw_attention(const ViewModel& model, const Patches& cut, const Box& box) {
  const std::vector<float> row = attention_row(model);
  const auto patches = static_cast<std::size_t>(cut.across * cut.across),
             first = static_cast<std::size_t>(cut.skipped);
  if (row.size() != patches + first) return;
  const float most = *std::max_element(row.begin() + as_offset(cut.skipped), row.end());
  const Canvas canvas = window_canvas();
  for (std::size_t p = 0; p < patches && most > 0; ++p) {
    const auto place = static_cast<Index>(p);
    const Box cell = part(box, place / cut.across, place % cut.across, cut.across);
    canvas.fill(cell, faded(IM_COL32(0, 0, 0, 255), 0.9f * (1 - row[first + p] / most)));
  }
}

void patch_tip(const ViewModel& model, Index row, Index column, Index position, bool key) {
  begin_tooltip();
  value_line(tr("patch"), std::to_string(row) + "," + std::to_string(column));
  const std::vector<float> shares = attention_row(model);
  if (key && position < count_of(shares))
    value_line(tr("attention"), format_number(double(shares[position]), widgets().digits), Role::Key);
  end_tooltip();
}

/// Patches as buttons, the selected one outlined.
void draw_patches(const ViewModel& model, const Patches& cut, const Box& box, TokenRole role,
                  const Emit& emit) {
  const bool key = role == TokenRole::Key;
  const Selection& s = model.state.selection;
  const Canvas canvas = window_canvas();
  const char* const name = key ? "picture.key" : "picture.query";
  for (Index row = 0; row < cut.across; ++row) {
    for (Index column = 0; column < cut.across; ++column) {
      const Box cell = part(box, row, column, cut.across);
      const Index position = cut.skipped + row * cut.across + column;
      const std::string target = name + ("[" + std::to_string(row) + "," + std::to_string(column) + "]");
      move_cursor(cell.min);
      if (ImGui::InvisibleButton(target.c_str(), cell.size()))
        emit({key ? "select.key" : "select.query", {std::to_string(position)}});
      mark(target, cell);
      if (ImGui::IsItemHovered()) patch_tip(model, row, column, position, key);
      canvas.frame(cell, faded(theme().palette.grid, 0.6f));
    }
  }
  const Index chosen = (key ? s.key : s.query) - cut.skipped;
  if (chosen < 0 || chosen >= cut.across * cut.across) return;
  draw_outline(canvas, grown(part(box, chosen / cut.across, chosen % cut.across, cut.across), -1),
               role_text(key ? Role::Key : Role::Query), std::max(1.5f, em() / 8));
}

/// The picture's number, with arrows to other pictures; `right` becomes its right end. Returns the line's
/// height.
float draw_chooser(const ViewModel& model, ImVec2 at, float& right, const Emit& emit) {
  const Index count = static_cast<Index>(model.pictures->size()), now = model.state.picture;
  const ModelConfig& config = model.trace->config();
  const bool own = model.state.own.fits(config.picture_size, config.picture_channels);
  move_cursor(at);
  if (icon_button("picture.previous", Icon::ChevronLeft,
                  own ? tr("Back to the pictures of the task") : tr("Previous picture"),
                  {.enabled = own ? count > 0 : now > 0}))
    emit({"select.picture", {std::to_string(own ? now : now - 1)}});
  ImGui::SameLine(0, em() * 0.3f);
  if (icon_button("picture.next", Icon::ChevronRight, tr("Next picture"), {.enabled = now + 1 < count}))
    emit({"select.picture", {std::to_string(now + 1)}});
  ImGui::SameLine(0, em() * 0.6f);
  const std::string words = own ? fitted(fonts().ui, model.state.own.words(), em() * 24)
                                : tr("picture {1} of {2}", std::to_string(now + 1), std::to_string(count));
  const Box box = reserve({std::ceil(text_size(fonts().ui, words).x) + 1, ImGui::GetFrameHeight()});
  draw_text_in(window_canvas(), fonts().ui, box, theme().palette.text_dim, words);
  right = box.max.x;
  if (!has_class_token(config)) return ImGui::GetFrameHeight();
  ImGui::SameLine(0, em());
  if (text_button("picture.class", "[CLS]",
                  tr("Selects the class vector as the query: its attention shows where the class comes from"),
                  {.toggled = model.state.selection.query == 0}))
    emit({"select.query", {"0"}});
  return ImGui::GetFrameHeight();
}

}  // namespace

void draw_pixels(const Picture& picture, const Box& box) {
  draw({picture.pixels, picture.channels, picture.height, picture.width}, box);
}

DrawnPicture draw_picture(const ViewModel& model, ImVec2 at, float side, const Emit& emit) {
  const Batch& batch = model.trace->batch();
  const PatchSides sides = patch_sides(model);
  float widest = at.x;
  const float gap = em() * 0.5f, y = at.y + draw_chooser(model, at, widest, emit) + em() * 0.4f;
  const Box left = box_at({at.x, y}, {side, side}), right = box_at({at.x + side + gap, y}, {side, side});
  const Pixels pixels{batch.pictures, batch.channels, batch.height, batch.width};
  draw(pixels, left);
  if (sides.queries) draw_patches(model, Patches(*model.trace), left, TokenRole::Query, emit);
  if (!sides.keys) return {{at, left.max}, std::max(left.max.x, widest)};
  const Patches cut(*model.trace);
  draw(pixels, right);
  draw_attention(model, cut, right);
  draw_patches(model, cut, right, TokenRole::Key, emit);
  return {{at, right.max}, std::max(right.max.x, widest)};
}

}  // namespace attnlab
