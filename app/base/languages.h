// Languages: those that the program has, and which of them a person reads.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/config/embedded.h"
#include "core/language/language.h"

namespace attnlab {

/// English, and the languages whose catalogues are built into the program: assets/languages/CODE.po.
const std::vector<const Language*>& languages();

/// English and the languages of these catalogues. Throws as read_language().
std::vector<const Language*> languages_of(std::span<const EmbeddedFile> catalogues);

/// The language that `name` stands for: a code, such as "de", or the path of a catalogue that ends in ".mo".
/// Throws std::invalid_argument if there is no such language or the file is not a catalogue,
/// std::runtime_error if the file cannot be read.
const Language& language_named(const std::string& name);

/// The first of `wanted` that is offered, or else English. `wanted` are codes as systems spell them:
/// "de_AT.UTF-8", "pt-BR". A language of another region is accepted: "de" for "de_AT".
const Language& best_language(std::span<const std::string> wanted, std::span<const Language* const> offered);

/// The one of languages() that the user's system asks for.
const Language& system_language();

}  // namespace attnlab
