// Page files by the Windows API: views of a file that is gone when it is closed.
#include "core/platform/page_file.h"

#include <atomic>
#include <string>

#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

HANDLE handle_of(FileHandle file) {
  return file == kNoFile ? INVALID_HANDLE_VALUE : reinterpret_cast<HANDLE>(file);
}

DWORD upper(std::uint64_t number) { return static_cast<DWORD>(number >> 32); }
DWORD lower(std::uint64_t number) { return static_cast<DWORD>(number & 0xFFFFFFFFu); }

std::wstring new_name() {
  static std::atomic<int> count = 0;
  return L"attention-lab-" + std::to_wstring(GetCurrentProcessId()) + L"-" + std::to_wstring(count++) +
         L".pages";
}

}  // namespace

std::vector<std::filesystem::path> page_file_folders() {
  wchar_t folder[MAX_PATH + 1] = {};
  const DWORD length = GetTempPathW(MAX_PATH + 1, folder);
  if (length == 0 || length > MAX_PATH) return {};
  return {std::filesystem::path(folder)};
}

FileHandle open_page_file(const std::filesystem::path& folder, std::error_code& error) {
  const HANDLE file =
      CreateFileW((folder / new_name()).c_str(), GENERIC_READ | GENERIC_WRITE, 0, nullptr, CREATE_ALWAYS,
                  FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr);
  error = file == INVALID_HANDLE_VALUE ? last_error() : std::error_code();
  return error ? kNoFile : reinterpret_cast<FileHandle>(file);
}

std::size_t page_size() {
  SYSTEM_INFO about{};
  GetSystemInfo(&about);
  return about.dwAllocationGranularity;
}

/// A mapping makes its file longer, and fails where the disk has no room. Without a file it is memory.
std::byte* take_pages(FileHandle file, std::uint64_t offset, std::size_t size, std::error_code& error) {
  const std::uint64_t begin = file == kNoFile ? 0 : offset, end = begin + size;
  const Handle mapping(
      CreateFileMappingW(handle_of(file), nullptr, PAGE_READWRITE, upper(end), lower(end), nullptr));
  void* const start = mapping.good()
                          ? MapViewOfFile(mapping.get(), FILE_MAP_WRITE, upper(begin), lower(begin), size)
                          : nullptr;
  error = start ? std::error_code() : last_error();
  return static_cast<std::byte*>(start);
}

void give_back_pages(std::byte* start, std::size_t) { UnmapViewOfFile(start); }

void move_pages(FileHandle, std::uint64_t, std::byte*, std::size_t, std::error_code& error) {
  error.clear();  // they are there
}

}  // namespace attnlab::platform
