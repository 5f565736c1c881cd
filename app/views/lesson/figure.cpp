// Pictures of parts of the program, without names and controls.
#include "app/views/lesson/figure.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "app/views/common/tensor_words.h"
#include "app/views/common/trace_matrices.h"
#include "app/views/common/view_page.h"
#include "app/views/lesson/markdown.h"
#include "app/views/runs/loss_curves.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/controls.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/heat_map/heat_map.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

/// The memories of the views in figures, by view: what the stage remembers stays the stage's.
struct FigureMemories {
  std::map<std::string, FrameMemory> of_views;
};

/// While the object lives, widgets have no names and controls are hidden.
class PictureOnly {
 public:
  explicit PictureOnly(bool hide_controls)
      : nameless_(std::exchange(widgets().nameless, true)),
        before_(widgets().hidden),
        hidden_(ImGui::GetDrawListSharedData()) {
    hidden_._ResetForNewFrame();
    hidden_.PushClipRect({0, 0}, ImGui::GetIO().DisplaySize);
    push_font_texture(hidden_);
    if (hide_controls) widgets().hidden = &hidden_;
  }
  ~PictureOnly() {
    widgets().nameless = nameless_;
    widgets().hidden = before_;
  }
  PictureOnly(const PictureOnly&) = delete;
  PictureOnly& operator=(const PictureOnly&) = delete;

 private:
  bool nameless_;
  ImDrawList* before_;
  ImDrawList hidden_;
};

void ignore_commands(const Command&) {}

void draw_missing(const std::string& words) { dim_text(words); }

void draw_tensor(const ViewModel& model, const LessonFigure& figure) {
  if (!model.trace) return draw_missing(tr("The forward pass is being recorded…"));
  const TraceTensor* const tensor = model.trace->find(figure.tensor);
  if (!tensor) return draw_missing(tr("The model on screen does not have {1}.", figure.tensor));
  const TensorSlice slice = matrix_slice(tensor, figure.head, model.trace_version);
  if (slice.empty()) return draw_missing(tr("{1} is not a matrix.", figure.tensor));
  const TensorAxes axes = tensor_labels(model, *model.trace, *tensor);
  HeatMapOptions o;
  o.title =
      fitted(fonts().ui_bold, tensor_title(*model.trace, tensor->name), ImGui::GetContentRegionAvail().x);
  o.role = tensor_role(*model.trace, tensor->name);
  o.scale = tensor_scale(*model.trace, tensor->name);
  o.rows = axes.rows.labels(axes.row_title, axes.row_role);
  o.cols = axes.cols.labels(axes.col_title, axes.col_role);
  o.rows.hidden = slice.view.rows == 1 && axes.rows.names.empty();
  o.size = {ImGui::GetContentRegionAvail().x, em() * float(figure.height)};
  o.tensor = tensor->name;
  const PictureOnly picture(false);
  heat_map("tensor", slice.view, o);
}

void draw_loss_curve(const ViewModel& model, const LessonFigure& figure) {
  const ImVec2 size{ImGui::GetContentRegionAvail().x, em() * float(figure.height)};
  if (!model.record || !model.runs || !has_curve(model))
    return draw_missing(tr("The run has not completed a step yet."));
  const PictureOnly picture(true);
  draw_loss(model, size, ignore_commands);
}

void draw_view(const ViewModel& model, const LessonFigure& figure, const Feature& kind) {
  const ViewPage& page = page_of(kind);
  const bool fits = model.trace && is_offered(kind, &model.trace->config());
  if (page.needs_pass && !fits) return draw_missing(tr("This view does not apply to the model on screen."));
  ViewModel seen = model;
  seen.memory = &model.remembered<FigureMemories>().of_views[figure.view];
  seen.figure = true;
  seen.state.view = &kind;
  seen.state.beside = nullptr;
  const PictureOnly picture(true);
  page.draw(seen, ignore_commands);
}

