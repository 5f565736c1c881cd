// Which characters are baked into the fonts.
#include "app/theme/fonts.h"

namespace attnlab {

const char* required_glyphs() {
  return "ᵀ√ₖσμ∑⊙∞−×÷→←↑↓▸◂▶⟨⟩γβε‖²³½·…—–‘’“”•±≤≥≠≈∈∂∇θαληπΣΔ₀₁₂₃₄₅₆₇₈₉ᵢⱼ⁻⁺⁰¹⁴⁵⁶⁷⁸⁹␣↵⇥✓✗‹›«»□■○●◆▲▼▾▴⌘⇧½⅓¼"
         "�∏∫⋯⋮ℓ∘⊕⊗";
}

const unsigned short* base_ranges() {
  static const unsigned short ranges[] = {0x0020, 0x00FF,  // Latin
                                          0x0300, 0x0308,  // hats and bars
                                          0x0391, 0x03D6,  // Greek
                                          0x1D40, 0x1D40,  // superscript capital T
                                          0x1D62, 0x1D6A,  // subscript letters
                                          0x2010, 0x2027,  // dashes, quotes, dots
                                          0x2030, 0x203A,  // primes, guillemets
                                          0x2070, 0x209C,  // superscripts and subscripts
                                          0x2113, 0x2113,  // script l
                                          0x2150, 0x215E,  // fractions
                                          0x2190, 0x2195,  // arrows
                                          0x21A6, 0x21B5,  // maps to, newline
                                          0x21D0, 0x21E7,  // double arrows, tab, shift
                                          0x2200, 0x2265,  // operators and relations
                                          0x2295, 0x2299,  // circled signs
                                          0x22C5, 0x22C6,  // dots
                                          0x22EE, 0x22EF,  // vertical and raised dots
                                          0x2318, 0x2318,  // command key
                                          0x2423, 0x2423,  // visible space
                                          0x25A0, 0x25CF,  // geometric shapes
                                          0x2713, 0x2717,  // check and cross
                                          0x27E8, 0x27E9,  // angle brackets
                                          0x2C7C, 0x2C7C,  // subscript j
                                          0xFFFD, 0xFFFD,  // stands for what no font has
                                          0};
  return ranges;
}

}  // namespace attnlab
