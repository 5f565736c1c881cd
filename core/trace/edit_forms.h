// Edit forms: how edits are written, one row each, for help and documents.
#pragma once

#include <span>
#include <string_view>

namespace attnlab {

/// One way to write an edit. TENSOR, ATTENTION, NORM, SUM and FEED_FORWARD stand for names of a trace.
struct EditForm {
  std::string_view text;   ///< an example that parse_edit() reads
  std::string_view about;  ///< what it does, without a full stop
};

std::span<const EditForm> edit_forms();

}  // namespace attnlab
