// The text fields of the token bar, with examples and the switch to the model's own output.
#pragma once

#include <string>

#include "app/views/common/views.h"
#include "app/views/input_bar/token_marks.h"
#include "app/widgets/base/draw.h"

namespace attnlab {

/// The place of a part of the bar: `width` pixels from `at`.
struct BarPlace {
  ImVec2 at;
  float width;
};

/// A text field's own copy while it has the keyboard.
struct FieldCopy {
  std::string text;
  bool active = false;
};

/// Whether the open model reads a source.
bool has_source(const ViewModel& model);
/// Whether the user also writes a target: not for a model that labels, classifies or fills in.
bool has_target(const ViewModel& model);

/// What can stand in this text and does not yet: how a hidden token is written, and where the second text of
/// a pair begins. "" where there is no such thing, or no pass.
std::string text_hint(const ViewModel& model, TextSide side);

/// Width of the label before a field.
float text_label_width();

/// Draws label, text field, and the examples or the switch, on one line. Every edit is sent at once. Script
/// names: tokens.source, tokens.target (fields; a model without an encoder has only tokens.target),
/// tokens.generate (switch), tokens.examples (button), tokens.example[i,0] (its entries), tokens.answer
/// (button), tokens.answer.class[i,0], tokens.answer.text (in its list).
void draw_text_row(const ViewModel& model, TextSide side, const BarPlace& place, const Emit& emit);

}  // namespace attnlab
