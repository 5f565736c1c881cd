// TraceService: a mailbox in which the latest request wins.
#include "core/trace/trace_service.h"

#include <exception>

#include "core/trace/same_target.h"

namespace attnlab {

TraceService::TraceService(std::function<void()> on_change)
    : on_change_(std::move(on_change)), thread_([this] { run(); }) {}

TraceService::~TraceService() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void TraceService::request(std::shared_ptr<const Tracer> tracer, SnapshotPtr snapshot, TraceRequest request,
                           std::vector<Baseline> baselines) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Job{std::move(tracer), std::move(snapshot), std::move(request), std::move(baselines)};
  }
  wake_.notify_one();
}

TraceService::Result TraceService::latest() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

bool TraceService::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ || waiting_.has_value();
}

void TraceService::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || waiting_; });
    if (stopping_) return;
    const Job job = std::move(*waiting_);
    waiting_.reset();
    running_ = true;
    lock.unlock();
    work(job);
    if (on_change_) on_change_();
    lock.lock();
  }
}

namespace {

Compared compare(const Tracer& tracer, const Baseline& baseline, const TracePtr& trace) try {
  TraceRequest request = baseline.request;
  if (baseline.same_target) request = with_same_target(*trace, std::move(request));
  request.gradients = false;  // the difference is of values
  return {std::make_shared<const TraceDiff>(tracer.trace(baseline.snapshot, request), trace), ""};
} catch (const std::exception& failure) {
  return {nullptr, failure.what()};
}

}  // namespace

void TraceService::work(const Job& job) {
  Result next;
  try {
    next.trace = job.tracer->trace(job.snapshot, job.request);
    next.request = std::make_shared<const TraceRequest>(job.request);
    for (const Baseline& baseline : job.baselines)
      next.compared.push_back(compare(*job.tracer, baseline, next.trace));
  } catch (const std::exception& failure) {
    next.error = failure.what();
  }
  const std::lock_guard lock(mutex_);
  next.count = result_.count + 1;
  if (next.error.empty()) {
    result_ = std::move(next);
  } else {
    result_.error = std::move(next.error);
    result_.count = next.count;
  }
  running_ = false;
}

}  // namespace attnlab
