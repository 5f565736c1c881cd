// Messages that people read, in the language that they chose. English texts are the keys, as with gettext:
// xgettext finds the calls below, and a catalogue has the translations.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>

namespace attnlab {

class Catalogue;

/// From now on messages are of this catalogue, which must live until the program ends; null: English. Any
/// thread.
void use_catalogue(const Catalogue* catalogue);
/// The one in use; null: none.
const Catalogue* catalogue_in_use();

/// The message in the chosen language; `english` itself where that has none. The view lives as long as the
/// program, or as `english` does.
std::string_view tr(std::string_view english);
/// Likewise, ended by a null character.
const char* tr(const char* english);

/// Likewise, of a text that means different things in different contexts: tr_in("button", "Open").
std::string_view tr_in(std::string_view context, std::string_view english);

/// `pattern` with texts in the places "{1}", "{2}", …, in any order. A place without a text stays as it is.
std::string fill(std::string_view pattern, std::initializer_list<std::string_view> texts);

template <class T>
concept MessageText = std::is_convertible_v<const T&, std::string_view>;

/// The message with texts in its places: tr("{1} of {2} tokens", shown, all).
template <MessageText... T>
requires(sizeof...(T) > 0) std::string tr(std::string_view english, const T&... texts) {
  return fill(tr(english), {std::string_view(texts)...});
}

template <MessageText... T>
requires(sizeof...(T) > 0) std::string
    tr_in(std::string_view context, std::string_view english, const T&... texts) {
  return fill(tr_in(context, english), {std::string_view(texts)...});
}

/// The form of the message for `count` things: tr_plural("{1} head", "{1} heads", heads,
/// format_count(heads)).
std::string_view tr_plural(std::string_view one, std::string_view many, std::int64_t count);

template <MessageText... T>
requires(sizeof...(T) > 0) std::string
    tr_plural(std::string_view one, std::string_view many, std::int64_t count, const T&... texts) {
  return fill(tr_plural(one, many, count), {std::string_view(texts)...});
}

/// Marks a text in a table as a message; tr() of it is called where it is shown.
constexpr const char* tr_mark(const char* english) { return english; }

}  // namespace attnlab
