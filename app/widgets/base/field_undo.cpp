// Undo in text fields: ImGui stores the changes of the active field only.
#include "app/widgets/base/field_undo.h"

#include <imgui_internal.h>

#include "app/widgets/base/context.h"
#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

/// Whether the active field has changes to undo and to redo, at the end of a frame.
struct FieldChanges {
  ImGuiID field = 0;
  bool undo = false, redo = false;
};

const FieldChanges* changes_of_active() {
  const FieldChanges& noted = remembered<FieldChanges>();
  return noted.field != 0 && ImGui::GetIO().WantTextInput ? &noted : nullptr;
}

}  // namespace

bool field_undoes() {
  const FieldChanges* const changes = changes_of_active();
  return changes && changes->undo;
}

bool field_redoes() {
  const FieldChanges* const changes = changes_of_active();
  return changes && changes->redo;
}

void note_field_undo() {
  const ImGuiID active = ImGui::GetActiveID();
  const ImGuiInputTextState* const field = active ? ImGui::GetInputTextState(active) : nullptr;
  remembered<FieldChanges>() =
      field ? FieldChanges{active, undo_steps(*field) > 0, redo_steps(*field) > 0} : FieldChanges{};
}

void leave_field() {
  if (ImGui::GetInputTextState(ImGui::GetActiveID())) ImGui::ClearActiveID();
}

}  // namespace attnlab
