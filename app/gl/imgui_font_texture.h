// The texture of fonts that are baked, as Dear ImGui before 1.92 has them; those of 1.92 keep their own.
#pragma once

namespace attnlab {

/// Makes it anew of the pixels that the current context's fonts have; the first time, with all of the
/// renderer's objects.
void make_font_texture(bool first);

}  // namespace attnlab
