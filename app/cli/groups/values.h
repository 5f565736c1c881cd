// Values: checks of the values of options, with errors in words.
#pragma once

#include <CLI/CLI.hpp>
#include <limits>

#include "core/tensor/real.h"

namespace attnlab {

/// Its error: "must be a whole number from 1 to 96, not 'two'".
CLI::Validator whole_number(Index least, Index most = std::numeric_limits<Index>::max());
/// whole_number() for finite numbers with a fraction.
CLI::Validator any_number(double least = -std::numeric_limits<double>::infinity(),
                          double most = std::numeric_limits<double>::infinity());
/// any_number() over `least`, which is not one of them.
CLI::Validator number_over(double least, double most = std::numeric_limits<double>::infinity());
/// Refuses an empty text.
CLI::Validator some_text();
/// Refuses an empty path.
CLI::Validator path_name();

/// Keeps an option out of help, manual and completions: it is an older name of another one.
void add_old_name(CLI::Option* option);

}  // namespace attnlab
