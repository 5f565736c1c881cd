// TraceService: a mailbox in which the latest request wins.
#include "core/trace/trace_service.h"

#include <exception>

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

void TraceService::request(std::shared_ptr<const Tracer> tracer, SnapshotPtr snapshot, TraceRequest request) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = Job{std::move(tracer), std::move(snapshot), std::move(request)};
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

/// Against the same pass without its edits.
std::shared_ptr<const TraceDiff> diff_of(const Tracer& tracer, const SnapshotPtr& snapshot,
                                         TraceRequest request, const TracePtr& edited) {
  if (request.edits.empty()) return nullptr;
  request.edits.clear();
  request.gradients = false;  // the difference is of values
  return std::make_shared<const TraceDiff>(tracer.trace(snapshot, request), edited);
}

}  // namespace

void TraceService::work(const Job& job) {
  TracePtr trace;
  std::shared_ptr<const TraceDiff> diff;
  std::string error;
  try {
    trace = job.tracer->trace(job.snapshot, job.request);
    diff = diff_of(*job.tracer, job.snapshot, job.request, trace);
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  const std::lock_guard lock(mutex_);
  if (error.empty()) {
    result_.trace = std::move(trace);
    result_.diff = std::move(diff);
    result_.request = std::make_shared<const TraceRequest>(job.request);
  }
  result_.error = std::move(error);
  ++result_.count;
  running_ = false;
}

}  // namespace attnlab
