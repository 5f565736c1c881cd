// What differs between the versions of Dear ImGui, from 1.86 to 1.92: keys, input, items, textures,
// clipboard. Only the source beside this header asks for the version, and app/theme/imgui_fonts.h for fonts,
// as the folder app/theme may not include widgets.
#pragma once

#include <imgui.h>

#include <functional>
#include <optional>
#include <span>

#include "app/widgets/base/box.h"
#include "app/widgets/base/keys.h"

struct ImGuiInputTextState;

namespace attnlab {

// Keys are those of KeyChord: the window system's codes. ImGui knows them by names of its own.

/// Prepares the current context for keys. Call before the first frame, after the backend has begun. Tab stays
/// the program's: ImGui's stops at text fields only.
void set_up_keys();

/// Whether the key went down in this frame (with repeat while held, if wanted), whatever has the keyboard.
bool key_pressed(int key, bool repeat);
bool key_down(int key);
/// Codes of keys are smaller.
inline constexpr int kKeyCodes = 512;

// What the next frame sees. The last call of a kind counts.

void set_key(int key, bool down);
/// The window has lost the keyboard: no key is down.
void release_keys();
void set_modifiers(const KeyChord& modifiers);
void set_mouse(ImVec2 at, std::span<const bool> buttons);
void turn_wheel(float x, float y);
/// Whether the key is down in the frame that begins with the next ImGui::NewFrame().
bool key_will_be_down(int key);

/// The content of the window, and of the open group, reaches at least to this place on screen.
void extend_content(ImVec2 to);

/// Presses the item in the next frame; a slider or a field is then typed into, if wanted.
void activate_item(ImGuiID id, bool type = false);
/// The next item gets the keyboard, as by ImGui's SetKeyboardFocusHere().
void focus_next_item();
/// Whether ImGui shows which item its own arrow keys have reached.
bool shows_own_focus();
/// ImGui's internal flags of the last item, ImGuiItemFlags_….
int last_item_flags();
/// Items over the next one, or over the last one, may take the mouse: call both, before and after the item.
void let_next_be_overlapped();
void let_last_be_overlapped();

/// Menus within menus are at most as high as the window, and scroll. Call before ImGui::BeginMenu().
void limit_next_menu();

/// The right edge of the window's content, on screen.
float content_right();

/// Where a text field has drawn its caret; none where no field takes text. Call in a frame after the field,
/// or before the next frame begins.
std::optional<Box> caret_box();

/// How many changes a text field can undo and do again.
int undo_steps(const ImGuiInputTextState& field);
int redo_steps(const ImGuiInputTextState& field);

/// A texture as widgets have it, a pointer, for ImGui; and that of a draw command.
ImTextureID texture_id(void* texture);
void* texture_of(const ImDrawCmd& command);
/// A list outside of windows draws shapes and letters from here on.
void push_font_texture(ImDrawList& list);

/// What a program copies to, and pastes from.
class Clipboard {
 public:
  virtual ~Clipboard() = default;
  /// Null where there is no text.
  virtual const char* text() = 0;
  virtual void put(const char* text) = 0;
};

/// The current context's clipboard from now on, in place of the window system's.
void use_clipboard(Clipboard& clipboard);

/// While the object lives, another clipboard is in use, which can reach the one before.
class ClipboardInUse {
 public:
  explicit ClipboardInUse(Clipboard& clipboard);
  ~ClipboardInUse() { restore_(); }
  ClipboardInUse(const ClipboardInUse&) = delete;
  ClipboardInUse& operator=(const ClipboardInUse&) = delete;

  const char* text_before() const { return get_(); }
  void put_before(const char* text) const { set_(text); }

 private:
  std::function<const char*()> get_;
  std::function<void(const char*)> set_;
  std::function<void()> restore_;
};

}  // namespace attnlab
