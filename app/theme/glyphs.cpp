// Which characters are baked into the fonts.
#include "app/theme/fonts.h"

namespace attnlab {

const char* required_glyphs() {
  return "ᵀ√ₖσμ∑⊙∞−×÷→←↑↓▸◂▶⟨⟩γβε‖²³½·…—–‘’“”•±≤≥≠≈∈∂∇θαληπΣΔ₀₁₂₃₄₅₆₇₈₉ᵢⱼ⁻⁺⁰¹⁴⁵⁶⁷⁸⁹␣↵⇥✓✗‹›«»□■○●◆▲▼▾▴⌘⇧½⅓¼"
         "�∏∫⋯⋮ℓ∘⊕⊗";
}

const unsigned short* text_ranges() {
  static const unsigned short ranges[] = {0x0020, 0x024F,  // Latin with accents
                                          0x0250, 0x02AF,  // phonetic letters
                                          0x0300, 0x03FF,  // combining marks, Greek
                                          0x0400, 0x04FF,  // Cyrillic
                                          0x1D40, 0x1D40,  // superscript capital T
                                          0x1D62, 0x1D6A,  // subscript letters
                                          0x1E00, 0x1EFF,  // Latin additional
                                          0x2010, 0x2027,  // dashes, quotes, dots
                                          0x2030, 0x205E,  // per mille, primes, guillemets
                                          0x2070, 0x209C,  // superscripts and subscripts
                                          0x20A0, 0x20BF,  // currencies
                                          0x2113, 0x2126,  // letterlike
                                          0x2150, 0x215F,  // fractions
                                          0x2190, 0x21FF,  // arrows
                                          0x2200, 0x22FF,  // mathematical operators
                                          0x2318, 0x2318,  // command key
                                          0x23E9, 0x23FA,  // transport
                                          0x2420, 0x2424,  // visible space and newline
                                          0x25A0, 0x25FF,  // geometric shapes
                                          0x2713, 0x2717,  // check and cross
                                          0x27E8, 0x27E9,  // angle brackets
                                          0x2C60, 0x2C7F,  // subscript j
                                          0xFFFD, 0xFFFD,  // stands for what no font has
                                          0};
  return ranges;
}

const unsigned short* math_ranges() {
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
