// What is dropped on the window, as a command.
#pragma once

#include <filesystem>

#include "app/state/command.h"

namespace attnlab {

/// A PNG or JPEG file is a picture to look at, a file that ends in .md a lesson, another file a text to
/// learn; a folder is a saved model, or, where it has folders and no model in it, pictures to learn.
Command command_of_dropped(const std::filesystem::path& path);

}  // namespace attnlab
