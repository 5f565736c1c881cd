// Patches: a picture as a sequence of small squares.
#pragma once

#include "core/autograd/tape.h"

namespace attnlab {

/// Cuts picture [B,channels,height,width] into squares of `patch` × `patch` pixels, row by row:
/// [B,P,channels·patch·patch], P = (height/patch)·(width/patch). A patch's cells are its channels one after
/// another, each row by row (Dosovitskiy et al. 2021, section 3.1; the order of a convolution's kernel).
/// Throws std::invalid_argument if `patch` divides not both sides.
Variable patches(Tape& tape, Variable picture, Index patch);

}  // namespace attnlab
