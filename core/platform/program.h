// The program at its start, at its window, and where nobody reads what it writes.
#pragma once

#include <string>

namespace attnlab::platform {

/// What a program does first: arguments become UTF-8, what it writes goes out as bytes, which consoles read
/// as UTF-8.
void begin_program(int& argc, char**& argv);

/// What the processor lacks of all that the program was compiled for; "" where nothing.
std::string missing_from_processor();

/// From now on a file that is cut off while it is mapped ends the program with a line on standard error.
void say_why_mapped_files_fail();

/// Closes the console that the system opened for this program alone, as a window is about to open.
void leave_own_console();
/// Shows an error where nobody reads standard error, as a desktop started the program.
void show_without_console(const std::string& message);

/// What a person can do on this system where the display has no OpenGL, as "update the driver".
std::string advice_without_opengl();
/// Likewise, where it has no compute shaders.
std::string advice_without_compute();

}  // namespace attnlab::platform
