// This process and others: their numbers, and the wish that this one stops.
#pragma once

namespace attnlab::platform {

int process_number();
/// Whether a process of this number runs.
bool runs(int process);

/// From now on the first wish to stop (Ctrl+C, a request to end) is noted only; a second ends the program at
/// once.
void note_interrupts();
/// Wishes end the program again.
void obey_interrupts();
bool was_interrupted();

}  // namespace attnlab::platform
