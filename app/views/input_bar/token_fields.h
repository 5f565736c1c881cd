// The text fields of the token bar, with examples and the switch to the model's own output.
#pragma once

#include <string>
#include <vector>

#include "app/state/command.h"
#include "app/state/token_selection.h"
#include "app/state/view_model.h"
#include "app/views/common/views.h"
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

struct TokenMarks {
  int query = -1, key = -1;      ///< outlined; the row of a shown tensor counts as query, its column as key
  std::vector<float> attention;  ///< weight of each token, 0 to 1; empty where no query attends to this side
};

/// The marks of the source's tokens, or of the decoder's. Needs a trace.
TokenMarks token_marks(const ViewModel& model, TextSide side);

/// Selects a token as query or key, whichever fits; a token of the other side selects the cross-attention.
/// Needs a trace.
void choose_token(const ViewModel& model, TextSide side, int index, const Emit& emit);

}  // namespace attnlab
