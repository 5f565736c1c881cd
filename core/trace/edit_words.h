// The words of edits in text, for those who write and those who read them.
#pragma once

#include <string_view>
#include <utility>

#include "core/config/no_such_kind.h"
#include "core/trace/edit.h"

namespace attnlab {

inline constexpr std::pair<std::string_view, HeadEdit::How> kHeadWords[] = {{"zero", HeadEdit::How::Zero},
                                                                            {"mean", HeadEdit::How::Mean},
                                                                            {"only", HeadEdit::How::Only},
                                                                            {"swap", HeadEdit::How::Swap}};

inline constexpr std::pair<std::string_view, SwitchOff::What> kSwitchWords[] = {
    {"scaling", SwitchOff::What::Scaling},   {"mask", SwitchOff::What::Mask},
    {"norm", SwitchOff::What::Norm},         {"residual", SwitchOff::What::Residual},
    {"sublayer", SwitchOff::What::Sublayer}, {"positions", SwitchOff::What::Positions}};

/// Between the text of a patch and the answer that the decoder reads.
inline constexpr std::string_view kAnswerMark = " => ";

/// The word of a kind in such rows.
template <typename Rows, typename Kind>
std::string_view word_of(const Rows& rows, Kind kind) {
  for (const auto& [word, of] : rows)
    if (of == kind) return word;
  no_such_kind("edit");
}

}  // namespace attnlab
