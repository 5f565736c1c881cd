// What passes a field's border: its text, and what is pasted and copied.
#include "app/widgets/base/field_border.h"

#include <string_view>

#include "app/widgets/base/canvas.h"
#include "app/widgets/base/context.h"

namespace attnlab {

FieldBorder::FieldBorder(std::string& text) : held(widgets().stand_ins.for_field(text)), text_(text) {}

FieldBorder::~FieldBorder() {
  ask_for_letters(ImGui::GetFont(), held);
  text_ = widgets().stand_ins.from_field(held);
}

const char* FieldBorder::text() {
  const char* const text = in_use_.text_before();
  if (!text) return nullptr;
  pasted_ = widgets().stand_ins.for_field(std::string_view(text));
  return pasted_.c_str();
}

void FieldBorder::put(const char* text) { in_use_.put_before(widgets().stand_ins.from_field(text).c_str()); }

}  // namespace attnlab
