// What passes a field's border: its text, and what is pasted and copied.
#include "app/widgets/base/field_border.h"

#include <string_view>

#include "app/widgets/base/canvas.h"
#include "app/widgets/base/context.h"

namespace attnlab {

FieldBorder::FieldBorder(std::string& text)
    : held(widgets().stand_ins.for_field(text)),
      text_(text),
      get_(ImGui::GetIO().GetClipboardTextFn),
      set_(ImGui::GetIO().SetClipboardTextFn),
      user_(ImGui::GetIO().ClipboardUserData) {
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = pasted;
  io.SetClipboardTextFn = copy;
  io.ClipboardUserData = this;
}

FieldBorder::~FieldBorder() {
  ImGuiIO& io = ImGui::GetIO();
  io.GetClipboardTextFn = get_;
  io.SetClipboardTextFn = set_;
  io.ClipboardUserData = user_;
  ask_for_letters(ImGui::GetFont(), held);
  text_ = widgets().stand_ins.from_field(held);
}

const char* FieldBorder::pasted(void* border) {
  FieldBorder& self = *static_cast<FieldBorder*>(border);
  const char* const text = self.get_ ? self.get_(self.user_) : nullptr;
  if (!text) return nullptr;
  self.clipboard_ = widgets().stand_ins.for_field(std::string_view(text));
  return self.clipboard_.c_str();
}

void FieldBorder::copy(void* border, const char* text) {
  const FieldBorder& self = *static_cast<const FieldBorder*>(border);
  if (self.set_) self.set_(self.user_, widgets().stand_ins.from_field(text).c_str());
}

}  // namespace attnlab