/// The mean colour of the pixels of `picture` that a pixel of a smaller picture covers.
std::uint32_t mean_pixel(const LessonPicture& picture, int x0, int y0, int x1, int y1) {
  std::array<std::uint64_t, 4> sum{};
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const std::uint32_t pixel =
          picture.pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                         static_cast<std::size_t>(x)];
      for (std::size_t c = 0; c < 4; ++c) sum[c] += (pixel >> (8 * c)) & 0xff;
    }
  const auto count = static_cast<std::uint64_t>(x1 - x0) * static_cast<std::uint64_t>(y1 - y0);
  std::uint32_t mean = 0;
  for (std::size_t c = 0; c < 4; ++c) mean |= static_cast<std::uint32_t>(sum[c] / count) << (8 * c);
  return mean;
}

void scale_picture(const LessonPicture& picture, int width, int height, std::span<std::uint32_t> pixels) {
  const auto edge = [](int at, int count, int all) {
    return static_cast<int>(static_cast<std::int64_t>(at) * all / count);
  };
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int x0 = edge(x, width, picture.width), y0 = edge(y, height, picture.height);
      pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x)] =
          mean_pixel(picture, x0, y0, std::max(edge(x + 1, width, picture.width), x0 + 1),
                     std::max(edge(y + 1, height, picture.height), y0 + 1));
    }
}

/// As wide as the panel, but not larger than in its file, nor higher than most panels.
void draw_own_picture(const ViewModel& model, const LessonFigure& figure) {
  const auto& pictures = model.lesson->lesson->pictures;
  const auto found = pictures.find(figure.picture);
  if (found == pictures.end())
    return draw_missing(tr("{1} is not in the folder of the lesson.", figure.picture));
  const LessonPicture& picture = *found->second;
  const auto wide = float(picture.width), high = float(picture.height);
  const float scale = std::min({1.0f, ImGui::GetContentRegionAvail().x / wide, em() * 40 / high});
  const int width = std::max(static_cast<int>(wide * scale), 1),
            height = std::max(static_cast<int>(high * scale), 1);
  const ImVec2 size{float(width), float(height)};
  const auto key = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(&picture));
  void* const texture = widgets().textures
                            ? widgets().textures->texture({key, picture.version, width, height},
                                                          [&](std::span<std::uint32_t> pixels) {
                                                            scale_picture(picture, width, height, pixels);
                                                          })
                            : nullptr;
  const Box box = reserve(size);
  if (texture) ImGui::GetWindowDrawList()->AddImage(texture_id(texture), box.min, box.max);
  tip(figure.words);
}

/// The caption, and a button for a view.
void draw_caption(const LessonFigure& figure, const Feature* kind, const Emit& emit) {
  const std::string name = "lesson.figure." + std::to_string(figure.line);
  if (!figure.caption.empty()) wrapped_text(fonts().small, theme().palette.text_dim, figure.caption);
  if (kind && text_button((name + ".open").c_str(), tr("Show this view on the stage")))
    emit({"view", {figure.view}});
}

}  // namespace

void draw_lesson_figure(const ViewModel& model, const LessonFigure& figure, const Emit& emit) {
  ImGui::PushID(figure.line);
  const auto kind = std::ranges::find(features(), figure.view, &Feature::name);
  if (kind != features().end()) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        ImVec2{std::floor(em() * 0.4f), std::floor(em() * 0.3f)});
    ImGui::BeginChild("view", {0, em() * float(figure.height)}, true,
                      ImGuiWindowFlags_AlwaysUseWindowPadding);
    ImGui::PopStyleVar();
    draw_view(model, figure, **kind);
    ImGui::EndChild();
  } else if (!figure.picture.empty()) {
    draw_own_picture(model, figure);
  } else if (!figure.tensor.empty()) {
    draw_tensor(model, figure);
  } else {
    draw_loss_curve(model, figure);
  }
  draw_caption(figure, kind == features().end() ? nullptr : *kind, emit);
  ImGui::PopID();
}

}  // namespace attnlab
