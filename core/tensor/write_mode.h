// WriteMode: what becomes of the cells that a result is written to.
#pragma once

namespace attnlab {

/// A result takes the place of what the cells held, or is added.
enum class WriteMode { Overwrite, Add };

/// Add where the cells hold something already.
constexpr WriteMode add_if(bool filled) { return filled ? WriteMode::Add : WriteMode::Overwrite; }

}  // namespace attnlab
