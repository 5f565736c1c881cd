// Sums and maxima over the 128 numbers of a group's threads; every thread gets the result.
layout(local_size_x = 128) in;
const int kThreads = 128;
shared float of_threads[kThreads];
int lane = int(gl_LocalInvocationIndex);

float group_sum(float number) {
  barrier();
  of_threads[lane] = number;
  for (int half_ = kThreads / 2; half_ > 0; half_ /= 2) {
    barrier();
    if (lane < half_) of_threads[lane] += of_threads[lane + half_];
  }
  barrier();
  return of_threads[0];
}

float group_maximum(float number) {
  barrier();
  of_threads[lane] = number;
  for (int half_ = kThreads / 2; half_ > 0; half_ /= 2) {
    barrier();
    if (lane < half_) of_threads[lane] = max(of_threads[lane], of_threads[lane + half_]);
  }
  barrier();
  return of_threads[0];
}
