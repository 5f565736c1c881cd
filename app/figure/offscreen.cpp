// Off-screen drawing: a separate ImGui context, with triangles painted by the rasterizer.
#include "app/figure/offscreen.h"
// Only ImGui's internal header says which windows scroll.
#include <imgui_internal.h>

#include <cmath>
#include <memory>

#include "app/figure/bounds.h"
#include "app/figure/cpu_textures.h"
#include "app/figure/painted_fonts.h"
#include "app/theme/fonts.h"
#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

/// Frames until scrolling and measured heights have settled.
constexpr int kFrames = 4;

/// The most rounds of growing: a larger canvas may make its content grow too.
constexpr int kRounds = 5;
constexpr float kMostWidening = 1.5f, kMostGrowth = 4;

/// Margin around the content, in em.
constexpr float kMargin = 0.75f;

/// Restores fonts, theme and textures of the program's own window.
class Surroundings {
 public:
  Surroundings() : context_(ImGui::GetCurrentContext()), fonts_(fonts()), em_(em()), theme_(theme()) {}
  ~Surroundings() {
    use_fonts(fonts_, em_);
    set_theme(theme_.kind, theme_.high_contrast);
    ImGui::SetCurrentContext(context_);
  }
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

 private:
  ImGuiContext* context_;
  Fonts fonts_;
  float em_;
  Theme theme_;
};

ImDrawListSharedData* shared_data(ImGuiContext* context) {
  ImGui::SetCurrentContext(context);
  return ImGui::GetDrawListSharedData();
}

/// One ImGui context without input, with its own widget context.
class Stand {
 public:
  explicit Stand(const OffscreenOptions& o)
      : scale_(o.scale * o.text_scale),
        fonts_(painted_fonts(scale_)),
        context_(ImGui::CreateContext(&fonts_->atlas)),
        controls_(std::make_unique<ImDrawList>(shared_data(context_))) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {std::ceil(float(o.width) * o.scale), std::ceil(float(o.height) * o.scale)};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    let_fonts_grow();
    apply_theme(o.theme, scale_, o.high_contrast);
    widgets_.textures = &textures_;
    widgets_.hidden = controls_.get();
    widgets_.motion = false;
    widgets_.digits = o.digits;
  }
  ~Stand() {
    controls_.reset();  // before what it draws with
    ImGui::DestroyContext(context_);
    fonts_->atlas.Locked = false;  // where drawing threw in the middle of a frame
  }
  Stand(const Stand&) = delete;
  Stand& operator=(const Stand&) = delete;

  void frame(const std::function<void()>& draw, Figure* figure) {
    if (widgets_.letters.wanted() && widgets_.letters.add(most_letters())) add_letters();
    widgets_.figure = figure;
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    begin_shared_atlas_frame(fonts_->atlas);
    ImGui::NewFrame();
    controls_->_ResetForNewFrame();
    controls_->PushClipRect({0, 0}, ImGui::GetIO().DisplaySize);
    push_font_texture(*controls_);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("figure", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoBackground |
                     ImGuiWindowFlags_NoSavedSettings);
    draw();
    ImGui::End();
    ImGui::Render();
  }

  /// The last frame.
  Image picture(std::uint32_t background) {
    fonts_->paint();
    return rasterize(*ImGui::GetDrawData(), background);
  }

 private:
  /// Those that the frames so far asked for.
  void add_letters() {
    fonts_ = with_letters(fonts_, scale_, widgets_.letters.added());
    ImGui::GetIO().Fonts = &fonts_->atlas;
  }

  float scale_;
  std::shared_ptr<PaintedFonts> fonts_;
  ImGuiContext* context_;
  std::unique_ptr<ImDrawList> controls_;
  CpuTextures textures_;
  WidgetContext widgets_;
  WidgetsInUse in_use_{widgets_};
};

/// The size of hidden content: by scrolling, and of cut texts.
ImVec2 missing_room(const Figure& figure) {
  ImVec2 missing{0, 0};
  const auto widen = [&](float x, float y) { missing = {std::max(missing.x, x), std::max(missing.y, y)}; };
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->Active && !window->Hidden) widen(window->ScrollMax.x, window->ScrollMax.y);
  for (const FigureItem& item : figure.items) {
    if (!std::holds_alternative<FigureText>(item.shape) || seen_of(item).empty()) continue;
    const Box box = bounds_of(item.shape);
    widen(box.max.x - item.clip.max.x, box.max.y - item.clip.max.y);
  }
  return missing;
}

/// Grows the canvas by the missing size, within limits; returns whether it grew.
bool grow(const Figure& figure, ImVec2 wanted) {
  const ImVec2 missing = missing_room(figure);
  ImVec2& size = ImGui::GetIO().DisplaySize;
  const ImVec2 before = size;
  size.x = std::min(std::ceil(size.x + missing.x), std::ceil(wanted.x * kMostWidening));
  size.y = std::min(std::ceil(size.y + missing.y), std::ceil(wanted.y * kMostGrowth));
  return size.x > before.x || size.y > before.y;
}

}  // namespace

Drawn draw_offscreen(const std::function<void()>& draw, const OffscreenOptions& options) {
  const Surroundings before;
  Drawn drawn;
  Stand stand(options);
  const ImVec2 wanted = ImGui::GetIO().DisplaySize;
  for (int round = 0; round < kRounds; ++round) {
    for (int i = 1; i < kFrames; ++i) stand.frame(draw, nullptr);
    drawn.figure = {};
    stand.frame(draw, &drawn.figure);
    if (!options.grows || !grow(drawn.figure, wanted)) break;
  }
  const Box space{{0, 0}, ImGui::GetIO().DisplaySize};
  drawn.area = intersection(whole_pixels(grown(content_box(drawn.figure), em() * kMargin)), space);
  drawn.background = theme().palette.panel;
  if (options.paint) drawn.picture = stand.picture(options.transparent ? 0 : drawn.background);
  return drawn;
}

Image cropped(const Image& picture, const Box& area) {
  const int left = static_cast<int>(area.min.x), top = static_cast<int>(area.min.y);
  Image part{static_cast<int>(area.width()), static_cast<int>(area.height()), {}};
  for (int y = 0; y < part.height; ++y) {
    const auto row = picture.pixels.begin() + static_cast<std::ptrdiff_t>(top + y) * picture.width + left;
    part.pixels.insert(part.pixels.end(), row, row + part.width);
  }
  return part;
}

}  // namespace attnlab
