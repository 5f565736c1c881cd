// The picture that a vision model looks at, its patches, and what the selected query attends to.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// Draws two copies of the picture at `at`, each `side` pixels wide: the left one with the selected query's
/// patch outlined (a click asks from there), the right one as bright as the query attends to each patch (a
/// click looks there). Above them, which picture it is, with arrows to the others, and [CLS] where the class
/// vector can ask. Script names: picture.previous, picture.next, picture.class, picture.query[ROW,COLUMN],
/// picture.key[ROW,COLUMN]. Returns what was covered.
Box draw_picture(const ViewModel& model, ImVec2 at, float side, const Emit& emit);

/// The pixels alone, stretched over `box`.
void draw_pixels(const Picture& picture, const Box& box);

}  // namespace attnlab
