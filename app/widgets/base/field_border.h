// The border of a text field: outside letters as they are, inside stand-ins where ImGui would lose them.
#pragma once

#include <string>

#include "app/widgets/base/imgui_versions.h"

namespace attnlab {

/// Lives while ImGui draws a field. What is typed passes the border in the queue of input.
class FieldBorder : private Clipboard {
 public:
  /// What the field shows is `text`, and becomes `text` again when the object goes.
  explicit FieldBorder(std::string& text);
  ~FieldBorder() override;
  FieldBorder(const FieldBorder&) = delete;
  FieldBorder& operator=(const FieldBorder&) = delete;

  /// The text as the field holds it.
  std::string held;

 private:
  const char* text() override;
  void put(const char* text) override;

  std::string& text_;
  std::string pasted_;
  ClipboardInUse in_use_{*this};
};

}  // namespace attnlab
