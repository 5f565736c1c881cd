// What the other files here share of the Windows API: text in UTF-16, errors, and handles that close
// themselves.
#pragma once

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
// clang-format off
#include <windows.h>  // before all others of the system
#include <shellapi.h>
// clang-format on

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace attnlab::platform {

std::wstring wide(std::string_view text);
std::string narrow(std::wstring_view text);

/// Of the call that failed last on this thread, with words in English where the system has them.
std::error_code last_error();
std::error_code error_of(unsigned long number);

/// Closes what it holds.
class Handle {
 public:
  explicit Handle(HANDLE handle) : handle_(handle) {}
  ~Handle() {
    if (good()) CloseHandle(handle_);
  }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;

  bool good() const { return handle_ && handle_ != INVALID_HANDLE_VALUE; }
  HANDLE get() const { return handle_; }

 private:
  HANDLE handle_;
};

/// A file or folder, open for asking about it alone: in nobody's way.
inline HANDLE open_to_ask(const std::filesystem::path& path) {
  return CreateFileW(path.c_str(), FILE_READ_ATTRIBUTES,
                     FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, OPEN_EXISTING,
                     FILE_FLAG_BACKUP_SEMANTICS, nullptr);
}

}  // namespace attnlab::platform
