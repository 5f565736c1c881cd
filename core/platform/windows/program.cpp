// The program under Windows: arguments in UTF-8, a console that shows UTF-8, a window without a console.
#include "core/platform/program.h"

#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <stdlib.h>

#include <cwchar>
#include <vector>

#include "core/language/messages.h"
#include "core/platform/windows/calls.h"

namespace attnlab::platform {
namespace {

UINT g_code_page_before = 0;
bool g_left_console = false;

void give_code_page_back() { SetConsoleOutputCP(g_code_page_before); }

/// Lines end as the program writes them, colours are shown, letters are UTF-8.
void prepare_console() {
  for (FILE* const stream : {stdin, stdout, stderr}) _setmode(_fileno(stream), _O_BINARY);
  g_code_page_before = GetConsoleOutputCP();
  if (g_code_page_before == 0) return;  // no console
  SetConsoleOutputCP(CP_UTF8);
  atexit(give_code_page_back);
  for (const DWORD name : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    DWORD mode = 0;
    const HANDLE handle = GetStdHandle(name);
    if (GetConsoleMode(handle, &mode)) SetConsoleMode(handle, mode | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  // The C library writes to a console letter by letter, which would take those of several bytes apart.
  static char buffer[1 << 16];
  if (_isatty(_fileno(stdout))) setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
}

}  // namespace

void begin_program(int& argc, char**& argv) {
  std::mbrtowc(nullptr, nullptr, 0, nullptr);  // so that the linker takes the one of path_text.cpp
  prepare_console();
  static std::vector<std::string> words;
  static std::vector<char*> pointers;
  int count = 0;
  wchar_t** const given = CommandLineToArgvW(GetCommandLineW(), &count);
  for (int i = 0; given && i < count; ++i) words.push_back(narrow(given[i]));
  LocalFree(given);
  for (std::string& word : words) pointers.push_back(word.data());
  argc = static_cast<int>(pointers.size());
  pointers.push_back(nullptr);
  argv = pointers.data();
}

std::string missing_from_processor() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports(ATTNLAB_LEVEL)) return "";
  return "instructions of " ATTNLAB_LEVEL
         ", which processors have that are newer than 2009 (x86-64-v2: SSE4.2) or "
         "2015 (x86-64-v3: AVX2)";
}

void say_why_mapped_files_fail() {}  // nobody can cut off a file that is mapped

void leave_own_console() {
  DWORD others[2];
  if (GetConsoleProcessList(others, 2) != 1) return;
  fflush(stdout);
  FreeConsole();
  g_left_console = true;
  // What is written from now on goes nowhere, which is no error.
  for (FILE* const stream : {stdout, stderr})
    if (!freopen("NUL", "wb", stream)) return;
}

void show_without_console(const std::string& message) {
  const bool read = GetConsoleWindow() || GetFileType(GetStdHandle(STD_ERROR_HANDLE)) != FILE_TYPE_UNKNOWN;
  if (read && !g_left_console) return;
  MessageBoxW(nullptr, wide(message).c_str(), L"Attention Lab", MB_OK | MB_ICONERROR);
}

std::string advice_without_opengl() {
  return tr(
      "update the graphics driver, or put Mesa's opengl32.dll, which draws in software, in the "
      "program's folder");
}

std::string advice_without_compute() { return tr("update the graphics driver"); }

}  // namespace attnlab::platform
