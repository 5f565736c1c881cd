// The calls of each version of Dear ImGui.
#include "app/widgets/base/imgui_versions.h"

// ImGui's main header comes before its internal one.
#include <imgui_internal.h>
#if IMGUI_VERSION_NUM >= 19140
namespace ImStb {
#include <imstb_textedit.h>  // what a text field can undo
}
#endif

#include <algorithm>
#include <array>
#include <cfloat>

namespace attnlab {
namespace {

/// A key's code, and ImGui's name for it.
struct NamedKey {
  int code;
  ImGuiKey key;
};

/// The keys that ImGui itself answers. Tab is none of them.
constexpr NamedKey kAnsweredKeys[] = {
    {32, ImGuiKey_Space},      {256, ImGuiKey_Escape},  {257, ImGuiKey_Enter},      {259, ImGuiKey_Backspace},
    {260, ImGuiKey_Insert},    {261, ImGuiKey_Delete},  {262, ImGuiKey_RightArrow}, {263, ImGuiKey_LeftArrow},
    {264, ImGuiKey_DownArrow}, {265, ImGuiKey_UpArrow}, {266, ImGuiKey_PageUp},     {267, ImGuiKey_PageDown},
    {268, ImGuiKey_Home},      {269, ImGuiKey_End},     {'A', ImGuiKey_A},          {'C', ImGuiKey_C},
    {'V', ImGuiKey_V},         {'X', ImGuiKey_X},       {'Y', ImGuiKey_Y},          {'Z', ImGuiKey_Z}};

}  // namespace

#if IMGUI_VERSION_NUM < 18700

void set_up_keys() {
  ImGuiIO& io = ImGui::GetIO();
  for (const NamedKey& named : kAnsweredKeys) io.KeyMap[named.key] = named.code;
  io.KeyMap[ImGuiKey_KeyPadEnter] = 335;
  io.KeyMap[ImGuiKey_Tab] = -1;
}

bool key_pressed(int key, bool repeat) { return ImGui::IsKeyPressed(key, repeat); }
bool key_down(int key) { return ImGui::IsKeyDown(key); }
void set_key(int key, bool down) { ImGui::GetIO().KeysDown[key] = down; }
bool key_will_be_down(int key) { return ImGui::GetIO().KeysDown[key]; }

void release_keys() {
  ImGui::GetIO().AddFocusEvent(false);
  std::ranges::fill(ImGui::GetIO().KeysDown, false);
}

void set_modifiers(const KeyChord& modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = modifiers.ctrl;
  io.KeyShift = modifiers.shift;
  io.KeyAlt = modifiers.alt;
}

void set_mouse(ImVec2 at, std::span<const bool> buttons) {
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = at;
  std::ranges::fill(io.MouseDown, false);
  std::ranges::copy(buttons, io.MouseDown);
}

void turn_wheel(float x, float y) {
  ImGui::GetIO().MouseWheelH += x;
  ImGui::GetIO().MouseWheel += y;
}

#else

namespace {

/// Further keys, which only the program answers. Its Tab has the name of a key that ImGui leaves alone; keys
/// without a name go unseen.
constexpr NamedKey kOtherKeys[] = {
    {258, ImGuiKey_F24},         {39, ImGuiKey_Apostrophe},   {44, ImGuiKey_Comma},
    {45, ImGuiKey_Minus},        {46, ImGuiKey_Period},       {47, ImGuiKey_Slash},
    {59, ImGuiKey_Semicolon},    {61, ImGuiKey_Equal},        {91, ImGuiKey_LeftBracket},
    {92, ImGuiKey_Backslash},    {93, ImGuiKey_RightBracket}, {96, ImGuiKey_GraveAccent},
    {335, ImGuiKey_KeypadEnter}, {340, ImGuiKey_LeftShift},   {341, ImGuiKey_LeftCtrl},
    {342, ImGuiKey_LeftAlt},     {344, ImGuiKey_RightShift},  {345, ImGuiKey_RightCtrl},
    {346, ImGuiKey_RightAlt}};

/// Rows of keys whose codes and names follow each other.
constexpr struct {
  int first, last;
  ImGuiKey key;
} kRows[] = {
    {'0', '9', ImGuiKey_0}, {'A', 'Z', ImGuiKey_A}, {290, 301, ImGuiKey_F1}, {320, 329, ImGuiKey_Keypad0}};

ImGuiKey find_key(int code) {
  for (const auto& row : kRows)
    if (code >= row.first && code <= row.last) return static_cast<ImGuiKey>(row.key + (code - row.first));
  for (const NamedKey& named : kAnsweredKeys)
    if (named.code == code) return named.key;
  for (const NamedKey& named : kOtherKeys)
    if (named.code == code) return named.key;
  return ImGuiKey_None;
}

ImGuiKey imgui_key(int code) {
  static const std::array<ImGuiKey, kKeyCodes> all = [] {
    std::array<ImGuiKey, kKeyCodes> found{};
    for (int each = 0; each < kKeyCodes; ++each) found[each] = find_key(each);
    return found;
  }();
  return code >= 0 && code < kKeyCodes ? all[code] : ImGuiKey_None;
}

}  // namespace

/// The program's own queue deals events out to frames.
void set_up_keys() {
  ImGui::GetIO().ConfigInputTrickleEventQueue = false;
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.ConfigNavWindowingKeyNext = context.ConfigNavWindowingKeyPrev = 0;
}

bool key_pressed(int key, bool repeat) {
  const ImGuiKey named = imgui_key(key);
  return named != ImGuiKey_None && ImGui::IsKeyPressed(named, repeat);
}

bool key_down(int key) {
  const ImGuiKey named = imgui_key(key);
  return named != ImGuiKey_None && ImGui::IsKeyDown(named);
}

void set_key(int key, bool down) {
  if (const ImGuiKey named = imgui_key(key); named != ImGuiKey_None) ImGui::GetIO().AddKeyEvent(named, down);
}

bool key_will_be_down(int key) {
  const ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsQueue;
  for (int i = events.Size - 1; i >= 0; --i)
    if (events[i].Type == ImGuiInputEventType_Key && events[i].Key.Key == imgui_key(key))
      return events[i].Key.Down;
  return key_down(key);
}

void release_keys() { ImGui::GetIO().AddFocusEvent(false); }

void set_modifiers(const KeyChord& modifiers) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddKeyEvent(ImGuiMod_Ctrl, modifiers.ctrl);
  io.AddKeyEvent(ImGuiMod_Shift, modifiers.shift);
  io.AddKeyEvent(ImGuiMod_Alt, modifiers.alt);
}

