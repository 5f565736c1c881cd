// Reads and checks figure requests.
#include "app/state/figure_request.h"

#include <optional>
#include <stdexcept>
#include <string_view>

#include "core/config/scan_number.h"
#include "core/language/messages.h"

namespace attnlab {
namespace {

template <typename Number>
std::optional<Number> number(std::string_view word) {
  Number value{};
  const auto [end, error] = scan_number(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

/// Takes "800x600"; false for anything else.
bool take_size(FigureRequest& request, std::string_view word) {
  const std::size_t x = word.find('x');
  if (x == std::string_view::npos) return false;
  const auto width = number<int>(word.substr(0, x)), height = number<int>(word.substr(x + 1));
  if (!width || !height) return false;
  request.grows = false;
  request.width = *width;
  request.height = *height;
  return true;
}

}  // namespace

FigureRequest parse_figure_request(std::span<const std::string> words) {
  FigureRequest request;
  if (words.empty()) throw std::invalid_argument(tr("a figure needs a file: NAME.svg or NAME.png"));
  request.file = words[0];
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "only" && i + 1 < words.size()) {
      request.only = words[++i];
    } else if (word == "transparent") {
      request.transparent = true;
    } else if (word == "dark" || word == "light") {
      request.dark = word == "dark";
    } else if (const auto scale = number<double>(word)) {
      request.scale = *scale;
    } else if (!take_size(request, word)) {
      throw std::invalid_argument(
          tr("\"{1}\" is not an option of a figure: use a scale (3), a size (800x600), transparent, dark, "
             "light, or only with the name of a widget",
             word));
    }
  }
  validate(request);
  return request;
}

void validate(const FigureRequest& request) {
  if (!request.is_svg() && !request.file.ends_with(".png"))
    throw std::invalid_argument(
        tr("the file of a figure must be NAME.svg or NAME.png, not \"{1}\"", request.file));
  if (!(request.scale >= 1 && request.scale <= kMostFigureScale))
    throw std::invalid_argument(tr("the scale of a figure must be from 1 to 4"));
  const auto fits = [](int side) { return side >= kLeastFigureSide && side <= kMostFigureSide; };
  if (!fits(request.width) || !fits(request.height))
    throw std::invalid_argument(tr("the sides of a figure must be from {1} to {2} pixels, not {3}x{4}",
                                   std::to_string(kLeastFigureSide), std::to_string(kMostFigureSide),
                                   std::to_string(request.width), std::to_string(request.height)));
}

}  // namespace attnlab
