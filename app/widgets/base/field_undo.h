// Undo in text fields: whether the field with the keyboard has changes of its own to undo.
#pragma once

namespace attnlab {

/// Whether the field with the keyboard had a change to undo, or to redo, when this frame began.
bool field_undoes();
bool field_redoes();

/// Stores both answers for the next frame. Call at the end of each frame, after all fields.
void note_field_undo();

/// Takes the keyboard from the field, which then shows what the program has instead of what was typed.
void leave_field();

}  // namespace attnlab
