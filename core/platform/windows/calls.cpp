// Text in UTF-16 and the words of Windows' errors.
#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

/// Errors by the system's numbers, each with the words of the system.
class WindowsCategory final : public std::error_category {
 public:
  const char* name() const noexcept override { return "Windows"; }

  std::string message(int number) const override {
    wchar_t text[512];
    constexpr DWORD kFlags = FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS;
    const DWORD code = static_cast<DWORD>(number), room = sizeof text / sizeof *text;
    DWORD size = FormatMessageW(kFlags, nullptr, code, MAKELANGID(LANG_ENGLISH, SUBLANG_ENGLISH_US), text,
                                room, nullptr);
    if (size == 0) size = FormatMessageW(kFlags, nullptr, code, 0, text, room, nullptr);
    std::string words = narrow(std::wstring_view(text, size));
    while (!words.empty() &&
           (words.back() == '\n' || words.back() == '\r' || words.back() == '.' || words.back() == ' '))
      words.pop_back();
    return words.empty() ? "error " + std::to_string(number) : words;
  }

  std::error_condition default_error_condition(int number) const noexcept override {
    return std::system_category().default_error_condition(number);
  }
};

}  // namespace

std::wstring wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring out(static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, nullptr, 0)),
                   L'\0');
  MultiByteToWideChar(CP_UTF8, 0, text.data(), size, out.data(), static_cast<int>(out.size()));
  return out;
}

std::string narrow(std::wstring_view text) {
  const int size = static_cast<int>(text.size());
  std::string out(WideCharToMultiByte(CP_UTF8, 0, text.data(), size, nullptr, 0, nullptr, nullptr), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text.data(), size, out.data(), static_cast<int>(out.size()), nullptr,
                      nullptr);
  return out;
}

std::error_code error_of(unsigned long number) {
  static const WindowsCategory category;
  return {static_cast<int>(number), category};
}

std::error_code last_error() { return error_of(GetLastError()); }

}  // namespace attnlab::platform
