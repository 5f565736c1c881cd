// Interrupt: the system's notes of it.
#include "app/cli/train/interrupt.h"

#include "core/platform/process.h"

namespace attnlab {

InterruptGuard::InterruptGuard() { platform::note_interrupts(); }

InterruptGuard::~InterruptGuard() { platform::obey_interrupts(); }

bool InterruptGuard::requested() { return platform::was_interrupted(); }

}  // namespace attnlab
