// The border of a text field: outside letters as they are, inside stand-ins where ImGui would lose them.
#pragma once

#include <imgui.h>

#include <string>

namespace attnlab {

/// Lives while ImGui draws a field. What is typed passes the border in the queue of input.
class FieldBorder {
 public:
  /// What the field shows is `text`, and becomes `text` again when the object goes.
  explicit FieldBorder(std::string& text);
  ~FieldBorder();
  FieldBorder(const FieldBorder&) = delete;
  FieldBorder& operator=(const FieldBorder&) = delete;

  /// The text as the field holds it.
  std::string held;

 private:
  static const char* pasted(void* border);
  static void copy(void* border, const char* text);

  std::string& text_;
  std::string clipboard_;
  decltype(ImGuiIO::GetClipboardTextFn) get_;
  decltype(ImGuiIO::SetClipboardTextFn) set_;
  void* user_;
};

}  // namespace attnlab
