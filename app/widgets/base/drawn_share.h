// How much of a panel was drawn on in the last frame: tests find empty panels by it.
#pragma once

#include <optional>
#include <string_view>

namespace attnlab {

/// The share, 0 to 1, of the cells of a grid of 32 × 18 over the panel that some text, line, cell or picture
/// of the last finished frame touches; its background is left out. Nothing where no panel of this name was
/// drawn. UI thread only.
std::optional<double> drawn_share(std::string_view panel);

}  // namespace attnlab
