// TraceService: a mailbox in which the latest request wins.
#include "core/trace/trace_service.h"

#include <exception>
#include <stdexcept>
#include <utility>

#include "core/autograd/place.h"
#include "core/models/model.h"
#include "core/tasks/base/encode.h"
#include "core/trace/same_target.h"

namespace attnlab {
namespace {

/// After so long the screen is told how far a pass has come.
constexpr std::chrono::milliseconds kLongPass{400};

}  // namespace

TraceService::TraceService(std::function<void()> on_change) : on_change_(std::move(on_change)) {
  loop_.begin([this] { run(); },
              [this] {
                std::unique_lock lock(mutex_);
                return advance(lock);
              });
}

TraceService::~TraceService() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  loop_.end();
}

void TraceService::request(TraceJob job, std::vector<std::string> gradients) {
  {
    const std::lock_guard lock(mutex_);
    waiting_ = std::move(job);
    gradients_ = std::move(gradients);
  }
  wake_.notify_one();
}

TraceService::ResultPtr TraceService::latest() const {
  const std::lock_guard lock(mutex_);
  return result_;
}

bool TraceService::busy() const {
  const std::lock_guard lock(mutex_);
  return running_ || waiting_.has_value();
}

void TraceService::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_)
    if (!advance(lock)) wake_.wait(lock);
}

/// Does the job that waits; false where none does.
bool TraceService::advance(std::unique_lock<std::mutex>& lock) {
  if (stopping_ || !waiting_) return false;
  TraceJob job = std::move(*waiting_);
  waiting_.reset();
  const std::vector<std::string> gradients = std::exchange(gradients_, {});
  running_ = true;
  stop_pass_ = false;
  share_ = 0;
  lock.unlock();
  work(std::move(job), gradients);
  if (on_change_) on_change_();
  lock.lock();
  return true;
}

namespace {

Compared compared_with(const Tracer& tracer, const Baseline& baseline, const TracePtr& trace) try {
  TraceRequest request = baseline.request;
  if (baseline.same_target) request = with_same_target(*trace, std::move(request));
  request.gradients = false;  // the difference is of values
  const SnapshotPtr& snapshot = baseline.snapshot ? baseline.snapshot : trace->snapshot();
  return {std::make_shared<const TraceDiff>(tracer.trace(snapshot, request), trace), ""};
} catch (const std::exception& failure) {
  return {nullptr, failure.what()};
}

}  // namespace

void TraceService::watch(const NamedTensor& tensor, Index layers) {
  if (stop_pass_) throw std::runtime_error("the pass was stopped");
  const Index layer = tensor.place.number_of(kLayers);
  const double share = double(layer + 1) / double(layers);
  if (layer < 0 || share_.exchange(share) == share) return;
  if (on_change_ && std::chrono::steady_clock::now() > began_ + kLongPass) on_change_();
}

void TraceService::work(TraceJob job, const std::vector<std::string>& gradients) {
  const auto made = std::make_shared<Result>();
  made->job = std::move(job);
  try {
    began_ = std::chrono::steady_clock::now();
    const Index layers = made->job.tracer->model().config().layers;
    Listener listener("*", [&](const NamedTensor& tensor) { watch(tensor, layers); });
    const TracePtr trace =
        made->job.tracer->trace(made->job.snapshot, made->job.request, {.observers = {&listener}});
    for (const std::string& name : gradients)
      if (const TraceTensor* const tensor = trace->find(name)) tensor->gradient.cells();
    for (const Baseline& baseline : made->job.baselines)
      made->compared.push_back(compared_with(*made->job.tracer, baseline, trace));
    made->trace = trace;
  } catch (const std::exception& failure) {
    made->error = failure.what();
    made->target_is_wrong = dynamic_cast<const TargetError*>(&failure) != nullptr;
  }
  ResultPtr result = made;
  const std::lock_guard lock(mutex_);
  result_.swap(result);
  running_ = false;
}

}  // namespace attnlab
