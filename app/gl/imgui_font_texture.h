// The texture of baked fonts on the graphics card.
#pragma once

namespace attnlab {

/// Makes the texture anew after the fonts of the current context; the first time with the renderer's other
/// objects, which it must not make twice. Fonts that grow need no call: their textures follow by themselves.
void renew_font_texture(bool first);

}  // namespace attnlab
