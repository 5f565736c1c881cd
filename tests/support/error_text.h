// error_text: the message of the exception that a call throws.
#pragma once

#include <string>

namespace attnlab::testing {

/// The message of the Error that `call` throws; "no error" for none. Other exceptions pass through.
template <typename Error, typename Call>
std::string error_text(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace attnlab::testing
