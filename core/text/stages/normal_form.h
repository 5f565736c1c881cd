// Unicode's normal forms of aligned texts.
#pragma once

#include "core/text/stages/aligned_text.h"

namespace attnlab {

enum class NormalForm { Nfc, Nfd, Nfkc, Nfkd };

/// `text` in that form. Bytes that are not UTF-8 stay. Where characters are joined or reordered, each byte of
/// the result is made of all of them.
AlignedText normal_form(const AlignedText& text, NormalForm form);

}  // namespace attnlab
