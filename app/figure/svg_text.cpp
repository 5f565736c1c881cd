// Writes the small parts of SVG, independent of the locale.
#include "app/figure/svg_text.h"

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace attnlab {
namespace {

std::string point_text(ImVec2 p) { return svg_number(p.x) + " " + svg_number(p.y); }

bool is_round(ImDrawFlags corners, ImDrawFlags corner) { return corners == 0 || (corners & corner) != 0; }

/// The path to a corner and around it: `before` and `after` are the ends of the arc.
std::string corner(ImVec2 before, ImVec2 at, ImVec2 after, float radius, bool round) {
  if (!round) return "L" + point_text(at);
  const std::string r = svg_number(radius);
  return "L" + point_text(before) + "A" + r + " " + r + " 0 0 1 " + point_text(after);
}

}  // namespace

std::string svg_number(float value) {
  char buffer[64];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2);
  std::string text(buffer, end);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string svg_paint(std::string_view name, Colour colour) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "#%02x%02x%02x", colour & 255u, colour >> 8 & 255u,
                colour >> 16 & 255u);
  const std::string attribute = " " + std::string(name);
  const unsigned alpha = colour >> 24;
  std::string text = attribute + "=\"" + buffer + "\"";
  if (alpha < 255) text += attribute + "-opacity=\"" + svg_number(float(alpha) / 255) + "\"";
  return text;
}

std::string svg_escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

std::string svg_outline(const Box& b, float rounding, ImDrawFlags corners) {
  if (rounding <= 0) {
    return "M" + point_text(b.min) + "H" + svg_number(b.max.x) + "V" + svg_number(b.max.y) + "H" +
           svg_number(b.min.x) + "Z";
  }
  const float r = std::min({rounding, b.width() / 2, b.height() / 2});
  const ImVec2 right_top{b.max.x, b.min.y}, left_bottom{b.min.x, b.max.y};
  const bool left_top_round = is_round(corners, ImDrawFlags_RoundCornersTopLeft);
  std::string d = "M" + point_text({b.min.x + (left_top_round ? r : 0), b.min.y});
  d += corner({b.max.x - r, b.min.y}, right_top, {b.max.x, b.min.y + r}, r,
              is_round(corners, ImDrawFlags_RoundCornersTopRight));
  d += corner({b.max.x, b.max.y - r}, b.max, {b.max.x - r, b.max.y}, r,
              is_round(corners, ImDrawFlags_RoundCornersBottomRight));
  d += corner({b.min.x + r, b.max.y}, left_bottom, {b.min.x, b.max.y - r}, r,
              is_round(corners, ImDrawFlags_RoundCornersBottomLeft));
  d += corner({b.min.x, b.min.y + r}, b.min, {b.min.x + r, b.min.y}, r, left_top_round);
  return d + "Z";
}

std::string svg_outline(std::span<const ImVec2> points) {
  std::string d;
  for (ImVec2 p : points) d += (d.empty() ? "M" : "L") + point_text(p);
  return d + "Z";
}

std::string svg_outline(std::span<const PathStep> steps, bool closed) {
  std::string d;
  for (const PathStep& s : steps) {
    if (d.empty()) {
      d = "M" + point_text(s.end);
    } else if (s.kind == PathStep::Kind::Line) {
      d += "L" + point_text(s.end);
    } else if (s.kind == PathStep::Kind::Quadratic) {
      d += "Q" + point_text(s.first) + " " + point_text(s.end);
    } else {
      d += "C" + point_text(s.first) + " " + point_text(s.second) + " " + point_text(s.end);
    }
  }
  return closed ? d + "Z" : d;
}

std::string base64(std::span<const unsigned char> bytes) {
  constexpr const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    unsigned word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8 | (k < count ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[word >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

}  // namespace attnlab
