// The theme: colours of roles and surfaces, and how ImGui is dressed in them.
#pragma once

#include "app/theme/colour_map.h"
#include "app/theme/oklab.h"
#include "core/autograd/site.h"

namespace attnlab {

enum class ThemeKind { Dark, Light };

/// Surfaces and inks of one theme, back to front.
struct Palette {
  Colour background;     ///< behind all panels
  Colour panel;          ///< a panel's face
  Colour raised;         ///< chips, buttons and fields on a panel
  Colour raised_hover;   ///< `raised` under the pointer
  Colour raised_active;  ///< `raised` while pressed
  Colour border;         ///< thin lines between surfaces
  Colour grid;           ///< lines in plots and between cells
  Colour text;           ///< ordinary text
  Colour text_dim;       ///< labels and units
  Colour text_faint;     ///< decoration, disabled; nothing that must be read
  Colour accent;         ///< what is selected or can be pressed now
  Colour accent_soft;    ///< a selected thing's face
  Colour on_accent;      ///< text on accent
  Colour good;           ///< success
  Colour bad;            ///< errors
  Colour hatch;          ///< lines over masked cells
  Colour shadow;         ///< under floating things
};

struct Theme {
  ThemeKind kind = ThemeKind::Dark;
  bool high_contrast = false;  ///< projector mode
  Palette palette{};
  bool dark() const { return kind == ThemeKind::Dark; }
};

/// The palette of a theme; pure.
Palette make_palette(ThemeKind kind, bool high_contrast);

/// The theme in use. Starts as Dark.
const Theme& theme();

/// Makes a theme current and dresses ImGui in it (needs an ImGui context). `scale` multiplies every distance:
/// display scale times text scale.
void apply_theme(ThemeKind kind, float scale, bool high_contrast = false);

/// Makes a theme current without touching ImGui, for tests.
void set_theme(ThemeKind kind, bool high_contrast = false);

/// The role's colour for lines, fills and frames, the same in both themes. Role::None is the dim text colour.
Colour role_colour(Role role);

/// The role's colour for text: made lighter or darker until it reads well (4.5 : 1) on background, panel and
/// raised.
Colour role_text(Role role);

/// The role's colour as a soft face behind text.
Colour role_tint(Role role);

/// The role's colour for text on its own tint.
Colour role_text_on_tint(Role role);

/// The role's colour for text that lies on its tint only at times, for example while hovered.
inline Colour role_text(Role role, bool on_tint) {
  return on_tint ? role_text_on_tint(role) : role_text(role);
}

/// The half transparent bar behind a token's text, as high as the attention to it. Role::None is the accent.
Colour strength_fill(Role role);

/// The text colour; black or white where the text colour is not legible on `face`.
Colour text_on(Colour face);

/// "query", "key", …; "" for Role::None.
const char* role_name(Role role);

/// The colour of the i-th of several series, safe for colour-blind eyes; repeats after eight.
Colour series_colour(int index);

/// The colour of the i-th of several experts, which every eye tells apart from the seven others; repeats
/// after eight.
Colour expert_colour(int index);

/// The map for a scale in the theme in use.
const ColourMap& colour_map(Scale scale);

}  // namespace attnlab
