// True widths of letters: ImGui's font builder rounds each one up, which sets text too wide.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace attnlab {

/// Widths of the letters of one font file, in units of its line height.
class FontAdvances {
 public:
  /// `bytes` must outlive this. Throws std::runtime_error if they have no face number `face` with outlines.
  explicit FontAdvances(std::string_view bytes, int face = 0);
  ~FontAdvances();
  FontAdvances(const FontAdvances&) = delete;
  FontAdvances& operator=(const FontAdvances&) = delete;

  /// Width for a line height of one; nothing if the font lacks the letter.
  std::optional<float> of(unsigned code_point) const;

  /// The font's own unit of size, in the same units.
  float em() const;

 private:
  float line() const;
  struct Face;
  std::unique_ptr<Face> face_;
};

/// A face that a baked font was made from, and its size in pixels.
struct SizedFace {
  const FontAdvances* advances;
  float pixels;
  std::span<const char32_t> letters{};  ///< that it is asked for, ascending; empty: for all
};

}  // namespace attnlab
