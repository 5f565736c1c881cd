// The clipboard of each version of Dear ImGui.
#include "app/widgets/base/imgui_versions.h"

namespace attnlab {
namespace {

#if IMGUI_VERSION_NUM < 19110

struct ClipboardFunctions {
  ImGuiIO& io = ImGui::GetIO();
  decltype(ImGuiIO::GetClipboardTextFn) get = io.GetClipboardTextFn;
  decltype(ImGuiIO::SetClipboardTextFn) set = io.SetClipboardTextFn;
  void* user = io.ClipboardUserData;

  const char* call_get() const { return get ? get(user) : nullptr; }
  void call_set(const char* text) const {
    if (set) set(user, text);
  }
  void use() const {
    io.GetClipboardTextFn = get;
    io.SetClipboardTextFn = set;
    io.ClipboardUserData = user;
  }
};

ClipboardFunctions functions_of(Clipboard& clipboard) {
  return {ImGui::GetIO(), [](void* user) { return static_cast<Clipboard*>(user)->text(); },
          [](void* user, const char* text) { static_cast<Clipboard*>(user)->put(text); }, &clipboard};
}

#else

/// These functions find their data in ImGui's own state.
struct ClipboardFunctions {
  ImGuiPlatformIO& io = ImGui::GetPlatformIO();
  decltype(ImGuiPlatformIO::Platform_GetClipboardTextFn) get = io.Platform_GetClipboardTextFn;
  decltype(ImGuiPlatformIO::Platform_SetClipboardTextFn) set = io.Platform_SetClipboardTextFn;
  void* user = io.Platform_ClipboardUserData;

  const char* call_get() const {
    const ClipboardFunctions now;
    use();
    const char* const text = get ? get(ImGui::GetCurrentContext()) : nullptr;
    now.use();
    return text;
  }
  void call_set(const char* text) const {
    const ClipboardFunctions now;
    use();
    if (set) set(ImGui::GetCurrentContext(), text);
    now.use();
  }
  void use() const {
    io.Platform_GetClipboardTextFn = get;
    io.Platform_SetClipboardTextFn = set;
    io.Platform_ClipboardUserData = user;
  }
};

Clipboard& clipboard_in_use() {
  return *static_cast<Clipboard*>(ImGui::GetPlatformIO().Platform_ClipboardUserData);
}

ClipboardFunctions functions_of(Clipboard& clipboard) {
  return {ImGui::GetPlatformIO(), [](ImGuiContext*) { return clipboard_in_use().text(); },
          [](ImGuiContext*, const char* text) { clipboard_in_use().put(text); }, &clipboard};
}

#endif

}  // namespace

void use_clipboard(Clipboard& clipboard) { functions_of(clipboard).use(); }

ClipboardInUse::ClipboardInUse(Clipboard& clipboard) {
  const ClipboardFunctions before;
  get_ = [before] { return before.call_get(); };
  set_ = [before](const char* text) { before.call_set(text); };
  restore_ = [before] { before.use(); };
  use_clipboard(clipboard);
}

}  // namespace attnlab
