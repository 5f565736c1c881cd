// The environment: variables, the user's folders, the date.
#pragma once

#include <ctime>
#include <string>
#include <string_view>
#include <vector>

namespace attnlab::platform {

/// What stands between the names in a path that somebody types.
#ifdef _WIN32
inline constexpr std::string_view kSeparators = "/\\";
#else
inline constexpr std::string_view kSeparators = "/";
#endif

/// In UTF-8; "" where there is no such variable.
std::string variable(const char* name);
/// For this program, and those that it starts. Call it before the first other thread begins.
void set_variable(const char* name, const char* value);
/// The user's home folder; "" where there is none.
std::string home_folder();
/// The folder for what the program keeps, as `usual` names it in a home folder: ".local/state" is
/// ~/.local/state/attention-lab, on Windows %LOCALAPPDATA%\attention-lab\state; "" where there is none.
std::string standard_folder(std::string_view usual);

/// The codes of the languages that the user reads, the preferred one first, as the system spells them:
/// "de_AT.UTF-8", "pt-BR"; "C" for English.
std::vector<std::string> user_languages();

/// A moment in universal time.
std::tm universal_time(std::time_t moment);

/// The number at the beginning of a text, as the C library reads it whatever the locale.
double plain_number(const char* text);

}  // namespace attnlab::platform
