// Draws into ImGui's draw list, and records the shapes in a figure.
#include "app/widgets/base/canvas.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "app/theme/imgui_fonts.h"
#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"
#include "app/widgets/base/targets.h"
#include "app/widgets/base/visual_order.h"
#include "core/language/language.h"

namespace attnlab {
namespace {

/// ImGui draws thin lines through the middle of pixels.
constexpr float kMiddle = 0.5f;

/// Whether a text says NaN, or ∞ without the minus of a masked score.
bool says_not_finite(std::string_view text) {
  constexpr std::string_view kInfinity = "∞", kMinus = "−";
  if (text.find("NaN") != std::string_view::npos) return true;
  for (std::size_t at = text.find(kInfinity); at != std::string_view::npos; at = text.find(kInfinity, at + 1))
    if (!text.substr(0, at).ends_with(kMinus)) return true;
  return false;
}

bool is_small_letter(char c) { return c >= 'a' && c <= 'z'; }

/// Whether the word is of English: lower-case letters with a vowel, perhaps a full stop or comma behind. The
/// language "long" of scripts/messages.sh has an accent on each vowel.
bool is_english(std::string_view word) {
  if (word.ends_with('.') || word.ends_with(',')) word.remove_suffix(1);
  return word.size() > 1 && std::ranges::all_of(word, is_small_letter) &&
         word.find_first_of("aeiou") != std::string_view::npos;
}

/// Whether two words of English follow each other, outside of “quotes”, which hold texts of the data.
bool says_english(std::string_view text) {
  bool before = false;
  for (std::size_t quote; (quote = text.find("“")) != std::string_view::npos;) {
    const std::size_t end = text.find("”", quote);
    if (end == std::string_view::npos) return says_english(text.substr(0, quote));
    if (says_english(text.substr(0, quote))) return true;
    text.remove_prefix(end + std::string_view("”").size());
  }
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (is_english(word) && before) return true;
    before = is_english(word);
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return false;
}

bool watches_language() { return widgets().count_cut && language_in_use().code == "long"; }

void watch_text(std::string_view text) {
  if (widgets().count_cut && says_not_finite(text)) mark_not_finite(text);
}

ImVec2 middle(ImVec2 p) { return {p.x + kMiddle, p.y + kMiddle}; }

ImVec2 on_circle(ImVec2 centre, float radius, float angle) {
  return {centre.x + radius * std::cos(angle), centre.y + radius * std::sin(angle)};
}

/// An arc as cubic curves, each of at most a quarter turn.
void add_arc(std::vector<PathStep>& path, ImVec2 c, float radius, float from, float to) {
  const int parts =
      std::max(1, static_cast<int>(std::ceil(std::abs(to - from) * 2 / std::numbers::pi_v<float>)));
  const float step = (to - from) / float(parts), reach = 4.0f / 3 * std::tan(step / 4);
  path.push_back({PathStep::Kind::Line, on_circle(c, radius, from), {}, {}});
  for (int i = 0; i < parts; ++i) {
    const float a = from + step * float(i), b = a + step;
    const ImVec2 p = on_circle(c, radius, a), q = on_circle(c, radius, b);
    const ImVec2 after{p.x - (p.y - c.y) * reach, p.y + (p.x - c.x) * reach};
    const ImVec2 before{q.x + (q.y - c.y) * reach, q.y - (q.x - c.x) * reach};
    path.push_back({PathStep::Kind::Cubic, q, after, before});
  }
}

}  // namespace

void Canvas::record(FigureShape shape) const {
  if (figure_) figure_->items.push_back({std::move(shape), clip(), figure_->layer});
}

void Canvas::fill(const Box& box, Colour colour, float rounding, ImDrawFlags corners) const {
  list_->AddRectFilled(box.min, box.max, colour, rounding, corners);
  if (figure_) record(FigureFill{box, colour, rounding, corners});
}

void Canvas::frame(const Box& box, Colour colour, float rounding, float thickness) const {
  list_->AddRect(box.min, box.max, colour, rounding, 0, thickness);
  if (figure_) record(FigureFrame{grown(box, -kMiddle), colour, rounding, thickness});
}

void Canvas::gradient(const Box& box, std::span<const Colour> stops) const {
  const std::size_t parts = stops.size() - 1;
  const auto x = [&](std::size_t i) { return box.min.x + box.width() * float(i) / float(parts); };
  for (std::size_t i = 0; i < parts; ++i)
    list_->AddRectFilledMultiColor({x(i), box.min.y}, {x(i + 1), box.max.y}, stops[i], stops[i + 1],
                                   stops[i + 1], stops[i]);
  if (figure_) record(FigureGradient{box, {stops.begin(), stops.end()}});
}

void Canvas::line(ImVec2 from, ImVec2 to, Colour colour, float thickness) const {
  list_->AddLine(from, to, colour, thickness);
  if (!figure_) return;
  constexpr auto kind = PathStep::Kind::Line;
  record(FigurePath{{{kind, middle(from), {}, {}}, {kind, middle(to), {}, {}}}, colour, thickness});
}

void Canvas::disc(ImVec2 centre, float radius, Colour colour) const {
  list_->AddCircleFilled(centre, radius, colour);
  if (figure_) record(FigureDisc{centre, radius, colour});
}

void Canvas::ring(ImVec2 centre, float radius, Colour colour, float thickness) const {
  list_->AddCircle(centre, radius, colour, 0, thickness);
  if (figure_) record(FigureRing{centre, radius - kMiddle, colour, thickness});
}

void Canvas::triangle(ImVec2 a, ImVec2 b, ImVec2 c, Colour colour) const {
  list_->AddTriangleFilled(a, b, c, colour);
  if (figure_) record(FigurePolygon{{a, b, c}, colour});
}

void Canvas::quad(ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d, Colour colour) const {
  list_->AddQuadFilled(a, b, c, d, colour);
  if (figure_) record(FigurePolygon{{a, b, c, d}, colour});
}

void Canvas::line_to(ImVec2 to) const {
  list_->PathLineTo(to);
  if (figure_) figure_->path.push_back({PathStep::Kind::Line, to, {}, {}});
}

void Canvas::quadratic_to(ImVec2 bend, ImVec2 to) const {
  list_->PathBezierQuadraticCurveTo(bend, to);
  if (figure_) figure_->path.push_back({PathStep::Kind::Quadratic, to, bend, {}});
}

void Canvas::cubic_to(ImVec2 first, ImVec2 second, ImVec2 to, int segments) const {
  list_->PathBezierCubicCurveTo(first, second, to, segments);
  if (figure_) figure_->path.push_back({PathStep::Kind::Cubic, to, first, second});
}

void Canvas::arc(ImVec2 centre, float radius, float from, float to) const {
  list_->PathArcTo(centre, radius, from, to);
  if (figure_) add_arc(figure_->path, centre, radius, from, to);
}

void Canvas::stroke(Colour colour, float thickness, PathEnds ends) const {
  const bool closed = ends == PathEnds::Closed;
  list_->PathStroke(colour, closed ? ImDrawFlags_Closed : ImDrawFlags_None, thickness);
  if (figure_ && figure_->path.size() > 1)
    record(FigurePath{std::move(figure_->path), colour, thickness, closed});
  if (figure_) figure_->path.clear();
}

void Canvas::clear_path() const {
  list_->PathClear();
  if (figure_) figure_->path.clear();
}

void Canvas::record_line(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text,
                         Align align, bool upwards) const {
  std::string room;
  const std::string_view shown = visual_order(text, room);
  const float width = text_extent(font, size, 1e9f, shown).x;
  const float ascent = font_ascent(font) * size / font_size(font);
  const float along = align == Align::Left ? 0 : align == Align::Right ? width : width / 2;
  const ImVec2 place = upwards ? ImVec2(at.x + ascent, at.y - along) : ImVec2(at.x + along, at.y + ascent);
  const Typeface face = typeface_of(font);
  record(FigureText{std::string(text), face, size * type_size(face), place, align, colour, width, upwards});
}

void Canvas::record_text(ImFont* font, ImVec2 at, Colour colour, std::string_view text) const {
  if (figure_ && !text.empty()) record_line(font, font_size(font), at, colour, text, Align::Left, false);
}

void Canvas::text(ImFont* font, float size, ImVec2 at, Colour colour, std::string_view text,
                  Align align) const {
  if (text.empty()) return;
  watch_text(text);
  std::string room;
  const std::string_view shown = drawn_text(font, text, room);
  const int first = list_->VtxBuffer.Size;
  add_text(*list_, font, size, at, colour, shown);
  keep_direction(list_, first);
  if (figure_) record_line(font, size, at, colour, text, align, false);
}

void Canvas::text_upwards(ImFont* font, ImVec2 pivot, Colour colour, std::string_view text) const {
  if (text.empty()) return;
  watch_text(text);
  std::string room;
  const std::string_view shown = drawn_text(font, text, room);
  const int first = list_->VtxBuffer.Size;
  // Drawn level at the pivot, then each corner is turned about it. Letters outside of the clip rectangle
  // would be left out before the turn, so the font gets an endless one; the draw command's rectangle still
  // clips the text.
  add_unclipped_text(*list_, font, font_size(font), pivot, colour, shown);
  for (int i = first; i < list_->VtxBuffer.Size; ++i) {
    ImVec2& p = list_->VtxBuffer[i].pos;
    p = {pivot.x + (p.y - pivot.y), pivot.y - (p.x - pivot.x)};
  }
  keep_direction(list_, first);
  if (figure_) record_line(font, font_size(font), pivot, colour, text, Align::Left, true);
}

void Canvas::image(void* texture, const Box& box, const Box& uv) const {
  list_->AddImage(texture_id(texture), box.min, box.max, uv.min, uv.max);
}

void Canvas::split_layers(int count) const {
  list_->ChannelsSplit(count);
  if (figure_) figure_->split = figure_->items.size();
}

void Canvas::layer(int index) const {
  list_->ChannelsSetCurrent(index);
  if (figure_) figure_->layer = index;
}

void Canvas::merge_layers() const {
  list_->ChannelsMerge();
  if (!figure_) return;
  const auto first = figure_->items.begin() + static_cast<std::ptrdiff_t>(figure_->split);
  std::stable_sort(first, figure_->items.end(),
                   [](const FigureItem& a, const FigureItem& b) { return a.layer < b.layer; });
  for (auto item = first; item != figure_->items.end(); ++item) item->layer = 0;
  figure_->layer = 0;
}

void ask_for_letters(const ImFont* font, std::string_view text) {
  widgets().letters.ask(*font, text, ImGui::GetFrameCount());
}

std::string_view drawn_text(const ImFont* font, std::string_view text, std::string& room) {
  if (watches_language() && !widgets().content && says_english(text)) mark_untranslated(text);
  ask_for_letters(font, text);
  const std::string_view shown = visual_order(text, room);
  if (shown.data() != text.data()) ask_for_letters(font, shown);
  return shown;
}

Canvas window_canvas() { return {ImGui::GetWindowDrawList()}; }

Canvas control_canvas() {
  ImDrawList* const hidden = widgets().hidden;
  return {hidden ? hidden : ImGui::GetWindowDrawList(), nullptr};
}

}  // namespace attnlab
