// Files by the Windows API.
#include "core/platform/file.h"

#include <algorithm>

#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 30;

HANDLE handle_of(FileHandle file) { return reinterpret_cast<HANDLE>(file); }

struct Wish {
  DWORD access, creation;
};

Wish wish_for(OpenFor use) {
  switch (use) {
    case OpenFor::Reading: return {GENERIC_READ, OPEN_EXISTING};
    case OpenFor::Writing: return {GENERIC_WRITE, CREATE_ALWAYS};
    case OpenFor::Adding: return {FILE_APPEND_DATA | FILE_WRITE_DATA | SYNCHRONIZE, OPEN_ALWAYS};
  }
  return {GENERIC_READ, OPEN_EXISTING};
}

OVERLAPPED at(std::uint64_t offset) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset & 0xFFFFFFFFu);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  return place;
}

DWORD most(std::size_t bytes) { return static_cast<DWORD>(std::min(bytes, kMostAtOnce)); }

}  // namespace

FileHandle open_file(const std::filesystem::path& path, OpenFor use, std::error_code& error) {
  const auto [access, creation] = wish_for(use);
  // Others may read, replace and remove meanwhile, as everywhere else. Folders are opened too, to be refused
  // by name.
  const HANDLE file = CreateFileW(
      path.c_str(), access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, nullptr, creation,
      use == OpenFor::Reading ? FILE_FLAG_BACKUP_SEMANTICS : FILE_ATTRIBUTE_NORMAL, nullptr);
  error = file == INVALID_HANDLE_VALUE ? last_error() : std::error_code();
  if (error) return kNoFile;
  if (use == OpenFor::Adding) SetFilePointerEx(file, {}, nullptr, FILE_END);
  return reinterpret_cast<FileHandle>(file);
}

void close_file(FileHandle file, std::error_code& error) {
  error = CloseHandle(handle_of(file)) ? std::error_code() : last_error();
}

FileState state_of(FileHandle file, std::error_code& error) {
  error.clear();
  if (GetFileType(handle_of(file)) != FILE_TYPE_DISK) return {};
  BY_HANDLE_FILE_INFORMATION about{};
  if (!GetFileInformationByHandle(handle_of(file), &about)) {
    error = last_error();
    return {};
  }
  if (about.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) return {FileKind::Folder, 0};
  return {FileKind::Regular, std::uint64_t{about.nFileSizeHigh} << 32 | about.nFileSizeLow};
}

std::size_t read_at(FileHandle file, std::uint64_t offset, std::span<std::byte> bytes,
                    std::error_code& error) {
  OVERLAPPED place = at(offset);
  DWORD count = 0;
  error.clear();
  if (!ReadFile(handle_of(file), bytes.data(), most(bytes.size()), &count, &place) &&
      GetLastError() != ERROR_HANDLE_EOF)
    error = last_error();
  return count;
}

std::size_t write_some(FileHandle file, std::span<const std::byte> bytes, std::error_code& error) {
  DWORD count = 0;
  error = WriteFile(handle_of(file), bytes.data(), most(bytes.size()), &count, nullptr) ? std::error_code()
                                                                                        : last_error();
  return count;
}

void write_through(FileHandle file, std::error_code& error) {
  const bool good = FlushFileBuffers(handle_of(file)) || GetFileType(handle_of(file)) != FILE_TYPE_DISK;
  error = good ? std::error_code() : last_error();
}

void cut_off(FileHandle file, std::uint64_t size, std::error_code& error) {
  LARGE_INTEGER end{};
  end.QuadPart = static_cast<LONGLONG>(size);
  const bool good =
      SetFilePointerEx(handle_of(file), end, nullptr, FILE_BEGIN) && SetEndOfFile(handle_of(file));
  error = good ? std::error_code() : last_error();
}

std::byte* map_file(FileHandle file, std::uint64_t size) {
  const Handle mapping(CreateFileMappingW(handle_of(file), nullptr, PAGE_READONLY, 0, 0, nullptr));
  if (!mapping.good()) return nullptr;
  return static_cast<std::byte*>(
      MapViewOfFile(mapping.get(), FILE_MAP_READ, 0, 0, static_cast<std::size_t>(size)));
}

void unmap_file(std::byte* start, std::uint64_t) { UnmapViewOfFile(start); }

void release_pages(std::byte* start, std::uint64_t begin, std::uint64_t end) {
  // Unlocking pages that are not locked takes them out of the working set; the answer is then an error.
  VirtualUnlock(start + begin, static_cast<std::size_t>(end - begin));
}

}  // namespace attnlab::platform
