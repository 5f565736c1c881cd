// Colours in sRGB and OKLab: conversion, mixing by lightness, contrast.
#pragma once

#include <cstdint>

namespace attnlab {

/// A colour packed for drawing: red in the lowest byte, then green, blue, alpha.
using Colour = std::uint32_t;

/// Gamma-encoded sRGB, each channel in [0, 1].
struct Rgb {
  float r = 0, g = 0, b = 0;
};

/// OKLab in polar form: lightness [0, 1], chroma [0, ~0.37], hue in degrees.
struct Oklch {
  float lightness = 0, chroma = 0, hue = 0;
};

/// OKLab in Cartesian form; Euclidean distance approximates perceived difference.
struct Oklab {
  float lightness = 0, a = 0, b = 0;
};

/// 0xRRGGBB, as colours are usually written.
Rgb rgb_from_hex(std::uint32_t hex);

Oklab to_oklab(Rgb colour);
Oklab to_oklab(Oklch colour);
Oklch to_oklch(Oklab colour);

/// The nearest displayable colour of the same lightness and hue: chroma is reduced until it fits sRGB.
Rgb to_rgb(Oklch colour);
Rgb to_rgb(Oklab colour);

/// Perceived difference, 0 for equal colours and 1 between black and white.
float difference(Oklab a, Oklab b);

/// Straight line in OKLab from `a` (t = 0) to `b` (t = 1).
Oklab mix(Oklab a, Oklab b, float t);

/// WCAG contrast ratio, 1 to 21.
float contrast(Rgb a, Rgb b);

/// `colour` made lighter or darker, with the same hue, until its contrast with `background` reaches `ratio`.
Rgb with_contrast(Rgb colour, Rgb background, float ratio);

/// Packs for drawing. `alpha` in [0, 1].
Colour pack(Rgb colour, float alpha = 1.0f);
Rgb unpack(Colour colour);

/// The same colour with its alpha multiplied by `alpha`.
Colour faded(Colour colour, float alpha);

/// Blends two packed colours in sRGB; t = 0 gives `a`.
Colour blend(Colour a, Colour b, float t);

}  // namespace attnlab