void set_mouse(ImVec2 at, std::span<const bool> buttons) {
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(at.x, at.y);
  for (int i = 0; i < ImGuiMouseButton_COUNT; ++i)
    io.AddMouseButtonEvent(i, i < static_cast<int>(buttons.size()) && buttons[i]);
}

void turn_wheel(float x, float y) { ImGui::GetIO().AddMouseWheelEvent(x, y); }

#endif

#if IMGUI_VERSION_NUM < 18970

void activate_item(ImGuiID id, bool type) {
  ImGui::ActivateItem(id);
  if (type) ImGui::GetCurrentContext()->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

void let_next_be_overlapped() {}
void let_last_be_overlapped() { ImGui::SetItemAllowOverlap(); }

#else

void activate_item(ImGuiID id, bool type) {
  ImGui::ActivateItemByID(id);
  if (type) ImGui::GetCurrentContext()->NavNextActivateFlags = ImGuiActivateFlags_PreferInput;
}

void let_next_be_overlapped() { ImGui::SetNextItemAllowOverlap(); }
void let_last_be_overlapped() {}

#endif

void extend_content(ImVec2 to) {
  ImGuiWindowTempData& layout = ImGui::GetCurrentWindow()->DC;
  layout.CursorMaxPos = {std::max(layout.CursorMaxPos.x, to.x), std::max(layout.CursorMaxPos.y, to.y)};
}

void focus_next_item() {
#if IMGUI_VERSION_NUM >= 18990 && IMGUI_VERSION_NUM < 19040
  // These versions look for the item among those of the window that had the keyboard before.
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.NavFocusScopeId = context.CurrentFocusScopeId;
#endif
  ImGui::SetKeyboardFocusHere();
}

void limit_next_menu() {
#if IMGUI_VERSION_NUM > 19001 && IMGUI_VERSION_NUM < 19030
  // These versions let a menu within a menu grow beyond the window.
  const ImVec2 most = ImGui::GetMainViewport()->WorkSize;
  const float margin = 2 * ImGui::GetStyle().DisplaySafeAreaPadding.y;
  ImGui::SetNextWindowSizeConstraints({0, 0}, {FLT_MAX, std::max(most.y - margin, 1.0f)});
#endif
}

#if IMGUI_VERSION_NUM < 19140

bool shows_own_focus() { return !ImGui::GetCurrentContext()->NavDisableHighlight; }
int last_item_flags() { return ImGui::GetCurrentContext()->LastItemData.InFlags; }
int undo_steps(const ImGuiInputTextState& field) { return field.GetUndoAvailCount(); }
int redo_steps(const ImGuiInputTextState& field) { return field.GetRedoAvailCount(); }

#else

bool shows_own_focus() { return ImGui::GetCurrentContext()->NavCursorVisible; }
int last_item_flags() { return ImGui::GetCurrentContext()->LastItemData.ItemFlags; }
int undo_steps(const ImGuiInputTextState& field) { return field.Stb->undostate.undo_point; }
int redo_steps(const ImGuiInputTextState& field) {
  return IMSTB_TEXTEDIT_UNDOSTATECOUNT - field.Stb->undostate.redo_point;
}

#endif

// ImGui says it for input methods, one pixel to the left of the caret.

#if IMGUI_VERSION_NUM < 18700

/// In frames without a field it is at 1, 1.
std::optional<Box> caret_box() {
  const ImVec2 at = ImGui::GetCurrentContext()->PlatformImePos;
  if (at.x == FLT_MAX || (at.x == 1 && at.y == 1)) return std::nullopt;
  return box_at({at.x + 1, at.y}, {1, ImGui::GetFontSize()});
}

#else

std::optional<Box> caret_box() {
  const ImGuiPlatformImeData& ime = ImGui::GetCurrentContext()->PlatformImeData;
  if (!ime.WantVisible) return std::nullopt;
  return box_at({ime.InputPos.x + 1, ime.InputPos.y}, {1, ime.InputLineHeight});
}

#endif

float content_right() { return ImGui::GetCurrentWindow()->ContentRegionRect.Max.x; }

ImTextureID texture_id(void* texture) { return reinterpret_cast<ImTextureID>(texture); }
void* texture_of(const ImDrawCmd& command) { return reinterpret_cast<void*>(command.GetTexID()); }

#if IMGUI_VERSION_NUM < 19200
void push_font_texture(ImDrawList& list) { list.PushTextureID(ImGui::GetIO().Fonts->TexID); }
#else
void push_font_texture(ImDrawList& list) { list.PushTexture(ImGui::GetIO().Fonts->TexRef); }
#endif

}  // namespace attnlab
