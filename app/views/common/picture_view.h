// The picture that a vision model reads, its patches, and the attention of the selected query.
#pragma once

#include "app/views/common/views.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// What draw_picture() covered.
struct DrawnPicture {
  Box copies;   ///< from its upper left corner to the last copy of the picture
  float right;  ///< of all
};

/// Draws the picture at `at`, `side` pixels wide; where the queries of the selected attention are patches,
/// with the selected query's patch outlined (a click selects a query). Where its keys are patches, a second
/// copy beside it has each patch as bright as the query's attention to it (a click selects a key). Above them
/// the picture's number with arrows to the others, and [CLS] if the class vector can be the query. Script
/// names: picture.previous, picture.next, picture.class, picture.query[ROW,COLUMN], picture.key[ROW,COLUMN].
DrawnPicture draw_picture(const ViewModel& model, ImVec2 at, float side, const Emit& emit);

/// The pixels alone, stretched over `box`.
void draw_pixels(const Picture& picture, const Box& box);

}  // namespace attnlab
