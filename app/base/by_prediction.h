// by_prediction: the message for what a model predicts: tokens, labels, or a class.
#pragma once

#include "core/data/batch.h"

namespace attnlab {

/// For example by_prediction(format, tr("Choose a token"), tr("Choose a label"), tr("Choose a class")).
template <class Message>
Message by_prediction(Format format, Message of_tokens, Message of_labels, Message of_classes) {
  if (gives_class(format)) return of_classes;
  return format == Format::Labels ? of_labels : of_tokens;
}

}  // namespace attnlab
