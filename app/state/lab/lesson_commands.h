// Lesson commands: what lessons and random input may do, and the files that lessons may read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/fault.h"
#include "app/lessons/lesson.h"
#include "app/state/command.h"

namespace attnlab {

/// Throws std::invalid_argument for a command that does not exist, and for one that a lesson may not use:
/// those that open, save or delete files, quit the program, or change its settings. Files that a command
/// reads must be the lesson's own, "file:NAME", and be there.
void check_command(const Command& command, const Lesson& lesson);

/// The command with the paths of the lesson's own files in the place of "file:NAME". Throws
/// std::invalid_argument for any other file.
Command with_own_files(Command command, const Lesson& lesson);

/// The names of the lesson's own files and folders that its commands read, and of its pictures, each once.
std::vector<std::string> own_files(const Lesson& lesson);

/// Whether a lesson may use the command, and so may what comes from others as a text.
bool is_for_lessons(std::string_view verb);

/// Whether random input may use the command: it neither opens, saves or deletes files nor ends the program.
bool is_harmless(std::string_view verb);

/// All that is wrong with the commands in a lesson's setups, exercises and links, with the views that it
/// names and the lessons to which it leads.
LessonFaults command_faults(const Lesson& lesson);

/// Throws std::invalid_argument "FILE:LINE: …" for the first of them.
void check_commands(const Lesson& lesson);

}  // namespace attnlab
